import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of `CHROMIUM_PATH`, or one in a usual place; undefined where there is none. */
export const chromiumPath: string | undefined =
  process.env.CHROMIUM_PATH ?? usualPlaces.find((path) => existsSync(path));

/** `describe` where there is a browser; the tests of a machine without one are reported as skipped. */
export const describeInBrowser: typeof describe = chromiumPath === undefined ? describe.skip : describe;

/** Starts a browser without a window. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    // Chromium refuses its sandbox to root, whose machines are containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

export interface OpenedPage {
  readonly page: Page;
  /** Errors of the page: of its script, of its console, of its content security policy. */
  readonly errors: readonly string[];
}

/** Opens a page of its own. Everything that is not on this machine fails. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
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
    if (protocol !== 'data:' && hostname !== '127.0.0.1') errors.push(`external request: ${request.url()}`);
  });
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
