import type { Page } from 'playwright-core';
import type { EmulatorOptions } from '../../../lib/emulator';
import { describeInBrowser } from '../../support/browser';
import { inspect, startDashboard, type Dashboard } from './support';

const accountId = 'a'.repeat(32);
const zoneId = '1'.repeat(32);
const emptyZoneId = '2'.repeat(32);
const proZoneId = '3'.repeat(32);
const secret = 'S3cr3tKey0000000000000000000000000000000';

const filterOf = (...conditions: readonly object[]) => JSON.stringify({ where: { and: conditions } });

const customFields = {
  request_fields: [{ name: 'x-trace' }],
  response_fields: [{ name: 'server' }],
  cookie_fields: [{ name: 'session' }],
};

const fixture: EmulatorOptions['fixture'] = {
  accounts: [{ id: accountId, name: 'Shop account' }],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'shop.example',
      plan: 'enterprise',
      rulesets: [
        {
          name: 'Custom fields',
          phase: 'http_log_custom_fields',
          rules: [{ action: 'log_custom_field', expression: 'true', action_parameters: customFields }],
        },
      ],
      jobs: [
        {
          name: 'errors',
          enabled: true,
          destination_conf: 's3://logs/errors/{DATE}?region=eu-central-1',
          output_options: {
            field_names: ['RayID', 'EdgeResponseStatus', 'Cookies', 'RequestHeaders', 'ResponseHeaders'],
          },
          filter: filterOf({ key: 'EdgeResponseStatus', operator: 'geq', value: '500' }),
        },
        {
          name: 'german',
          enabled: true,
          destination_conf: `r2://logs/german?account-id=1&access-key-id=K&secret-access-key=${secret}`,
          output_options: { output_type: 'csv', field_names: ['RayID', 'ClientCountry', 'Cookies'] },
          filter: filterOf({ key: 'ClientCountry', operator: 'in', value: ['de', 'at'] }),
        },
      ],
    },
    { id: emptyZoneId, account_id: accountId, name: 'empty.example', plan: 'enterprise' },
    { id: proZoneId, account_id: accountId, name: 'pro.example', plan: 'pro' },
  ],
};

const lineOf = (fields: object) =>
  JSON.stringify({ request: { headers: [['cookie', 'session=abc']] }, fields });

describeInBrowser('the traffic of the dashboard', () => {
  let edge: Dashboard;
  beforeEach(async () => {
    edge = await startDashboard({ fixture });
  });
  const ofJob = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('sends samples through two jobs and shows lines, custom fields and why the others were dropped', async () => {
    const { page, errors } = await edge.open('traffic');
    await page.getByRole('link', { name: 'shop.example' }).click();
    await page.getByRole('heading', { level: 1, name: 'Traffic of shop.example' }).waitFor();
    const [failing, german] = [ofJob(page, 'errors'), ofJob(page, 'german')];
    await failing.getByText('Lines whose EdgeResponseStatus is at least 500').waitFor();
    await german.getByText('Lines whose ClientCountry is one of de, at').waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('link', { name: 'Mix' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/sent; errors delivered \d+; german delivered \d+/).waitFor();
    await failing.locator('.lines mark').nth(2).waitFor();
    const marks = await failing.locator('.lines mark').allTextContents();
    expect(marks.slice(0, 3).map((text) => Object.keys(JSON.parse(text) as object))).toEqual([
      ['session'],
      ['x-trace'],
      ['server'],
    ]);
    await failing.getByText('EdgeResponseStatus is at least 500 (it is 200)').first().waitFor();
    await german.getByText('ClientCountry is one of de, at (it is "fr")').first().waitFor();
    await page.getByLabel('Delivered lines only').check();
    await page.locator('.badge', { hasText: 'Dropped' }).first().waitFor({ state: 'detached' });
    await page.getByLabel('Delivered lines only').uncheck();
    await german.locator('.lines mark').first().waitFor();
    const [cookies = ''] = await german.locator('.lines mark').allTextContents();
    expect(cookies).toMatch(/^"\{""session"":/);

    await inspect(page, 'traffic-light');
    expect(errors).toEqual([]);
  });

  it('shows why a line is invalid at the field, and keeps the text', async () => {
    const { page } = await edge.open(`traffic/${zoneId}`);
    const field = page.getByLabel('Requests, one JSON object a line');
    const text = `${lineOf({ EdgeResponseStatus: 500 })}\n{"fields":{"EdgeResponseStatus":"many"}}`;
    await field.fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').getByText('line 2: fields.EdgeResponseStatus').waitFor();
    expect(await field.inputValue()).toBe(text);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await inspect(page, 'traffic-invalid');
    await page.getByText('Nothing has been sent yet.').waitFor();
  });

  it('says what to do in a zone without jobs', async () => {
    const { page } = await edge.open(`traffic/${emptyZoneId}`);
    await page.getByText('Without a job, nothing is delivered.').waitFor();
    await page.getByText(`/client/v4/zones/${emptyZoneId}/logpush/jobs`).waitFor();
    await inspect(page, 'traffic-no-jobs');
    await page.goto(`${edge.dashboardUrl}traffic/${proZoneId}`);
    await page.getByText('Only zones of the Enterprise plan').waitFor();
  });

  it('is readable in the dark and at 360 pixels', async () => {
    const { page, errors } = await edge.open(`traffic/${zoneId}`, {
      colorScheme: 'dark',
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await ofJob(page, 'errors').getByText('Delivered').first().waitFor();
    await inspect(page, 'traffic-360-dark');
    expect(errors).toEqual([]);
  });
});
