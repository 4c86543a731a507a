import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterTest } from './after-test';
import { chromiumPath, launchBrowser } from './chromium.js';

/** `describe` where there is a browser; the tests of a machine without one are reported as skipped. */
export const describeInBrowser: typeof describe = chromiumPath === undefined ? describe.skip : describe;

export interface OpenedPage {
  readonly page: Page;
  /** Errors of the page: of its script, of its console, of its content security policy. */
  readonly errors: readonly string[];
}

let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

/**
 * Opens a page of its own, which is closed after the test, in the browser of the test file. Everything that is not on this machine
 * fails. `prepare` runs before it is loaded.
 */
export async function openPage(
  url: string,
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<OpenedPage> {
  const context = await (
    await (browser ??= launchBrowser())
  ).newContext({ reducedMotion: 'reduce', ...options });
  afterTest(() => context.close());
  // A loaded machine is slow, not wrong; a test that fails says what it waited for before its own time limit.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // Replies with an error status are part of what tests do.
    const isReply = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isReply) errors.push(message.text());
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (!['data:', 'file:'].includes(protocol) && hostname !== '127.0.0.1')
      errors.push(`external request: ${request.url()}`);
  });
  await prepare?.(page);
  await page.goto(url);
  return { page, errors };
}

/** What axe finds against WCAG 2.2 AA and its own best practices, one line for each element. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

const axeSource = readFileSync(join(require.resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

/** Whether the page scrolls sideways, which it must not at any width from 320. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = (
      globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
    ).document.documentElement;
    return scrollWidth > clientWidth;
  });
}
