import type { Browser } from 'playwright-core';

export declare const chromiumPath: string | undefined;
export declare function launchBrowser(): Promise<Browser>;
