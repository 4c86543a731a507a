import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { Fixture } from '../../../lib/emulator';
import { runCommand, setEnvironment } from '../../cli/support';
import { ids, zones } from '../../cli/waf/zones';
import { accountId, start, world, type Running } from '../../emulator/support';
import {
  describeInBrowser,
  findViolations,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser';
import { takePicture } from './support';

const idOf = (letter: string, at: number) => letter + String(at).padStart(31, '0');

/** 2,000 pools in 40 teams; the last teams have gaps. */
const pools = Array.from({ length: 2000 }, (_, at) => ({
  id: idOf('c', at),
  name: `pool-${String(at).padStart(4, '0')}`,
  origins: [{ name: 'one', address: '192.0.2.1' }],
  ...(at < 1990 && { notification_email: `team-${at % 40}@example.com, lead@example.com` }),
}));
const hostileName = `</script><img src=x onerror="alert(1)"> \u202e it's & more`;
const webhookId = idOf('d', 1);
const policies = Array.from({ length: 38 }, (_, team) => ({
  name: `team-${team}`,
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: {
    email: [{ id: `team-${team}@example.com` }, ...(team < 30 ? [{ id: 'lead@example.com' }] : [])],
    ...(team === 3 && { webhooks: [{ id: webhookId }] }),
  },
  filters: {
    pool_id: pools.filter((_pool, at) => at < 1990 && at % 40 === team).map(({ id }) => id),
    new_health: ['Unhealthy', 'Healthy'],
    event_source: ['pool', 'origin'],
  },
}));
const fixture: Fixture = {
  ...world,
  zones,
  accounts: [
    {
      id: accountId,
      name: 'Example account',
      pools,
      policies: [...policies, { ...policies[0], name: hostileName, enabled: false }],
      webhooks: [
        { id: webhookId, name: 'chat', url: 'https://hooks.example.com/secret-path', secret: 'hush' },
      ],
    },
  ],
};

describeInBrowser('the pages that reports write', () => {
  let browser: Browser;
  let emulator: Running;
  let folder: string;
  beforeAll(async () => {
    [browser, emulator, folder] = await Promise.all([
      launchBrowser(),
      start({ fixture }),
      mkdtemp(join(tmpdir(), 'edge-reports-')),
    ]);
    setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
  });
  afterAll(async () => {
    setEnvironment({});
    await Promise.all([browser.close(), emulator.close(), rm(folder, { recursive: true })]);
  });

  /** Runs the built command, and resolves to the page that it wrote. */
  const write = async (name: string, ...parameters: string[]) => {
    const file = join(folder, `${name}.html`);
    const command = runCommand(...parameters, '--html', file);
    expect([await command.ended, command.stderr()]).toEqual([1, '']);
    return { file, url: pathToFileURL(file).href, html: await readFile(file, 'utf8') };
  };

  const openEach = async (name: string, url: string, check: (page: Page) => Promise<void>) => {
    const widths = [1280, 360] as const;
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of widths) {
        const { page, errors } = await openPage(browser, url, {
          colorScheme,
          viewport: { width, height: 900 },
        });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await check(page);
        expect(await scrollsSideways(page)).toBe(false);
        expect(errors).toEqual([]);
        await takePicture(page, `${name}-${colorScheme}-${width}`);
        await page.context().close();
      }
  };

  /** Saves the printed pages for a person to look at. */
  const print = async (name: string, url: string): Promise<Buffer> => {
    const { page } = await openPage(browser, url);
    const { SCREENSHOTS: pictures } = process.env;
    const pdf = await page.pdf({
      format: 'A4',
      ...(pictures !== undefined && { path: join(pictures, `${name}.pdf`) }),
    });
    await page.context().close();
    return pdf;
  };

  it('show a zone without a violation that axe finds, in light, dark and on a narrow screen', async () => {
    const { url } = await write('waf', 'waf', 'report', '--zone', ids.messy);
    await openEach('waf', url, async (page) => {
      expect(await findViolations(page)).toEqual([]);
      expect(await page.getByText('new WafMigration(').count()).toBe(1);
    });
    expect((await print('waf', url)).length).toBeGreaterThan(0);
  });

  it('show 2,000 pools, with every one of them in print', async () => {
    const { url, html } = await write('pools', 'pools', 'audit', '--account', accountId);
    for (const { id } of pools) expect(html).toContain(id);
    expect(html).not.toContain('secret-path');
    expect(html).not.toContain('hush');
    await openEach('pools', url, async (page) => {
      expect(await page.getByText('webhook chat').count()).toBe(1);
      expect(await page.locator('img, script').count()).toBe(0);
      expect(await page.locator('#all-pools ~ details tbody tr').count()).toBe(2000);
    });
    expect((await print('pools', url)).length).toBeGreaterThan(0);
  });
});
