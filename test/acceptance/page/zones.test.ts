import type { Fixture, FixtureZone } from '../../../lib/emulator';
import { listOf, objectsOf } from '../../../lib/ground/json';
import { describeInBrowser, type openPage } from '../../support/browser';
import { pick } from '../../emulator/support';
import { inspect, startDashboard, takePicture, type Dashboard } from './support';

const accountId = 'a'.repeat(32);
const managedRuleset = 'efb7b8c949ac4650a09736fc376e9aee';
/** Rules of the package that becomes the managed ruleset. */
const wordpressRule = 'f939de3be84e66e757adcdcb87900005';
const shellshockRule = 'f939de3be84e66e757adcdcb87900001';
const userRule = 'f939de3be84e66e757adcdcb87902001';

const zone = (id: string, name: string, plan: FixtureZone['plan'], more: Partial<FixtureZone> = {}) => ({
  id: id.repeat(32),
  account_id: accountId,
  name,
  plan,
  ...more,
});
const pro = zone('1', 'pro.example', 'pro');
const business = zone('2', 'business.example', 'business');
const enterprise = zone('3', 'enterprise.example', 'enterprise', {
  firewall_rules: [
    {
      action: 'bypass',
      products: ['waf'],
      filter: { expression: 'ip.src eq 192.0.2.1' },
      description: 'Probe',
    },
  ],
});
const override = { urls: ['held.example/shop*'], rules: { [shellshockRule]: 'disable' } };
const held = zone('4', 'held.example', 'business', { waf: { overrides: [override] } });
const free = zone('5', 'free.example', 'free');
const fixture: Fixture = {
  accounts: [{ id: accountId, name: 'Example account' }],
  zones: [pro, business, enterprise, held, free],
};

describeInBrowser('the part Zones of the page', () => {
  let edge: Dashboard;
  beforeEach(async () => {
    edge = await startDashboard({ fixture, wafCutoverMs: 300 });
  });

  const statusOf = async ({ id }: { readonly id: string }) => {
    const status = await edge.result('GET', `/zones/${id}/waf_migration/status`);
    return ['old_waf_status', 'new_waf_status', 'migration_state'].map((name) => pick(status, name));
  };
  const entryPoint = ({ id }: { readonly id: string }) =>
    edge.result('GET', `/zones/${id}/rulesets/phases/http_request_firewall_managed/entrypoint`);
  const overridesOf = async (of: { readonly id: string }) => {
    const rules = pick(await entryPoint(of), 'rules');
    const rule: unknown = listOf(rules).find(
      (each: unknown) => pick(each, 'action_parameters', 'id') === managedRuleset,
    );
    return pick(rule, 'action_parameters', 'overrides', 'rules');
  };
  const open = async (path: string, options?: Parameters<typeof openPage>[1]) => {
    const opened = await edge.open(`zones${path}`, options);
    opened.page.setDefaultTimeout(60_000);
    await opened.page.getByText('Live', { exact: true }).waitFor();
    return opened;
  };
  const validate = async ({ id }: { readonly id: string }) => {
    const body = await edge.result('GET', `/zones/${id}/waf_migration/config?phase_two=1`);
    const rules = pick(body, 'rules');
    await edge.result(
      'PUT',
      `/zones/${id}/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=validation&phase_two=1`,
      {
        rules: objectsOf(rules).map((rule) => ({
          ...rule,
          // JSON leaves them out.
          id: undefined,
          version: undefined,
          ref: undefined,
        })),
      },
    );
  };
  it('deploys the reviewed configuration of a zone, which has then the new version only', async () => {
    const { page, errors } = await open('');
    await page.getByRole('link', { name: pro.name }).click();
    await page.getByText('Update available.').waitFor();
    await inspect(page, 'zone-pro-banner');
    await page.getByText('Review configuration').click();
    await page.getByRole('heading', { name: 'Previous configuration' }).waitFor();
    await page.getByText('waf.sensitivity_changed').waitFor();
    expect(await page.getByText('Ready to update').count()).toBe(0);
    await takePicture(page, 'zone-pro-review');

    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('then the previous version is turned off').waitFor();
    await inspect(page, 'zone-pro-dialog');
    // Nothing happens before it is acknowledged.
    await dialog.getByRole('button', { name: 'Deploy' }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel(`${pro.name} cannot go back`).check();
    await dialog.getByRole('button', { name: 'Deploy' }).click();

    // The cutover ends without an event.
    await page.getByRole('heading', { name: 'Managed rulesets' }).waitFor();
    await page.locator('[aria-current=step]', { hasText: 'New version only' }).waitFor();
    expect(await page.getByText('Update available').count()).toBe(0);
    expect(await page.getByText('Previous configuration').count()).toBe(0);
    expect(await statusOf(pro)).toEqual(['disabled', 'enabled', 'complete']);
    await page
      .getByText('apart from')
      .or(page.getByText('The zone is protected by managed rules.'))
      .waitFor();
    await inspect(page, 'zone-pro-complete');
    expect(errors).toEqual([]);
  });

  it('takes an Enterprise zone through validation mode, with an adjustment, to the new version only', async () => {
    const { page, errors } = await open(`/${enterprise.id}`);
    await page.getByText('Review configuration').click();
    await page.getByText('skip all managed rules where (ip.src eq 192.0.2.1)').waitFor();
    await page.getByText('0 rule overrides').click();
    await page.getByLabel('by ID').first().fill(wordpressRule);
    await page.getByRole('button', { name: 'Add override' }).first().click();
    await page.getByText('waf.override_changed').waitFor();
    await page.getByText(`1 override: ${wordpressRule} log`, { exact: false }).first().waitFor();
    await inspect(page, 'zone-enterprise-adjusted');
    await page.getByRole('button', { name: 'Deploy with adjustments' }).click();
    await page.getByRole('dialog').getByRole('checkbox').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();

    await page.getByRole('heading', { name: 'Deployed configuration' }).waitFor();
    expect(await statusOf(enterprise)).toEqual(['enabled', 'enabled', 'validation']);
    expect(await overridesOf(enterprise)).toEqual([{ id: wordpressRule, action: 'log' }]);
    expect(await page.getByRole('button', { name: /^Deploy/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Turn off previous version' }).isVisible()).toBe(false);

    await page.getByText('Ready to update').click();
    // Nothing happens before the second step.
    expect(await statusOf(enterprise)).toEqual(['enabled', 'enabled', 'validation']);
    await page.getByRole('button', { name: 'Turn off previous version' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Turn off previous version' });
    await confirm.click();
    expect(await statusOf(enterprise)).toEqual(['enabled', 'enabled', 'validation']);
    await takePicture(page, 'zone-enterprise-dialog');
    await dialog.getByLabel('enterprise.example cannot go back').check();
    await confirm.click();
    await page.getByRole('heading', { name: 'Managed rulesets' }).waitFor();
    expect(await statusOf(enterprise)).toEqual(['disabled', 'enabled', 'complete']);
    expect(await overridesOf(enterprise)).toEqual([{ id: wordpressRule, action: 'log' }]);
    expect(
      await page
        .getByRole('list', { name: 'Stages' })
        .getByRole('listitem')
        .filter({ hasText: 'UTC' })
        .count(),
    ).toBe(3);
    expect(errors).toEqual([]);
  });

  it('shows the events of validation mode side by side, and saves what they suggest', async () => {
    await validate(enterprise);
    const { page, errors } = await open(`/${enterprise.id}`);
    await page.getByText('No events yet.').waitFor();
    const line = (RayID: string, ClientRequestPath: string, waf: object) =>
      JSON.stringify({
        fields: { RayID, ClientRequestHost: enterprise.name, ClientRequestMethod: 'POST', ClientRequestPath },
        waf,
      });
    await edge.control(
      'POST',
      `/zones/${enterprise.id}/requests`,
      [
        line('1', '/posts', {
          new: [{ rule_id: wordpressRule, ruleset_id: managedRuleset, action: 'block' }],
        }),
        line('2', '/internal', { previous: [{ rule_id: userRule, action: 'block' }] }),
      ].join('\n'),
    );
    const blocked = page.getByRole('table', { name: 'Stopped by the new version only' });
    await blocked.getByText(`POST ${enterprise.name}/posts`).waitFor();
    await page
      .getByRole('table', { name: 'Missed by the new version' })
      .getByText('/internal')
      .first()
      .waitFor();
    await inspect(page, 'zone-validation-events');

    await blocked.getByRole('button', { name: `Only log: rule ${wordpressRule}` }).click();
    await page.getByText('Adjustments are not saved.').waitFor();
    expect(await page.getByText('Ready to update').count()).toBe(0);
    await page.getByRole('button', { name: 'Save adjustments' }).click();
    await page.getByText(`Saved the managed rules of ${enterprise.name}.`).waitFor();
    expect(await overridesOf(enterprise)).toEqual([{ id: wordpressRule, action: 'log' }]);
    expect(await statusOf(enterprise)).toEqual(['enabled', 'enabled', 'validation']);
    expect(errors).toEqual([]);
  });

  it('shows the message of a failed call, keeps the adjustments, and repeats the call', async () => {
    const { page } = await open(`/${pro.id}`);
    await page.getByText('Review configuration').click();
    await page.getByText('0 rule overrides').click();
    await page.getByLabel('by ID').first().fill(shellshockRule);
    await page.getByRole('button', { name: 'Add override' }).first().click();
    const action = page.getByLabel(shellshockRule);
    await action.selectOption({ label: 'Disabled' });
    const match = { method: 'PUT', path: '/zones/*/rulesets/phases/*/entrypoint' };
    await edge.control('POST', '/faults', { kind: 'status', status: 503, match, times: 1 });
    const deploy = async () => {
      await page.getByRole('button', { name: 'Deploy with adjustments' }).click();
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
    };
    await deploy();
    await page.locator('.announcer .failed').waitFor();
    await takePicture(page, 'zone-failed');
    expect(await statusOf(pro)).toEqual(['enabled', 'disabled', 'start']);
    expect(await action.inputValue()).toBe('disabled');
    await deploy();
    await page.getByRole('heading', { name: 'Managed rulesets' }).waitFor();
    expect(await overridesOf(pro)).toEqual([{ id: shellshockRule, enabled: false }]);
  });

  it('enables, disables and deploys each managed ruleset of a migrated zone by itself', async () => {
    const { page } = await open(`/${free.id}`);
    await page.getByText('waf.no_managed_ruleset').waitFor();
    await page.getByRole('button', { name: 'Add Cloudflare Free Managed Ruleset' }).click();
    await page.getByText('The zone is protected by managed rules.').waitFor();
    await page.getByRole('button', { name: 'Save adjustments' }).click();
    await page.getByText('Saved the managed rules').waitFor();
    expect(await entryPoint(free)).toMatchObject({ rules: [{ action: 'execute', enabled: true }] });
    await page.getByLabel('Cloudflare Free Managed Ruleset', { exact: true }).uncheck();
    await page.getByText('waf.no_managed_ruleset').waitFor();
    await page.getByRole('button', { name: 'Discard adjustments' }).click();
    await page.getByText('The zone is protected by managed rules.').waitFor();
  });

  it('fits into 360 pixels, and is legible in the dark', async () => {
    await validate(enterprise);
    const { page } = await open('', { viewport: { width: 360, height: 720 }, colorScheme: 'dark' });
    for (const [path, text] of [
      ['', 'Update available'],
      [`/${pro.id}`, 'Review configuration'],
      [`/${enterprise.id}`, 'Finish the update'],
      [`/${held.id}`, 'Not eligible'],
    ] as const) {
      await page.goto(`${edge.dashboardUrl}zones${path}`);
      await page.getByText(text).first().click();
      await inspect(page, `zones-360-dark${path.slice(0, 4).replaceAll('/', '-')}`);
    }
  });

  it('searches the zones, and shows those of one state', async () => {
    const { page } = await open('');
    await page.getByLabel('Search by name').fill('held');
    await page.getByText('1 of 5 zones').waitFor();
    await page.getByLabel('Search by name').fill('');
    await page.getByText('5 zones', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Never had the previous version 1' }).click();
    await page.getByText('1 of 5 zones', { exact: true }).waitFor();
    await page.getByRole('link', { name: free.name }).waitFor();
    await takePicture(page, 'zones-state');
  });
});
