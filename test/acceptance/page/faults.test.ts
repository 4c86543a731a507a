import type { Page } from 'playwright-core';
import { describeInBrowser, findViolations } from '../../support/browser';
import { jobs, row } from './requests-page';
import { startDashboard, takePicture, type Dashboard } from './support';

describeInBrowser('faults and the request limit in the part Requests of the page', () => {
  let edge: Dashboard;
  beforeEach(async () => {
    edge = await startDashboard();
  });

  it('injects a fault into the next call, and lists its hit', async () => {
    const { page } = await edge.open('requests');
    await page.getByRole('button', { name: 'Lose the reply of the next write' }).click();
    await faultRow(page, 'Lost reply').getByText('Active').waitFor();
    await edge.call('GET', jobs);
    await expect(edge.call('POST', jobs, {})).rejects.toThrow();
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
    await form.getByLabel('Message or body').fill('Maintenance');
    await form.getByRole('button', { name: 'Add fault' }).click();
    await faultRow(page, 'Error status').getByText('The next call to /zones/*/logpush/jobs').waitFor();
    const reply = await edge.call('GET', jobs);
    expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining('Maintenance')]);
    await faultRow(page, 'Error status').getByText('Used up').waitFor();
    await takePicture(page, 'requests-faults');

    await page.getByRole('button', { name: /^Remove the fault Lost reply/ }).click();
    await faultRow(page, 'Lost reply').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove all faults' }).click();
    await page.getByText('No faults.').waitFor();
  });

  it('shows what is left of the limit that it sets, and that the call over it is refused', async () => {
    const { page } = await edge.open('requests');
    await page.getByText('No limit.').waitFor();
    await page.getByLabel('Requests in 5 minutes').fill('0');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText('requestsPer5Minutes: must be an integer from 1').waitFor();
    await page.getByLabel('Requests in 5 minutes').fill('3');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText('3 of 3 left', { exact: true }).waitFor();
    await edge.call('GET', '/zones');
    await page.getByText(/^2 of 3 left, resets in (5:00|4:\d\d)$/).waitFor();
    expect(await page.getByRole('meter').getAttribute('value')).toBe('2');
    await edge.call('GET', '/zones');
    await edge.call('GET', '/zones');
    expect((await edge.call('GET', '/accounts')).status).toBe(429);
    await page.getByText(/All calls are refused with 429 for (5:00|4:\d\d)/).waitFor();
    await row(page, 'GET /accounts').getByText('429 Too Many Requests').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove limit' }).click();
    await page.getByText('No limit.').waitFor();
    expect((await edge.call('GET', '/accounts')).status).toBe(200);
  });
});

function faultRow(page: Page, text: string) {
  return page.getByRole('table', { name: 'Faults' }).getByRole('row').filter({ hasText: text });
}
