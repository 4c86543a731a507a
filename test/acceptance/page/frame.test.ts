import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser, openPage } from '../../support/browser';
import { inspect, looks, startBuiltEmulator, startDashboard, type Dashboard } from './support';

const parts = ['Zones', 'Traffic', 'Pools', 'Requests', 'World'];

describe('what is around the pages', () => {
  const file = readFileSync(join(__dirname, '../../../dist/emulator/page/page.html'), 'utf8');

  it('is smaller than 30 KB, with its script and styles', () => {
    expect(Buffer.byteLength(file)).toBeLessThan(30_000);
  });

  it('names no other address than this emulator', () => {
    const addresses = [...file.matchAll(/(?:https?:)?\/\/[\w.-]+/g)].map(([address]) => address);
    expect(addresses).toEqual([]);
  });
});

describeInBrowser('the page of the emulator', () => {
  let edge: Dashboard;
  beforeAll(async () => {
    edge = await startDashboard();
  });

  it.each(parts.flatMap((part) => looks.map(([look, options]) => [part, look, options] as const)))(
    'shows %s without a violation that axe finds, and fits into its width: %s',
    async (part, look, options) => {
      const { page, errors } = await edge.open(part.toLowerCase(), options);
      await page.getByRole('heading', { level: 1, name: part }).waitFor();
      await inspect(page, `${part}-${look}`);
      expect(errors).toEqual([]);
    },
  );

  it('is usable with the keyboard alone: a part opens with Enter', async () => {
    const { page } = await edge.open('');
    await page.getByText('Live', { exact: true }).waitFor();
    // The skip link, Zones, Traffic, Pools.
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
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
