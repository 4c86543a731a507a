import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { Fixture } from '../../../lib/emulator';
import { serve } from '../../cli/serve';
import { runCommand } from '../../cli/support';
import { ids, zones } from '../../cli/waf/zones';
import { accountId, world } from '../../emulator/support';
import { describeInBrowser, findViolations, openPage, scrollsSideways } from '../../support/browser';
import { makeFolder } from '../../support/folder';
import { takePicture } from './support';

const idOf = (letter: string, at: number) => letter + String(at).padStart(31, '0');
const hostileName = `</script><img src=x onerror="alert(1)"> \u202e it's & more`;
const webhookId = idOf('d', 1);

/** Pools of 40 teams. The lead is in the policies of most; two teams have none, and the last pools nobody. */
const poolsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: idOf('c', at),
    name: `pool-${String(at).padStart(4, '0')}`,
    origins: [{ name: 'one', address: '192.0.2.1' }],
    ...(at < count - 5 && { notification_email: `team-${at % 40}@example.com, lead@example.com` }),
  }));
const policyOf = (team: number, count: number) => ({
  name: `team-${team}`,
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: {
    email: [{ id: `team-${team}@example.com` }, ...(team < 12 ? [{ id: 'lead@example.com' }] : [])],
    ...(team === 3 && { webhooks: [{ id: webhookId }] }),
  },
  filters: {
    pool_id: poolsOf(count)
      .slice(0, count - 5)
      .filter((_pool, at) => at % 40 === team)
      .map(({ id }) => id),
    new_health: ['Unhealthy', ...(team === 5 ? [] : ['Healthy'])],
    event_source: ['pool', 'origin'],
  },
});
const accountWith = (id: string, name: string, count: number) => ({
  id,
  name,
  pools: poolsOf(count),
  policies: [
    ...Array.from({ length: Math.min(38, count - 8) }, (_, team) => policyOf(team, count)),
    { ...policyOf(1, count), name: hostileName, enabled: false },
  ],
  webhooks: [{ id: webhookId, name: 'chat', url: 'https://hooks.example.com/secret-path', secret: 'hush' }],
});
const large = 'f'.repeat(32);
const fixture: Fixture = {
  ...world,
  zones,
  accounts: [accountWith(accountId, 'Example account', 24), accountWith(large, 'Large account', 2000)],
};

describeInBrowser('the pages that reports write', () => {
  const folder = makeFolder();
  beforeAll(() => serve(fixture));

  /** Runs the built command, and resolves to the page that it wrote. */
  const write = async (name: string, ...parameters: string[]) => {
    const file = join(folder, `${name}.html`);
    const command = runCommand(...parameters, '--html', file);
    expect([await command.ended, command.stderr()]).toEqual([1, '']);
    return { file, url: pathToFileURL(file).href, html: await readFile(file, 'utf8') };
  };

  const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [1280, 360].map((width) => ({ colorScheme, viewport: { width, height: 900 } })),
  );

  const openEach = async (name: string, url: string) => {
    for (const look of looks) {
      const { page, errors } = await openPage(url, look);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The contrast depends on the scheme, the structure on the width; axe takes seconds.
      if ((look.colorScheme === 'dark') === (look.viewport.width === 360))
        expect(await findViolations(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      // A caption of a few letters a line would be readable to axe, and to nobody else.
      for (const caption of await page.locator('caption').all())
        expect((await caption.boundingBox())?.height).toBeLessThan(100);
      expect(await page.locator('img, script, [style]').count()).toBe(0);
      expect(errors).toEqual([]);
      await takePicture(page, `${name}-${look.colorScheme}-${look.viewport.width}`);
    }
  };

  /** Prints a page, and saves it only where somebody looks at pictures. */
  const print = async (name: string, page: Page): Promise<Buffer> => {
    const { SCREENSHOTS: pictures } = process.env;
    const path = pictures === undefined ? {} : { path: join(pictures, `${name}.pdf`) };
    return page.pdf({ preferCSSPageSize: true, ...path });
  };

  it('show a zone without a violation that axe finds, in light, dark and on a narrow screen', async () => {
    const { url } = await write('waf', 'waf', 'report', '--zone', ids.messy);
    await openEach('waf', url);
    const { page } = await openPage(url);
    await page.getByText('new WafMigration(').waitFor();
    expect((await print('waf', page)).length).toBeGreaterThan(0);
  });

  it('show pools in the same way, and neither the address nor the secret of a webhook', async () => {
    const { url, html } = await write('pools', 'pools', 'audit', '--account', accountId);
    expect(html).toContain('webhook chat');
    expect(html).not.toMatch(/secret-path|hush/);
    await openEach('pools', url);
    const { page } = await openPage(url);
    await print('pools', page);
  });

  it('show 2,000 pools in one table, which folds on the screen and is whole in print', async () => {
    const { url } = await write('large', 'pools', 'audit', '--account', large);
    const { page } = await openPage(url, { colorScheme: 'dark' });
    const rows = page.locator('details tbody tr');
    expect(await rows.count()).toBe(2000);
    await page.locator('summary').click();
    expect(await rows.first().isVisible()).toBe(false);
    // The findings alone take a few pages.
    expect(pagesOf(await print('large', page))).toBeGreaterThan(40);
  });
});

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
