import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { CallRecord, Emulator } from '../../../lib/emulator';
import { defaultAccountId, defaultZoneId } from '../../../lib/emulator';
import {
  describeInBrowser,
  findViolations,
  launchBrowser,
  openPage,
  scrollsSideways,
} from '../../support/browser';
import { startBuiltEmulator, takePicture } from './support';

const jobs = `/zones/${defaultZoneId}/logpush/jobs`;
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describeInBrowser('the part Requests of the page', () => {
  let browser: Browser;
  let emulator: Emulator;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    emulator = await startBuiltEmulator();
  });
  afterEach(() => emulator.close());

  it('lists the calls of another client as they come, and stands still while it is paused', async () => {
    const { page, errors } = await openRequests();
    await page.getByText('No calls of the API so far.').waitFor();
    await call('GET', '/zones?per_page=5');
    await row(page, 'GET /zones?per_page=5').getByText('200 OK').waitFor();
    await call('GET', '/nothing');
    await row(page, 'GET /nothing').getByText('404 Not Found').waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await call('POST', jobs, {});
    await page.getByText('Paused, 1 newer call', { exact: true }).waitFor();
    expect(await row(page, jobs).count()).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await row(page, `POST ${jobs}`).getByText('400 Bad Request').waitFor();

    await page.getByLabel('Show').selectOption('Writes');
    await page.getByText('1 calls', { exact: true }).waitFor();
    await page.getByLabel('Show').selectOption('Failed calls');
    await page.getByText('2 calls', { exact: true }).waitFor();
    await page.getByLabel('Search method').fill('nothing');
    await page.getByText('1 of 2 calls', { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('injects a fault into the next call, and lists its hit', async () => {
    const { page } = await openRequests();
    await page.getByRole('button', { name: 'Lose the reply of the next write' }).click();
    await faultRow(page, 'Lost reply').getByText('Active').waitFor();
    await call('GET', jobs);
    await expect(call('POST', jobs, {})).rejects.toThrow();
    await faultRow(page, 'Lost reply').getByText('1 of 1').waitFor();
    await row(page, `POST ${jobs}`).getByText('No reply').waitFor();
    await row(page, `POST ${jobs}`).getByText('Lost reply').waitFor();

    await page.getByText('Other fault').click();
    const form = page.getByRole('form', { name: 'Other fault' });
    await form.getByLabel('Path pattern').fill('/zones/*/logpush/jobs');
    await form.getByLabel('Status').fill('99');
    await form.getByRole('button', { name: 'Add fault' }).click();
    await form.getByRole('alert').getByText('status: must be an integer from 200 to 599').waitFor();
    await form.getByLabel('Status').fill('503');
    await form.getByLabel('Error message').fill('Maintenance');
    await form.getByRole('button', { name: 'Add fault' }).click();
    await faultRow(page, 'Error status').getByText('The next call to /zones/*/logpush/jobs').waitFor();
    const reply = await call('GET', jobs);
    expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('Maintenance')]);
    await faultRow(page, 'Error status').getByText('Used up').waitFor();
    await takePicture(page, 'requests-faults');

    await page.getByRole('button', { name: /^Remove the fault Lost reply/ }).click();
    await faultRow(page, 'Lost reply').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove all faults' }).click();
    await page.getByText('No faults.').waitFor();
    await page.context().close();
  });

  it('offers for each kind of fault what applies to it', async () => {
    const { page } = await openRequests();
    await page.getByText('Other fault').click();
    const form = page.getByRole('form', { name: 'Other fault' });
    const labels = async (kind: string) => {
      await form.getByLabel('Kind').selectOption(kind);
      return form.locator('label').allTextContents();
    };
    const always = ['Kind', 'Method', 'Path pattern', 'Times', 'Skip first', 'Probability'];
    expect(await labels('hang')).toEqual(always);
    expect(await labels('delay')).toEqual([...always, 'Milliseconds', 'Execute the call first']);
    expect(await labels('result')).toEqual([...always, 'Result (JSON)']);
    await form.getByLabel('Result').fill('{');
    await form.getByRole('button', { name: 'Add fault' }).click();
    await form.getByRole('alert').getByText('result: is not JSON').waitFor();
    await form.getByLabel('Result').fill('[]');
    await form.getByLabel('Probability').fill('1');
    await form.getByLabel('Seed').fill('7');
    await form.getByRole('button', { name: 'Add fault' }).click();
    await faultRow(page, 'Other result').getByText('About 100 % of all calls').waitFor();
    expect(await (await call('GET', '/zones')).json()).toMatchObject({ result: [] });
    await page.context().close();
  });

  it('shows what is left of the limit that it sets, and that the call over it is refused', async () => {
    const { page } = await openRequests();
    await page.getByText('No limit.').waitFor();
    await page.getByLabel('Requests in 5 minutes').fill('0');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText('requestsPer5Minutes: must be an integer from 1').waitFor();
    await page.getByLabel('Requests in 5 minutes').fill('3');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText('3 of 3 left', { exact: true }).waitFor();
    await call('GET', '/zones');
    await page.getByText(/^2 of 3 left, resets in (5:00|4:\d\d)$/).waitFor();
    expect(await page.getByRole('meter').getAttribute('value')).toBe('2');
    await call('GET', '/zones');
    await call('GET', '/zones');
    expect((await call('GET', '/accounts')).status).toBe(429);
    await page.getByText(/All calls are refused with 429 for (5:00|4:\d\d)/).waitFor();
    await row(page, 'GET /accounts').getByText('429 Too Many Requests').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove limit' }).click();
    await page.getByText('No limit.').waitFor();
    expect((await call('GET', '/accounts')).status).toBe(200);
    await page.context().close();
  });

  (hasCurl ? it : it.skip)('repeats a call with the command that it copies', async () => {
    const { page } = await openRequests({ permissions: ['clipboard-read', 'clipboard-write'] });
    await call('POST', jobs, { name: "it's\n@new", filter: 'not "JSON" $HOME `id`' });
    await row(page, `POST ${jobs}`).getByRole('button').click();
    const details = page.getByRole('region', { name: 'Selected request' });
    await details.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('The curl command is copied.').waitFor();
    const command = await page.evaluate(() =>
      (
        globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
      ).navigator.clipboard.readText(),
    );
    expect(await details.getByRole('region', { name: 'Command that repeats the call' }).textContent()).toBe(
      command,
    );
    await promisify(execFile)('sh', ['-c', command], {
      env: { ...process.env, EDGE_API_TOKEN: emulator.token },
    });
    const [first, second] = await calls();
    expect(second).toMatchObject({
      method: first?.method,
      path: first?.path,
      query: first?.query,
      status: first?.status,
    });
    await details.getByRole('button', { name: 'Close' }).click();
    await page.locator('#call-2').click();
    await details.getByRole('heading', { name: 'Request 2' }).waitFor();
    // The same body, byte by byte.
    expect(await details.getByRole('region', { name: 'Command that repeats the call' }).textContent()).toBe(
      command,
    );
    await page.context().close();
  });

  it('shows no secret of a call, neither in a view nor in the page', async () => {
    const { page } = await openRequests();
    await call('POST', `${jobs}?token=CANARY-1`, {
      name: 'secret job',
      destination_conf: 's3://bucket/logs?region=r&access-key-id=CANARY-2&secret-access-key=CANARY%2D3',
      ownership_challenge: 'CANARY-4',
    });
    await call('POST', `/accounts/${defaultAccountId}/alerting/v3/destinations/webhooks`, {
      name: 'hook',
      url: 'https://user:CANARY-5@chat.invalid/hook?api_key=CANARY-6',
      secret: 'CANARY-7',
    });
    await call('PUT', jobs, '{"secret": "CANARY-8');
    for (const [id, text] of [
      [1, 'Replace the placeholders first: <access-key-id>, <secret-access-key>, <ownership_challenge>.'],
      [2, 'Replace the placeholders first: <user>, <api_key>, <secret>.'],
      [3, 'The body is not JSON and may contain a secret.'],
    ] as const) {
      await page.locator(`#call-${id}`).click();
      await page.getByText(text).waitFor();
      expect(await page.content()).not.toContain('CANARY');
      expect(await readViewText(page, `/requests/${id}`)).not.toContain('CANARY');
    }
    expect(await readViewText(page, '/requests')).not.toContain('CANARY');
    await page.context().close();
  });

  it('has no violation that axe finds, fits into 360 pixels, and has a dark look', async () => {
    await call('POST', jobs, { name: 'a', destination_conf: 'https://logs.example.com/a' });
    for (const path of ['/zones', jobs, '/nothing']) await call('GET', path);
    await control('PUT', '/limits', { requestsPer5Minutes: 1200 });
    await control('POST', '/faults', { kind: 'delay', ms: 20, times: 3, match: { path: '/zones' } });
    for (let count = 0; count < 60; count += 1) await call('GET', `/zones?page=${count}`);
    for (const [name, options] of [
      ['light', { colorScheme: 'light' }],
      ['dark', { colorScheme: 'dark' }],
      ['360', { viewport: { width: 360, height: 720 } }],
    ] as const) {
      const { page, errors } = await openRequests(options);
      await page.getByText('Other fault').click();
      await page.getByText('64 calls, page 1 of 2').waitFor();
      await takePicture(page, `requests-list-${name}`);
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await row(page, `POST ${jobs}`).getByRole('button').click();
      await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await takePicture(page, `requests-details-${name}`);
      await page.keyboard.press('Escape');
      await page.locator('#call-1:focus').waitFor();
      expect(errors).toEqual([]);
      await page.context().close();
    }
  });

  function openRequests(options: Parameters<typeof openPage>[2] = {}) {
    return openPage(browser, `${emulator.dashboardUrl}#/requests`, options);
  }

  function call(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(emulator.url + path, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  function control(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(emulator.controlUrl + path, { method, body: JSON.stringify(body) });
  }

  async function calls(): Promise<readonly CallRecord[]> {
    return (await (await fetch(`${emulator.controlUrl}/calls`)).json()) as readonly CallRecord[];
  }
});

function row(page: Page, text: string) {
  return page.getByRole('table', { name: 'Calls of the API' }).getByRole('row').filter({ hasText: text });
}

function faultRow(page: Page, text: string) {
  return page.getByRole('table', { name: 'Faults' }).getByRole('row').filter({ hasText: text });
}

/** A view as the page reads it. */
function readViewText(page: Page, path: string): Promise<string> {
  return page.evaluate(async (url) => {
    const { document } = globalThis as unknown as {
      document: { querySelector: (selector: string) => { content: string } };
    };
    const token = document.querySelector('meta[name=control-token]').content;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
  }, `/__emulator/page${path}`);
}
