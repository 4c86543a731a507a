import { TerraformIterator, TerraformVariable, Testing, type TerraformStack } from 'cdktf';
import {
  CustomFieldsRuleset,
  EdgeDriver,
  EdgeProvider,
  LogpushJob,
  PoolNotificationPolicy,
  WafMigration,
  WafMigrationTarget,
  type LogpushJobProps,
  LogField,
  LogDataset,
} from '../../lib';
import { makeStack, objectAt, synth, warningsOf, zoneId } from './support';

let stack: TerraformStack;
beforeEach(() => {
  stack = makeStack();
});

const job = {
  name: 'errors',
  destinationConf: 's3://bucket/logs?region=eu',
  fields: ['RayID'],
} satisfies LogpushJobProps;
const audit = { ...job, dataset: 'audit_logs', fields: ['ActionType'] } satisfies LogpushJobProps;
const policy = { name: 'Health', allPools: true, emailAddresses: ['ops@example.com'] };
const waf = { target: WafMigrationTarget.COMPLETE, acknowledgeIrreversible: true };

const dataOf = (stack: TerraformStack) => {
  const data = objectAt(synth(stack), 'data');
  return Object.fromEntries(
    Object.entries(data).map(([type, sources]) => [
      type,
      Object.fromEntries(
        Object.entries(sources as Record<string, { name: string; provider?: string }>).map(
          ([id, { name, provider }]) => [id, provider === undefined ? name : `${name} of ${provider}`],
        ),
      ),
    ]),
  );
};
const resourceAt = (stack: TerraformStack, type: string, id: string) =>
  objectAt(synth(stack), 'resource', type, id);

describe('zoneName and accountName', () => {
  const pools = [{ id: zoneId, recipients: ['a@example.com'] }];

  it('become one data source for each name, which all constructs of the stack share', () => {
    new CustomFieldsRuleset(stack, 'fields', { zoneName: 'example.com', cookies: ['a'] });
    new LogpushJob(stack, 'job', { ...job, zoneName: 'Example.com.' });
    new WafMigration(stack, 'waf', { ...waf, zoneName: 'example.com' });
    new LogpushJob(stack, 'audit', { ...audit, accountName: 'Example Corp' });
    new PoolNotificationPolicy(stack, 'policy', { ...policy, accountName: 'Example Corp' });
    expect(dataOf(stack)).toEqual({
      edge_zone: { example_com: 'example.com' },
      edge_account: { example_corp: 'Example Corp' },
    });
    const zone = { zone_id: '${data.edge_zone.example_com.id}' };
    const account = { account_id: '${data.edge_account.example_corp.id}' };
    expect(resourceAt(stack, 'edge_custom_fields_ruleset', 'fields')).toMatchObject(zone);
    expect(resourceAt(stack, 'edge_logpush_job', 'job')).toMatchObject(zone);
    expect(resourceAt(stack, 'edge_waf_migration', 'waf')).toMatchObject(zone);
    expect(resourceAt(stack, 'edge_logpush_job', 'audit')).toMatchObject(account);
    expect(resourceAt(stack, 'edge_pool_notification_policy', 'policy')).toMatchObject(account);
  });

  it('are the zoneId and accountId of the construct, for other uses', () => {
    const fields = new CustomFieldsRuleset(stack, 'fields', { zoneName: 'example.com', cookies: ['a'] });
    new LogpushJob(stack, 'job', { ...job, zoneId: fields.zoneId });
    expect(resourceAt(stack, 'edge_logpush_job', 'job')).toMatchObject({
      zone_id: '${data.edge_zone.example_com.id}',
    });
  });

  it.each([
    ['bücher.example', { 'xn--bcher-kva_example': 'bücher.example' }],
    ['1und1.de', { zone_1und1_de: '1und1.de' }],
    ['my-shop.co.uk', { 'my-shop_co_uk': 'my-shop.co.uk' }],
  ])('give %s a readable address', (zoneName, edge_zone) => {
    new LogpushJob(stack, 'job', { ...job, zoneName });
    expect(dataOf(stack)).toEqual({ edge_zone });
  });

  it('keep apart names with the same address', () => {
    const addressOf = (...names: string[]) => {
      const stack = makeStack();
      for (const [at, accountName] of names.entries())
        new LogpushJob(stack, `job-${at}`, { ...audit, accountName });
      return dataOf(stack).edge_account;
    };
    const addresses = addressOf('R & D', 'R/D') ?? {};
    expect(Object.keys(addresses)).toEqual(['r_d', expect.stringMatching(/^r_d_[0-9a-f]{8}$/)]);
    expect(Object.values(addresses)).toEqual(['R & D', 'R/D']);
    expect(addressOf('日本')).toEqual({ account: '日本' });
  });

  it('are found with the provider of the construct', () => {
    const provider = new EdgeProvider(stack, 'second', { alias: 'second', baseUrl: 'http://x/client/v4' });
    new LogpushJob(stack, 'one', { ...job, zoneName: 'example.com' });
    new LogpushJob(stack, 'two', { ...job, zoneName: 'example.com', provider });
    expect(dataOf(stack)).toEqual({
      edge_zone: { example_com: 'example.com', example_com_second: 'example.com of edge.second' },
    });
  });

  it('can be expressions', () => {
    const zone = new TerraformVariable(stack, 'zone', { type: 'string' });
    new LogpushJob(stack, 'one', { ...job, zoneName: zone.stringValue });
    new CustomFieldsRuleset(stack, 'fields', { zoneName: zone.stringValue, cookies: ['a'] });
    expect(dataOf(stack)).toEqual({ edge_zone: { var_zone: '${var.zone}' } });
  });

  it.each(
    Object.entries<[object, string]>({
      'with an ID': [
        { zoneId, zoneName: 'example.com' },
        'zoneName: Zone given twice: zoneId and zoneName are both set. Keep one of them.',
      ],
      'with another owner': [
        { zoneName: 'example.com', accountName: 'Example' },
        'accountName: Zone and account: zoneName and accountName are set, and the object belongs to a zone or to an account. Keep one of them.',
      ],
      'with the ID of another owner': [
        { zoneId, accountName: 'Example' },
        'accountName: Zone and account: zoneId and accountName are set',
      ],
      'of no zone': [{ zoneName: 'example' }, 'zoneName: Invalid zone name: "example" is not a domain'],
      'that are IDs': [{ zoneName: zoneId }, 'It is an ID: set zone_id (zoneId) to it.'],
      'of no account': [{ accountName: ' ', dataset: 'audit_logs' }, 'accountName: Invalid account name'],
    }),
  )('fail %s', (_what, [props, message]) => {
    expect(() => new LogpushJob(makeStack(), 'job', { ...job, ...props })).toThrow(message);
  });

  it('fail for instances of a resource, which have one name', () => {
    const forEach = TerraformIterator.fromList(['a.example', 'b.example']);
    expect(
      () => new LogpushJob(stack, 'job', { ...job, forEach, zoneName: forEach.value as string }),
    ).toThrow(
      'zoneName: zoneName depends on each or count, and one name is found for all instances. Set zoneId',
    );
  });

  it.each([
    ['zone', () => new CustomFieldsRuleset(makeStack(), 'it', { cookies: ['a'] })],
    ['zone', () => new WafMigration(makeStack(), 'it', waf)],
    ['account', () => new PoolNotificationPolicy(makeStack(), 'it', policy)],
    ['account', () => PoolNotificationPolicy.perRecipients(makeStack(), 'it', { pools })],
  ])('fail where a construct has neither the name nor the ID of the %s', (kind, make) => {
    const title = kind === 'zone' ? 'Zone' : 'Account';
    expect(make).toThrow(
      `\n  ${kind}Id: ${title} missing: ${kind}Id is null or not set, and so is ${kind}Name. Set one of them.`,
    );
  });

  it.each([
    ['zoneName', { zoneName: 'example.com' }],
    [
      'accountName',
      { accountName: 'Example', dataset: LogDataset.AUDIT_LOGS, fields: [LogField.ActionType] },
    ],
  ])('fail with the provisioner driver: %s', (name, props) => {
    stack = makeStack('logs', undefined, { driver: EdgeDriver.PROVISIONER });
    expect(() => new LogpushJob(stack, 'job', { ...job, ...props })).toThrow(
      `${name}: ${name} needs EdgeDriver.PLUGIN, because only the provider plugin finds names in a plan. Set ${name.replace('Name', 'Id')}.`,
    );
  });

  it('are those of all policies of perRecipients', () => {
    PoolNotificationPolicy.perRecipients(stack, 'policies', {
      accountName: 'Example',
      pools: [
        { id: '1'.repeat(32), recipients: ['a@example.com'] },
        { id: '2'.repeat(32), recipients: ['b@example.com'] },
      ],
    });
    expect(dataOf(stack)).toEqual({ edge_account: { example: 'Example' } });
    const policies = Object.values(objectAt(synth(stack), 'resource', 'edge_pool_notification_policy'));
    expect(policies).toHaveLength(2);
    for (const each of policies)
      expect(each).toMatchObject({ account_id: '${data.edge_account.example.id}' });
  });
});

describe('importFrom', () => {
  const fields = (owner: object) =>
    new CustomFieldsRuleset(makeStack(), 'fields', { ...owner, cookies: ['a'] });
  const phase = 'http_log_custom_fields';

  it.each<[object, string]>([
    [{ zoneName: 'example.com' }, `Example.com./${phase}`],
    [{ zoneName: 'bücher.example' }, `zones/xn--bcher-kva.example/${phase}`],
    [{ zoneName: 'example.com' }, `${zoneId}/${phase}`],
    [{ zoneName: '${var.zone}' }, `other.example/${phase}`],
    [{ zoneId }, `${zoneId}/${phase}`],
    [{ zoneId }, `example.com/${phase}`],
    [{ zoneId: '${var.zone}' }, `${zoneId}/${phase}`],
  ])('accepts for %j the id %s', (owner, id) => {
    expect(() => {
      fields(owner).importFrom(id);
    }).not.toThrow();
  });

  it.each<[object, string]>([
    [{ zoneName: 'example.com' }, `other.example/${phase}`],
    [{ zoneId }, `zone/${'9'.repeat(32)}/${phase}`],
  ])('fails for %j with the id %s, whose object Terraform would replace', (owner, id) => {
    expect(() => {
      fields(owner).importFrom(id);
    }).toThrow(
      'id: Import from another zone: the id begins with the zone "' + (id.split('/').at(-2) ?? '') + '"',
    );
  });
});

describe('constructs with the same zoneName', () => {
  const twoStacks = (second = {}) => {
    const app = Testing.app();
    return [makeStack('one', app), makeStack('two', app, second)] as const;
  };

  it('fail as two rulesets of one zone, in one stack and in two', () => {
    const [one, two] = twoStacks();
    const fields = { zoneName: 'example.com', cookies: ['a'] };
    new CustomFieldsRuleset(one, 'first', fields);
    new CustomFieldsRuleset(two, 'second', { ...fields, zoneName: 'EXAMPLE.com' });
    expect(() => synth(two)).toThrow('the zone has another CustomFieldsRuleset, one/first');
  });

  it('fail as two migrations of one zone, and the message has the name', () => {
    const [one, two] = twoStacks();
    new WafMigration(one, 'first', { ...waf, zoneName: 'example.com' });
    new WafMigration(two, 'second', { ...waf, zoneName: 'example.com' });
    expect(() => synth(two)).toThrow('zone example.com has two migrations, and the other one is one/first');
  });

  it('are of different zones where their providers call different APIs', () => {
    const [one, two] = twoStacks({ baseUrl: 'http://127.0.0.1/client/v4' });
    new WafMigration(one, 'first', { ...waf, zoneName: 'example.com' });
    new WafMigration(two, 'second', { ...waf, zoneName: 'example.com' });
    expect(() => synth(two)).not.toThrow();
  });

  it('share the zone with those that have its ID from the other', () => {
    const first = new WafMigration(stack, 'first', { ...waf, zoneName: 'example.com' });
    new WafMigration(stack, 'second', { ...waf, zoneId: first.zoneId });
    expect(() => synth(stack)).toThrow('has two migrations');
  });

  const withHeaders = { ...job, fields: [LogField.RayID, LogField.RequestHeaders] };
  const headers = { requestHeaders: ['x-a'] };

  it.each([
    ['the same name', { zoneName: 'example.com' }, 0],
    ['an ID, which may be the same zone', { zoneId }, 0],
    ['another name', { zoneName: 'other.example' }, 1],
  ])('warn of missing custom fields unless they are configured for %s', (_what, owner, count) => {
    const logs = new LogpushJob(stack, 'job', { ...withHeaders, zoneName: 'example.com' });
    new CustomFieldsRuleset(stack, 'fields', { ...headers, ...owner });
    synth(stack);
    expect(warningsOf(logs)).toHaveLength(count);
  });
});
