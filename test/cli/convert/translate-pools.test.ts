import { convertConfiguration } from '../../../lib/cli/convert/translate';
import type { WrittenObject } from '../../../lib/hcl/template';
import { legacyRecipients } from '../../../lib/pools';
import { oldConfiguration, oldResource } from '../../support/old-configuration';

const account = 'a'.repeat(32);

const pool = (name: string, body: WrittenObject, state: Readonly<Record<string, unknown>> = {}) =>
  oldResource(`cloudflare_load_balancer_pool.${name}`, { account_id: account, name, ...body }, { state });

const health = {
  account_id: account,
  name: 'health',
  alert_type: 'load_balancing_health_alert',
  enabled: true,
};

describe('the legacy e-mail of pools', () => {
  it('in an expression is split as the service reads it', () => {
    const text = '"on-call, night"@example.com; jürgen@bücher.example,ops@example.com';
    const block = pool('a', { notification_email: '${var.email}' });
    const { objects } = convertConfiguration(oldConfiguration([block]));
    const { email_addresses: expression } = objects[0]?.config ?? {};
    const [, pattern = ''] =
      /regexall\((".*"), var\.email\)/.exec(typeof expression === 'string' ? expression : '') ?? [];
    const found = text.match(new RegExp(JSON.parse(pattern) as string, 'g')) ?? [];
    expect(found.map((each) => each.trim())).toEqual(legacyRecipients({ notification_email: text }));
  });

  it('has a policy for each provider configuration, whose alias somebody has to check', () => {
    const email = { notification_email: 'ops@example.com' };
    const aliased = { ...pool('b', email), meta: { provider: 'cloudflare.eu' } };
    const { objects, findings } = convertConfiguration(oldConfiguration([pool('a', email), aliased]));
    expect(objects.map(({ name }) => name)).toEqual(['a_health', 'b_health']);
    expect(findings.map(({ code, address }) => [code, address])).toContainEqual([
      'convert.provider_alias',
      'cloudflare_load_balancer_pool.b',
    ]);
  });

  it('stays where it is that of another pool, which is cleared', () => {
    const email = '${cloudflare_load_balancer_pool.a.notification_email}';
    const blocks = [
      pool('a', { notification_email: 'ops@example.com' }),
      pool('b', { notification_email: email }),
    ];
    expect(convertConfiguration(oldConfiguration(blocks)).objects.map(({ name }) => name)).toEqual([
      'a_health',
    ]);
  });

  it('needs a policy where the existing one notifies of fewer events', () => {
    const policy = oldResource('cloudflare_notification_policy.health', {
      ...health,
      mechanisms: { email: [{ id: 'ops@example.com' }] },
      filters: { pool_id: ['${cloudflare_load_balancer_pool.a.id}'], new_health: ['Healthy'] },
    });
    const { objects } = convertConfiguration(
      oldConfiguration([policy, pool('a', { notification_email: 'ops@example.com' })]),
    );
    expect(objects.map(({ config }) => config.clear_legacy_email)).toEqual(['none', undefined]);
  });
});
