import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Emulator, EmulatorOptions } from '../../../lib/emulator';
import { afterTest } from '../../support/after-test';

/** Starts an emulator of the built package, which has the page. It is closed after the test. */
export async function startBuiltEmulator(options?: EmulatorOptions): Promise<Emulator> {
  // oxlint-disable-next-line typescript/no-require-imports -- the build is not there when the types are checked
  const { startEmulator } = require('../../../dist/emulator/index.js') as {
    readonly startEmulator: (options?: EmulatorOptions) => Promise<Emulator>;
  };
  const emulator = await startEmulator(options);
  afterTest(() => emulator.close());
  return emulator;
}

/** Saves a picture for a person to look at, only when `SCREENSHOTS` names a folder. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
