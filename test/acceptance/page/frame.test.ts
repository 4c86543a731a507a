import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from '../../../lib/emulator';
import { describeInBrowser, findViolations, openPage, scrollsSideways } from '../../support/browser';
import { startBuiltEmulator, takePicture } from './support';

const parts = ['Zones', 'Traffic', 'Pools', 'Requests', 'World'];

describe('the file of the page', () => {
  const file = readFileSync(join(__dirname, '../../../dist/emulator/page/page.html'), 'utf8');

  it('is smaller than 150 KB, with its script and styles', () => {
    expect(Buffer.byteLength(file)).toBeLessThan(150_000);
  });

  it('names no other address than this emulator', () => {
    const addresses = [...file.matchAll(/(?:https?:)?\/\/[\w.-]+/g)].map(([address]) => address);
    // Namespaces of XML are names, and are not loaded.
    expect(addresses.filter((address) => !address.includes('//www.w3.org'))).toEqual([]);
  });
});

describeInBrowser('the page of the emulator', () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startBuiltEmulator();
  });

  it.each(parts)('shows %s without a violation that axe finds, in light and in dark', async (title) => {
    const url = `${emulator.dashboardUrl}#/${title.toLowerCase()}`;
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, errors } = await openPage(url, { colorScheme });
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await takePicture(page, `${title}-${colorScheme}`);
      expect(errors).toEqual([]);
    }
  });

  it('fits into 360 pixels in every part', async () => {
    const { page } = await openPage(emulator.dashboardUrl, {
      viewport: { width: 360, height: 720 },
    });
    for (const title of parts) {
      await page.getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await scrollsSideways(page)).toBe(false);
      await takePicture(page, `${title}-360`);
    }
  });

  it('is usable with the keyboard alone: a part opens with Enter, and focus moves to it', async () => {
    const { page } = await openPage(emulator.dashboardUrl);
    await page.getByText('Live', { exact: true }).waitFor();
    // The skip link, Zones, Traffic, Pools.
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
    await page.locator('main:focus').waitFor();
  });

  it('says when the emulator has stopped, and is live again with the next one on its port', async () => {
    const first = await startBuiltEmulator();
    const { page } = await openPage(first.dashboardUrl);
    await page.getByText('Live', { exact: true }).waitFor();
    await first.close();
    await page.getByText('Disconnected').waitFor();
    await startBuiltEmulator({ port: Number(new URL(first.dashboardUrl).port) });
    await page.getByText('Live', { exact: true }).waitFor();
  });
});
