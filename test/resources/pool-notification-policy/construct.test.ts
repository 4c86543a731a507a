import { TerraformVariable } from 'cdktf';
import { ClearLegacyEmail, HealthEventSource, HealthStatus, PoolNotificationPolicy } from '../../../lib';
import { makeStack, resourceOf, warningsOf } from '../../constructs/support';

const accountId = 'a'.repeat(32);
const poolId = '1'.repeat(32);
const props = { accountId, name: 'Health', poolIds: [poolId], emailAddresses: ['ops@example.com'] };
const make = (changes: object) => () =>
  new PoolNotificationPolicy(makeStack(), 'health', { ...props, ...changes });

describe('PoolNotificationPolicy', () => {
  it('warns about statuses and sources that this version does not know', () => {
    const stack = makeStack();
    const changes = { newHealth: ['Healthy', 'Degraded'], eventSources: ['monitor'] } as object;
    const policy = new PoolNotificationPolicy(stack, 'health', { ...props, ...changes });
    expect(warningsOf(policy)).toEqual([
      expect.stringMatching(
        /^newHealth: Value unknown to this version: .*"Degraded".*"Unhealthy" or "Healthy"/,
      ),
      expect.stringMatching(/^eventSources: Value unknown to this version: .*"monitor".*"pool" or "origin"/),
    ]);
    expect(resourceOf(stack, 'edge_pool_notification_policy', 'health')).toMatchObject({
      new_health: ['Healthy', 'Degraded'],
      event_sources: ['monitor'],
    });
  });

  it('is one resource of the edge provider', () => {
    const stack = makeStack();
    new PoolNotificationPolicy(stack, 'health', {
      ...props,
      newHealth: [HealthStatus.UNHEALTHY],
      eventSources: [HealthEventSource.POOL],
      carryOverRecipients: true,
      clearLegacyEmail: ClearLegacyEmail.NONE,
    });
    expect(resourceOf(stack, 'edge_pool_notification_policy', 'health')).toEqual({
      account_id: accountId,
      name: 'Health',
      pool_ids: [poolId],
      new_health: ['Unhealthy'],
      event_sources: ['pool'],
      email_addresses: ['ops@example.com'],
      carry_over_recipients: true,
      clear_legacy_email: 'none',
    });
  });

  it.each([
    ['an account that is no id', { accountId: 'mine' }, /accountId: .*"mine" is not an ID/],
    ['an empty name', { name: ' ' }, /name: .*name is empty/],
    ['no pools', { poolIds: undefined }, /poolIds: .*Set poolIds or allPools/],
    ['an empty list of pools', { poolIds: [] }, /poolIds: .*poolIds is empty/],
    ['all_pools beside pools', { allPools: true }, /allPools: .*Remove one of them/],
    ['a pool that is no id', { poolIds: ['web'] }, /poolIds: .*"web" is not an ID/],
    ['no recipients', { emailAddresses: undefined }, /emailAddresses: .*it needs at least one/],
    [
      'empty lists of recipients',
      { emailAddresses: [], webhookIds: [] },
      /emailAddresses: .*needs at least one/,
    ],
    [
      'two addresses in one',
      { emailAddresses: ['a@x.org,b@x.org'] },
      /emailAddresses: .*one address per element/,
    ],
    ['addresses with a semicolon', { emailAddresses: ['a@x.org;b@x.org'] }, /one address per element/],
    ['an address in brackets', { emailAddresses: ['<a@x.org>'] }, /one address per element/],
    [
      'two spellings of one address',
      { emailAddresses: ['Ops@example.com', 'b@x.org', 'ops@example.com'] },
      /emailAddresses: .*"Ops@example.com" and "ops@example.com" are the same mailbox/,
    ],
    [
      'a webhook by its address',
      { webhookIds: ['https://x.org/hook'] },
      /webhookIds: .*not the name or the URL/,
    ],
    ['a status in lower case', { newHealth: ['healthy'] }, /newHealth: .*"Unhealthy" or "Healthy"/],
    ['no status', { newHealth: [] }, /newHealth: .*empty/],
    ['an unknown way of clearing', { clearLegacyEmail: 'some' }, /clearLegacyEmail: .*"covered" or "none"/],
  ])('refuses %s', (_, changes, message) => {
    expect(make(changes)).toThrow(message);
    expect(make(changes)).toThrow('[logs/health] PoolNotificationPolicy:');
  });

  it.each([
    ['all pools', { poolIds: undefined, allPools: true }],
    ['a webhook alone', { emailAddresses: undefined, webhookIds: ['3'.repeat(32)] }],
    [
      'PagerDuty alone',
      { emailAddresses: undefined, pagerdutyIds: ['0d29d2a5-0b1a-4d6f-8f5c-1f2e3d4c5b6a'] },
    ],
    ['carried over recipients alone', { emailAddresses: undefined, carryOverRecipients: true }],
  ])('accepts %s', (_, changes) => {
    expect(make(changes)).not.toThrow();
  });

  it('skips unresolved tokens', () => {
    const stack = makeStack();
    const list = new TerraformVariable(stack, 'list', { type: 'list(string)' });
    const text = new TerraformVariable(stack, 'text', { type: 'string' });
    new PoolNotificationPolicy(stack, 'health', {
      accountId: text.stringValue,
      name: text.stringValue,
      poolIds: list.listValue,
      webhookIds: [text.stringValue],
    });
    expect(resourceOf(stack, 'edge_pool_notification_policy', 'health')).toEqual({
      account_id: '${var.text}',
      name: '${var.text}',
      pool_ids: '${var.list}',
      webhook_ids: ['${var.text}'],
    });
  });
});
