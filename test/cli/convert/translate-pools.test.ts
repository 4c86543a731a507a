import { convertConfiguration } from '../../../lib/cli/convert/translate';
import type { OldConfiguration } from '../../../lib/cli/convert/model';
import type { WrittenObject } from '../../../lib/hcl/template';
import { legacyRecipients } from '../../../lib/pools';
import { oldConfiguration, oldResource } from '../../support/old-configuration';

const account = 'a'.repeat(32);
const poolId = '1'.repeat(32);

const pool = (name: string, body: WrittenObject, state: Readonly<Record<string, unknown>> = {}) =>
  oldResource(`cloudflare_load_balancer_pool.${name}`, { account_id: account, name, ...body }, { state });

const health = {
  account_id: account,
  name: 'health',
  alert_type: 'load_balancing_health_alert',
  enabled: true,
};

describe('a policy for the health of pools', () => {
  it.each([
    [
      '4.x',
      {
        email_integration: [{ id: 'ops@example.com', name: '' }],
        webhooks_integration: [{ id: 'hook' }],
        filters: [{ pool_id: [poolId], new_health: ['Unhealthy', 'Healthy'], event_source: ['pool'] }],
      },
    ],
    [
      '5.x',
      {
        mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: 'hook' }] },
        filters: { pool_id: [poolId], new_health: ['Healthy', 'Unhealthy'], event_source: ['pool'] },
      },
    ],
  ])('of %s keeps pools, events and recipients, and clears no e-mails', (_, body) => {
    const block = oldResource(
      'cloudflare_notification_policy.health',
      { ...health, ...body },
      { state: { id: 'p1' } },
    );
    const { objects, moves, fates, findings } = convertConfiguration(oldConfiguration([block]));
    expect(objects[0]?.config).toEqual({
      account_id: account,
      name: 'health',
      pool_ids: [poolId],
      event_sources: ['pool'],
      email_addresses: ['ops@example.com'],
      webhook_ids: ['hook'],
      clear_legacy_email: 'none',
    });
    expect(moves).toMatchObject({
      moved: [{ from: 'cloudflare_notification_policy.health', to: 'edge_pool_notification_policy.health' }],
      removed: [],
      imports: [],
    });
    expect(fates).toMatchObject([{ outcome: 'converted' }]);
    expect(findings).toEqual([]);
  });

  it.each([
    ['of another type', { ...health, alert_type: 'universal_ssl_event_type' }, []],
    ['without pools', { ...health, mechanisms: { email: [{ id: 'a@example.com' }] } }, [0]],
  ])('stays where it is %s', (_, body, positions) => {
    const block = oldResource('cloudflare_notification_policy.health', body);
    const { objects, fates } = convertConfiguration(oldConfiguration([block]));
    expect(objects).toEqual([]);
    expect(fates).toMatchObject([{ outcome: 'kept', findings: positions }]);
  });
});

describe('the legacy e-mail of pools', () => {
  it.each([
    ['a plain block', {}, 'Health of pools (web, ${cloudflare_load_balancer_pool.web.id})'],
    [
      'a block with for_each',
      { forEach: '${var.pools}' },
      'Health of pools (web, ${try(element(values(cloudflare_load_balancer_pool.web)[*].id, 0), "no pool")})',
    ],
  ])('in %s of a module that is called twice has a policy of another name in each', (_, meta, name) => {
    const block = oldResource(
      'cloudflare_load_balancer_pool.web',
      { account_id: account, name: 'web', notification_email: 'ops@example.com' },
      { meta, module: 'modules/zone' },
    );
    const old = oldConfiguration([block]);
    const nameIn = (modules: OldConfiguration['modules']) =>
      convertConfiguration({ ...old, modules }).objects.map(({ config }) => config.name);
    const [root, zone] = old.modules;
    const [call] = root?.calls ?? [];
    if (root === undefined || zone === undefined || call === undefined) throw new Error('no call');
    expect(nameIn(old.modules)).toEqual(['Health of pools (web)']);
    expect(nameIn([{ ...root, calls: [{ ...call, isRepeated: true }] }, zone])).toEqual([name]);
    expect(nameIn([{ ...root, calls: [call, { ...call, name: 'other' }] }, zone])).toEqual([name]);
    const between = { ...zone, path: 'modules/all', calls: [{ ...call, from: 'modules/all' }] };
    const outer = { ...call, to: 'modules/all', isRepeated: true };
    expect(nameIn([{ ...root, calls: [outer] }, between, zone])).toEqual([name]);
  });

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
