import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describeInBrowser, findViolations, scrollsSideways } from '../../support/browser';
import { jobs, row } from './requests-page';
import { looks, startDashboard, takePicture, type Dashboard } from './support';
import type { CallRecord } from '../../../lib/emulator';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describeInBrowser('the calls in the part Requests of the page', () => {
  let edge: Dashboard;
  beforeEach(async () => {
    edge = await startDashboard();
  });

  it('lists the calls of another client as they come, and stands still while it is paused', async () => {
    const { page, errors } = await edge.open('requests');
    await page.getByText('No calls of the API so far.').waitFor();
    await edge.call('GET', '/zones?per_page=5');
    await row(page, 'GET /zones?per_page=5').getByText('200 OK').waitFor();
    await edge.call('GET', '/nothing');
    await row(page, 'GET /nothing').getByText('404 Not Found').waitFor();

    await page.getByRole('link', { name: 'Pause' }).click();
    await edge.call('POST', jobs, {});
    await page.getByText('Paused, 1 newer call', { exact: true }).waitFor();
    expect(await row(page, jobs).count()).toBe(0);
    await page.getByRole('link', { name: 'Resume' }).click();
    await row(page, `POST ${jobs}`).getByText('400 Bad Request').waitFor();

    await page.getByRole('link', { name: 'Writes' }).click();
    await page.getByText('1 call', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Failed calls' }).click();
    await page.getByText('2 calls', { exact: true }).waitFor();
    await page.getByLabel('Search method').fill('nothing');
    await page.getByText('1 of 2 calls', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  it('shows a call that came between the first reading and the opening of the stream of events', async () => {
    let letOpen = (): void => undefined;
    const opening = new Promise<void>((resolve) => {
      letOpen = resolve;
    });
    const { page } = await edge.open('requests', {}, (each) =>
      each.route(/\/page\/events/, async (route) => {
        await opening;
        await route.continue();
      }),
    );
    await page.getByText('No calls of the API so far.').waitFor();
    await edge.call('GET', '/zones?per_page=5');
    letOpen();
    await row(page, 'GET /zones?per_page=5').getByText('200 OK').waitFor();
  });

  (hasCurl ? it : it.skip)('repeats a call with the command that it copies', async () => {
    const { page } = await edge.open('requests', { permissions: ['clipboard-read', 'clipboard-write'] });
    await edge.call('POST', jobs, { name: "it's\n@new", filter: 'not "JSON" $HOME `id`' });
    await row(page, `POST ${jobs}`).getByRole('link').click();
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
      env: { ...process.env, EDGE_API_TOKEN: edge.token },
    });
    const [first, second] = (await edge.control('GET', '/calls')) as readonly CallRecord[];
    const { method, path, query, status } = first ?? {};
    expect(second).toMatchObject({ method, path, query, status });
    await details.getByRole('link', { name: 'Close' }).click();
    await page.locator('#call-2').click();
    await details.getByRole('heading', { name: 'Request 2' }).waitFor();
    // The same body, byte by byte.
    expect(await details.getByRole('region', { name: 'Command that repeats the call' }).textContent()).toBe(
      command,
    );
  });

  it('stays usable during thousands of calls', async () => {
    const { page, errors } = await edge.open('requests');
    await page.getByText('No calls of the API so far.').waitFor();
    const reads: string[] = [];
    page.on('request', (request) => reads.push(request.url()));
    let isSeen = false;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let count = 0; count < 500 || !isSeen; count += 1)
          await (await edge.call('GET', '/zones')).text();
      }),
    );
    try {
      await row(page, 'GET /zones').first().waitFor();
      await page.getByRole('link', { name: 'Pause' }).click();
      await page.getByText(/^Paused, [\d,]+ newer calls$/).waitFor();
      await row(page, 'GET /zones').first().getByRole('link').click();
      await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
    } finally {
      isSeen = true;
    }
    await load;
    await page.getByRole('link', { name: 'Resume' }).click();
    const { length } = (await edge.control('GET', '/calls')) as readonly CallRecord[];
    await page.getByText(`${length} calls, page 1 of ${Math.ceil(length / 50)}`).waitFor();
    expect(await row(page, 'GET /zones').count()).toBe(50);
    expect(reads.length).toBeLessThan(length);
    expect(errors).toEqual([]);
  });

  it('has no violation that axe finds, fits into 360 pixels, and has a dark look', async () => {
    await edge.call('POST', jobs, { name: 'a', destination_conf: 'https://logs.example.com/a' });
    for (const path of ['/zones', jobs, '/nothing']) await edge.call('GET', path);
    await edge.control('PUT', '/limits', { requestsPer5Minutes: 1200 });
    await edge.control('POST', '/faults', { kind: 'delay', ms: 20, times: 3, match: { path: '/zones' } });
    await Promise.all(Array.from({ length: 60 }, () => edge.call('GET', '/zones')));
    for (const [name, options] of looks) {
      const { page, errors } = await edge.open('requests', options);
      await page.getByText('Other fault').click();
      await page.getByText('64 calls, page 1 of 2').waitFor();
      await takePicture(page, `requests-list-${name}`);
      await page.getByRole('link', { name: 'Next', exact: true }).click();
      await row(page, `POST ${jobs}`).getByRole('link').click();
      await page.getByRole('button', { name: 'Copy as curl' }).waitFor();
      if (name !== '360') expect(await findViolations(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await takePicture(page, `requests-details-${name}`);
      await page.keyboard.press('Escape');
      await page.locator('#call-1:focus').waitFor();
      expect(errors).toEqual([]);
    }
  });
});
