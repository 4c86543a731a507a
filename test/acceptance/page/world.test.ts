import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Fixture } from '../../../lib/emulator';
import { describeInBrowser, findViolations, type openPage } from '../../support/browser';
import { press, shows, startDashboard, takePicture, type Dashboard } from './support';

const accountId = 'a'.repeat(32);
const zoneId = '1'.repeat(32);
const poolId = 'b'.repeat(32);
const pools = `/accounts/${accountId}/load_balancers/pools`;
const destination = 'r2://logs/all?account-id=1&access-key-id=CANARYkey&secret-access-key=CANARYsecret';

const fixture: Fixture = {
  accounts: [
    {
      id: accountId,
      name: 'Shop account',
      pools: [{ id: poolId, name: 'eu-shop', origins: [{ name: 'one', address: '192.0.2.1' }] }],
      webhooks: [{ name: 'chat', url: 'http://127.0.0.1:9/alerts', secret: 'CANARYwebhook' }],
    },
  ],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'shop.example',
      plan: 'enterprise',
      jobs: [{ name: 'all', destination_conf: destination, enabled: true }],
    },
    { id: '2'.repeat(32), account_id: accountId, name: 'blog.example', plan: 'pro' },
  ],
  tokens: ['CANARYtoken'],
  keys: [{ email: 'ops@example.com', key: 'CANARYapikey' }],
};

describeInBrowser('the world on the page', () => {
  let edge: Dashboard;
  beforeEach(async () => {
    edge = await startDashboard({ fixture });
  });

  const open = async (options?: Parameters<typeof openPage>[1]) => {
    const opened = await edge.open('world', options);
    await opened.page.getByRole('heading', { name: 'Contents' }).waitFor();
    return opened;
  };
  const confirm = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('is exported to a file without secrets, and an import of the file takes changes back', async () => {
    const { page, errors } = await open();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^world-\d{8}T\d{6}Z\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).not.toContain('CANARY');
    const [shown] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByText('Show the fixture').click(),
    ]);
    await shows(shown, '"eu-shop"');
    await shown.close();

    await edge.result('PATCH', `${pools}/${poolId}`, { description: 'changed' });
    await edge.result('POST', pools, { name: 'new', origins: [{ name: 'one', address: '192.0.2.1' }] });
    await page.locator('.facts', { hasText: 'Pools2' }).waitFor();
    await page.getByLabel('Fixture file').setInputFiles({
      name: download.suggestedFilename(),
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await press(page, 'Import…');
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, 'world-import');
    await confirm(page, 'Import');
    await shows(page, 'The fixture was imported.');
    // With the token of before: the user's clients are not locked out.
    expect(await edge.result('GET', pools)).toMatchObject([{ id: poolId, name: 'eu-shop', description: '' }]);
    expect(await page.content()).not.toContain('CANARY');
    expect(errors).toEqual([]);
  });

  it('stays as it is when the fixture is invalid: the page shows the path of the error', async () => {
    const { page } = await open();
    const area = page.getByLabel(/^Or its JSON/);
    await area.fill('{"zones": [');
    await press(page, 'Import…');
    await confirm(page, 'Import');
    await shows(page, 'fixture: is not JSON');
    const wrong = { ...fixture, zones: [{ ...fixture.zones?.[0], plan: 'gold' }] };
    await area.fill(JSON.stringify(wrong));
    await press(page, 'Import…');
    await confirm(page, 'Cancel');
    await press(page, 'Import…');
    await confirm(page, 'Import');
    await shows(page, 'fixture: zones[0].plan: gold is not one of free, pro, business, enterprise');
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, 'world-invalid');
    expect(await edge.result('GET', '/zones')).toHaveLength(2);
  });

  it('is reset after a question that says what is lost', async () => {
    const { page } = await open();
    await edge.result('DELETE', `${pools}/${poolId}`);
    await page.locator('.facts', { hasText: 'Pools0' }).waitFor();
    await press(page, 'Reset…');
    const lost = '1 account, 2 zones, 0 rulesets, 1 log-delivery job, 0 pools, 0 notification policies';
    await page.getByRole('dialog').getByText(lost).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await confirm(page, 'Reset');
    await page.locator('.facts', { hasText: 'Pools1' }).waitFor();
    expect(await edge.result('GET', pools)).toMatchObject([{ id: poolId }]);
  });

  it('keeps all quirks that are set at once, whatever data of before arrive meanwhile', async () => {
    const { page } = await open();
    const names = [/Unknown fields/, /Omit zero values/];
    const switches = names.map((name) => page.getByRole('switch', { name }));
    const handles = await Promise.all(switches.map((each) => each.elementHandle()));
    let unwritten = handles.length;
    const written = new Promise<void>((resolve) => {
      page.on('requestfinished', (request) => {
        if (request.method() === 'PUT' && request.url().endsWith('/quirks') && --unwritten === 0) resolve();
      });
    });
    await page.evaluate((elements) => {
      for (const each of elements) (each as unknown as { click: () => void }).click();
    }, handles);
    await written;
    expect(await edge.control('GET', '/quirks')).toMatchObject({ unknownFields: true, omitZeroValues: true });
    for (const each of switches) expect(await each.isChecked()).toBe(true);
    for (const each of switches) await each.uncheck();
    await shows(page, 'Omit zero values: off.');
    expect(await edge.control('GET', '/quirks')).toMatchObject({
      unknownFields: false,
      omitZeroValues: false,
    });
  });

  it('has a clock that moves on, and the duration of a cutover', async () => {
    const { page } = await open();
    await press(page, '+ 1 hour');
    await shows(page, '1 h ahead of the clock of the machine.');
    await page.getByLabel('Move on by').fill('2.5');
    await page.getByLabel('Unit').selectOption('days');
    await press(page, 'Move on');
    await shows(page, '2 d 13 h ahead of the clock of the machine.');
    expect(await edge.control('GET', '/clock')).toMatchObject({ advancedMs: 61 * 3_600_000 });

    await page.getByLabel('Duration in seconds').fill('90');
    await press(page, 'Set');
    await shows(page, '1 min 30 s');
    expect(await edge.control('GET', '/waf-cutover')).toEqual({ ms: 90_000 });
  });
});
