import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Emulator, EmulatorOptions } from '../../lib/emulator';
import { launchBrowser } from '../../test/support/chromium.js';
import { writeIndexedPng, type Pixels } from './indexed-png';
import { root } from './root';
import { shownZoneId, world } from './world';

const viewport = { width: 1280, height: 800 };
/** With some air below it. */
const headerHeight = 64;

/** Photographs the review of a zone's migration, in light and in dark. Each run makes the same picture. */
export async function pictureDashboard(folder: string): Promise<readonly string[]> {
  const { startEmulator } = createRequire(__filename)(join(root, 'dist', 'emulator')) as {
    readonly startEmulator: (options: EmulatorOptions) => Promise<Emulator>;
  };
  const emulator = await startEmulator({ port: 0, fixture: world });
  const browser = await launchBrowser();
  try {
    const files: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = join(folder, `dashboard-${colorScheme}.png`);
      writeFileSync(file, await photograph(browser, emulator.dashboardUrl, colorScheme));
      files.push(file);
    }
    return files;
  } finally {
    await browser.close();
    await emulator.close();
  }
}

async function photograph(browser: Browser, url: string, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 1.5 });
  await page.goto(`${url}zones/${shownZoneId}`);
  await page.getByText('Live', { exact: true }).waitFor();
  // By a click, after which no focus is visible.
  await page.getByText('Review configuration').click();
  await page.getByRole('button', { name: 'Deploy', exact: true }).waitFor();
  // From the review to the end of the page, below the header, which stays at the top.
  const heading = page.getByText('Review configuration');
  const top = ((await heading.boundingBox())?.y ?? 0) - headerHeight;
  const pageHeight = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ ...viewport, height: Math.ceil(pageHeight - top) });
  await page.evaluate(`scrollTo(0, ${top})`);
  const pixels = await readPixels(page, await page.screenshot());
  await page.context().close();
  return writeIndexedPng(pixels);
}

/** Decodes a picture; the browser has what it needs. */
async function readPixels(page: Page, png: Buffer): Promise<Pixels> {
  await page.goto('about:blank');
  const { rgba, ...size } = await page.evaluate<{
    width: number;
    height: number;
    rgba: string;
  }>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let rgba = '';
    for (let at = 0; at < data.length; at += 32768) rgba += String.fromCharCode(...data.subarray(at, at + 32768));
    return { width, height, rgba };
  })()`);
  return { ...size, rgba: Buffer.from(rgba, 'latin1') };
}
