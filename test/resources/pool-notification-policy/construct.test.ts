import { TerraformVariable } from 'cdktf';
import { PoolNotificationPolicy } from '../../../lib';
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

  it.each([
    [
      'empty lists of recipients',
      { emailAddresses: [], webhookIds: [] },
      /emailAddresses: .*needs at least one/,
    ],
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
