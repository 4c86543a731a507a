import type { Page } from 'playwright-core';
import type { Fixture } from '../../../lib/emulator';
import { describeInBrowser, scrollsSideways } from '../../support/browser';
import { startDashboard, type Dashboard } from './support';

const accountId = 'a'.repeat(32);
const otherAccountId = 'b'.repeat(32);
const zoneId = '1'.repeat(32);
const zoneName = 'a-name-that-is-longer-than-a-screen.registered.international.example';
const fixture: Fixture = {
  accounts: [
    {
      id: accountId,
      name: 'Shop',
      pools: [{ id: 'c'.repeat(32), name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }] }],
    },
    { id: otherAccountId, name: 'Blog' },
  ],
  zones: [{ id: zoneId, account_id: accountId, name: zoneName, plan: 'enterprise' }],
};

interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

describeInBrowser('the looks of the page', () => {
  let edge: Dashboard;
  beforeAll(async () => {
    edge = await startDashboard({ fixture });
  });

  const open = async (path: string, width = 1280) => {
    const { page } = await edge.open(path, { viewport: { width, height: 800 } });
    await page.locator('main h1').waitFor();
    return page;
  };

  it('says the outcome of an action beside the parts, moves nothing, and says it on that page only', async () => {
    const page = await open('world');
    const button = page.getByRole('button', { name: '+ 5 minutes' });
    const before = await boxOf(page, 'main');
    await button.click();
    const toast = await boxOf(page, '.announcer p');
    const header = await boxOf(page, 'header');
    expect(toast.bottom).toBeLessThanOrEqual(header.bottom);
    expect(toast.left).toBeGreaterThan((await boxOf(page, 'header nav')).right);
    expect(await boxOf(page, 'main')).toMatchObject({ top: before.top });
    expect(await boxOf(page, 'main')).toMatchObject({ top: header.bottom });
    await page.getByRole('link', { name: 'Traffic', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
    expect(await page.locator('.announcer p').count()).toBe(0);
  });

  it('leaves room for the outcome of an action below a page that is narrow', async () => {
    const page = await open('world', 360);
    await page.getByRole('button', { name: '+ 5 minutes' }).click();
    await page.locator('.announcer p').waitFor();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const last = await boxOf(page, 'main .card:has-text("Variations of replies")');
    expect(last.bottom).toBeLessThan((await boxOf(page, '.announcer p')).top);
  });

  it('says so where there is no page', async () => {
    const page = await open('pools');
    for (const path of [
      'nothing',
      `zones/${zoneId}/nothing`,
      'traffic/accounts/1/2',
      `pools/${accountId}`,
      'requests/1',
      'world/1',
    ]) {
      await page.goto(`${edge.dashboardUrl}${path}`);
      await page.getByText(`has no page /${path}.`).waitFor();
      expect(await page.title()).toBe('No such page – edge-platform emulator');
      expect(await page.locator('[aria-current]').count()).toBe(0);
    }
    await page.getByRole('link', { name: 'Pools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor();
  });

  it('breaks a long name, and no word of a column with single words', async () => {
    const page = await open(`zones/${zoneId}`, 360);
    await page.getByRole('heading', { level: 1, name: zoneName }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await page.goto(`${edge.dashboardUrl}traffic/${zoneId}`);
    await page.getByRole('heading', { level: 1, name: zoneName }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.goto(`${edge.dashboardUrl}zones`);
    await page.getByRole('cell', { name: 'Enterprise', exact: true }).waitFor();
    const lines = await page.evaluate(`
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('td[data-label=Plan]'));
      range.getClientRects().length;
    `);
    expect(lines).toBe(1);
  });
});

interface Measured {
  getBoundingClientRect(): Box;
}

async function boxOf(page: Page, selector: string): Promise<Box> {
  const { top, right, bottom, left } = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const box = (element as unknown as Measured).getBoundingClientRect();
      return { top: box.top, right: box.right, bottom: box.bottom, left: box.left };
    });
  return { top, right, bottom, left };
}
