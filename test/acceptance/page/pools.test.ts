import type { EmulatorOptions } from '../../../lib/emulator';
import { startMailServer } from '../../emulator/mail-server';
import { startReceiver } from '../../emulator/receiver';
import { describeInBrowser } from '../../support/browser';
import { inspect, looks, startDashboard, takePicture, type Dashboard } from './support';

const accountId = 'a'.repeat(32);
const otherAccountId = 'b'.repeat(32);
const poolId = 'c'.repeat(32);
const otherPoolId = 'd'.repeat(32);
const webhookId = 'e'.repeat(32);

const origins = ['frankfurt', 'paris'].map((name, at) => ({ name, address: `192.0.2.${at + 1}` }));
const primary = {
  id: poolId,
  name: 'primary',
  description: 'Shop in the EU',
  origins,
  notification_email: 'ops@example.com, oncall@example.com',
  notification_filter: { pool: null, origin: { healthy: false } },
};
const disabled = {
  id: otherPoolId,
  name: 'retired',
  enabled: false,
  origins: [origins[0], { ...origins[1], enabled: false }],
};
const policy = {
  name: 'Health of the shop',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'OPS@example.com' }] },
  filters: { pool_id: [poolId], new_health: ['Unhealthy', 'Healthy'], event_source: ['pool'] },
};

/** An emulator with an account that has these. */
function startWith(account: object, options: EmulatorOptions = {}): Promise<Dashboard> {
  return startDashboard({
    fixture: {
      accounts: [
        { id: accountId, name: 'Shop', ...account },
        { id: otherAccountId, name: 'Blog', pools: [{ name: 'blog', origins }] },
      ],
    },
    ...options,
  });
}

async function openPool(edge: Dashboard) {
  const opened = await edge.open(`pools/${accountId}/${poolId}`);
  await opened.page.getByRole('heading', { level: 1, name: 'primary' }).waitFor();
  return opened;
}

describeInBrowser('the pools of the page', () => {
  it('shows a policy that another client creates, and who is notified of what', async () => {
    const edge = await startWith({ pools: [primary] });
    const { page, errors } = await openPool(edge);
    await page.getByText('No policy for pool health lists this pool.').waitFor();
    expect(await page.locator('tbody tr:has-text("Legacy e-mail") td').allTextContents()).toEqual([
      'ops@example.com, oncall@example.com',
      'Yes',
      'Yes',
      'Yes',
      'No',
    ]);
    await page.getByText('Nobody is notified when an origin becomes healthy.').waitFor();
    await edge.result('POST', `/accounts/${accountId}/alerting/v3/policies`, policy);
    const row = page.getByRole('row', { name: /^Health of the shop/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'OPS@example.com',
      'Yes',
      'Yes',
      'No',
      'No',
    ]);
    await takePicture(page, 'pool-covered');
    expect(errors).toEqual([]);
  });

  it('shows the mails and notifications that a switch of health sends, as they go out', async () => {
    const [mails, receiver] = await Promise.all([startMailServer(), startReceiver()]);
    const webhooks = [{ id: webhookId, name: 'chat', url: `${receiver.url}/hooks/s3cret` }];
    const ofOrigins = {
      ...policy,
      mechanisms: { webhooks: [{ id: webhookId }] },
      filters: { ...policy.filters, event_source: ['origin'] },
    };
    const edge = await startWith({ pools: [primary], webhooks, policies: [ofOrigins] }, { smtp: mails.url });
    const { page } = await openPool(edge);
    const health = page.getByRole('switch', { name: 'Health checks of frankfurt pass' });
    expect(await health.isChecked()).toBe(true);
    await health.click();
    await page.getByText('Origin frankfurt: unhealthy, notifications: 3.').waitFor();
    const feed = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
    await feed.nth(2).waitFor();
    await feed.filter({ hasText: 'Delivered' }).nth(2).waitFor();
    await page.getByText('Degraded', { exact: true }).waitFor();
    expect(await health.isChecked()).toBe(false);
    expect(
      (await feed.locator('> .muted').allTextContents()).map((text) => text.replace(/ · [\d:]+$/, '')),
    ).toEqual([
      'E-mail to oncall@example.com · Legacy e-mail',
      'E-mail to ops@example.com · Legacy e-mail',
      'Webhook to chat · Policy Health of the shop',
    ]);
    expect((await mails.waitFor(2)).flatMap(({ recipients }) => recipients).sort()).toEqual([
      'oncall@example.com',
      'ops@example.com',
    ]);
    await receiver.waitFor(1);
    expect(await page.content()).not.toContain('s3cret');
    await page.getByRole('switch', { name: 'Health checks of all origins pass' }).click();
    await page.getByText('All origins: healthy, notifications: 1.').waitFor();
    await takePicture(page, 'pool-notified');
    await feed.getByText('[Healthy] origin frankfurt of pool primary').click();
    await feed.getByText('"new_health"').first().waitFor();
    await inspect(page, 'notification');
  });

  it('clears the legacy e-mail after saying who is no longer notified', async () => {
    const edge = await startWith({ pools: [primary], policies: [policy] });
    const { page } = await openPool(edge);
    await page.getByRole('button', { name: 'Clear legacy e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clear the legacy e-mail of primary?' });
    await dialog.getByRole('listitem').nth(1).waitFor();
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
      'ops@example.com, when an origin becomes unhealthy',
      'oncall@example.com, when the pool becomes unhealthy or healthy, or when an origin becomes unhealthy',
    ]);
    const confirm = dialog.getByRole('button', { name: 'Clear legacy e-mail' });
    // Nothing happens before it is acknowledged.
    await confirm.click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog
      .getByRole('checkbox', {
        name: 'Nobody will be notified when an origin becomes unhealthy. I accept that.',
      })
      .check();
    await confirm.click();
    await page.getByText('This pool has no notification_email.').waitFor();
    await page.getByText('Nobody is notified when an origin becomes unhealthy or healthy.').waitFor();
    expect(await edge.result('GET', `/accounts/${accountId}/load_balancers/pools/${poolId}`)).toMatchObject({
      notification_email: '',
    });
  });

  it('says that disabled origins and pools are not checked', async () => {
    const edge = await startWith({ pools: [disabled] });
    const { page } = await edge.open(`pools/${accountId}/${otherPoolId}`);
    await page.getByText('The pool is disabled: its origins are not checked.').waitFor();
    await page.getByText('Disabled, not checked').waitFor();
    await page.getByText('Without notifications: nobody is notified of the health of this pool.').waitFor();
    await page.getByRole('switch', { name: 'Health checks of all origins pass' }).click();
    await page.getByText('All origins: unhealthy, notifications: 0.').waitFor();
    await inspect(page, 'pool-disabled');
  });

  it.each(looks)('has no violation that axe finds, and fits (%s)', async (name, options) => {
    const addresses = ['a', 'b', 'c', 'd', 'e'].map((each) => `${each}@example.com`);
    const media = { name: 'eu-media', origins, notification_email: addresses.join(',') };
    const others = [media, { name: 'us-media', origins }];
    const edge = await startWith({ pools: [primary, disabled, ...others], policies: [policy] });
    const { page, errors } = await edge.open('pools', options);
    await page.getByText('a@example.com, b@example.com, c@example.com and 2 more').waitFor();
    await inspect(page, `pools-${name}`);
    await page.getByRole('link', { name: 'primary', exact: true }).click();
    await page.getByRole('switch', { name: 'Health checks of all origins pass' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first().waitFor();
    await page.getByText('Unhealthy', { exact: true }).waitFor();
    await inspect(page, `pool-${name}`);
    await page.getByRole('button', { name: 'Clear legacy e-mail' }).click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, `pool-dialog-${name}`);
    await page.goto(`${edge.dashboardUrl}pools/notifications`);
    await page.getByText(/^\d+ notifications$/).waitFor();
    await inspect(page, `notifications-${name}`);
    expect(errors).toEqual([]);
  });
});
