import { NullProvider } from '@cdktf/provider-null/lib/provider';
import { Resource as NullResource } from '@cdktf/provider-null/lib/resource';
import { Testing, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import fc from 'fast-check';
import {
  CustomFieldsRuleset,
  EdgeDriver,
  EdgeProvider,
  LogpushJob,
  PoolNotificationPolicy,
  SecretVariable,
  WafMigration,
  WafMigrationTarget,
} from '../../lib';
import { makeStack, objectAt, otherZoneId, synth, zoneId, refusalOf } from './support';

const accountId = 'a'.repeat(32);
/** Each with an object of its own, so that nothing but the address is equal. */
const constructs: Readonly<Record<string, (scope: Construct, id: string, zone?: string) => unknown>> = {
  LogpushJob: (scope, id, zone = zoneId) =>
    new LogpushJob(scope, id, {
      zoneId: zone,
      name: 'failures',
      destinationConf: `s3://logs-${zone.slice(0, 1)}?region=eu-central-1`,
      fields: ['RayID'],
    }),
  CustomFieldsRuleset: (scope, id, zone = zoneId) =>
    new CustomFieldsRuleset(scope, id, { zoneId: zone, requestHeaders: ['x-a'] }),
  PoolNotificationPolicy: (scope, id, zone = zoneId) =>
    new PoolNotificationPolicy(scope, id, {
      accountId,
      name: `Health ${zone.slice(0, 1)}`,
      allPools: true,
      emailAddresses: ['ops@example.com'],
    }),
  WafMigration: (scope, id, zone = zoneId) =>
    new WafMigration(scope, id, {
      zoneId: zone,
      target: WafMigrationTarget.COMPLETE,
      acknowledgeIrreversible: true,
    }),
};
const job = constructs.LogpushJob as (scope: Construct, id: string, zone?: string) => LogpushJob;

function provisioned(): TerraformStack {
  return makeStack('logs', Testing.app(), { driver: EdgeDriver.PROVISIONER });
}

describe.each([
  ['plugin', makeStack],
  ['provisioner', provisioned],
])('equal addresses with the %s driver', (driver, make) => {
  it.each(Object.entries(constructs))('fail for two of %s, with both paths and the letters', (_, add) => {
    const stack = make();
    add(stack, 'a.b', zoneId);
    add(stack, 'äa:b', otherZoneId);
    const refusal = refusalOf(stack);
    expect(refusal).toMatch(
      /\[logs\] (?:edge_\w+|null_resource)\.ab: logs\/a\.b and logs\/äa:b have the same address in Terraform \(names leave out "\.", "ä", ":"\)\./,
    );
    expect(refusal).toContain('Give one of them another id.');
  });

  it('fail where one construct is inside another, and for one that an aspect or a caller renames', () => {
    const nested = make();
    job(new Construct(nested, 'Default'), 'jobs', zoneId);
    job(nested, 'jobs', otherZoneId);
    expect(refusalOf(nested)).toContain(
      '.jobs: logs/Default/jobs and logs/jobs have the same address in Terraform.',
    );
    const renamed = make();
    job(renamed, 'one', zoneId).resource.overrideLogicalId('two');
    job(renamed, 'two', otherZoneId);
    expect(refusalOf(renamed)).toContain('.two: logs/one and logs/two have the same address in Terraform.');
  });

  it.each(['1und1.de', '-a', 'ü1'])('refuses a name that Terraform does not take: %j', (id) => {
    const stack = make();
    job(stack, id);
    expect(refusalOf(stack)).toMatch(
      new RegExp(
        `\\[logs\\] logs/${id}: its name in Terraform would be "[^"]*", and a name begins with a letter or _.*\\. Give it another id\\.`,
      ),
    );
  });

  it('refuses a name with which the host would lose all resources of a type', () => {
    const stack = make();
    job(stack, '__pro.to__');
    expect(refusalOf(stack)).toContain(
      '[logs] logs/__pro.to__: its name in Terraform would be "__proto__", which JavaScript reserves.',
    );
  });

  it('pass for ids that differ, and for other stacks', () => {
    const app = Testing.app();
    const [one, other] = ['one', 'other'].map((id) =>
      makeStack(id, app, driver === 'plugin' ? {} : { driver: EdgeDriver.PROVISIONER }),
    ) as [TerraformStack, TerraformStack];
    job(one, 'a.b', zoneId);
    job(other, 'ab', otherZoneId);
    job(one, 'a-b', accountId);
    expect([refusalOf(one), refusalOf(other)]).toEqual([undefined, undefined]);
  });

  it('fail exactly where cdktf would merge two resources', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.string({ unit: fc.constantFrom('a', 'b', '.', 'ü', '-'), minLength: 1, maxLength: 4 }),
          { maxLength: 4 },
        ),
        (ids) => {
          const stack = make();
          for (const [at, id] of ids.entries()) job(stack, `x${id}`, String(at + 1).repeat(32));
          const names = ids.map((id) => id.replace(/[^\w-]/g, ''));
          expect(refusalOf(stack)?.includes('have the same address')).toBe(
            new Set(names).size < names.length ? true : undefined,
          );
        },
      ),
    );
  });
});

describe('equal addresses', () => {
  it.each([
    ['logs', 'logs_lifecycle'],
    ['logs_lifecycle', 'logs'],
  ])('fail for %s and %s with the provisioner driver, whose names it makes', (...ids) => {
    const stack = provisioned();
    for (const [at, id] of ids.entries()) job(stack, id, String(at + 1).repeat(32));
    expect(refusalOf(stack)).toContain(
      `null_resource.logs_lifecycle: logs/${ids[0]} and logs/${ids[1]} have the same address in Terraform.`,
    );
  });

  it('fail for a resource of another library', () => {
    const stack = provisioned();
    new NullProvider(stack, 'null');
    new NullResource(stack, 'j.obs');
    job(stack, 'jobs');
    expect(refusalOf(stack)).toContain('null_resource.jobs: logs/j.obs and logs/jobs have the same address');
  });

  it('fail for two secrets', () => {
    const stack = makeStack();
    new SecretVariable(stack, 'to.ken');
    new SecretVariable(stack, 'token');
    expect(refusalOf(stack)).toContain('var.token: logs/to.ken and logs/token have the same address');
  });

  it('fail for two providers with one alias', () => {
    const stack = makeStack();
    new EdgeProvider(stack, 'one', { alias: 'eu' });
    new EdgeProvider(stack, 'two', { alias: 'eu' });
    expect(refusalOf(stack)).toContain(
      'EdgeProvider: the stack has another one with the alias "eu", logs/two.',
    );
  });

  it('pass for two types of the plugin, which are two resources', () => {
    const stack = makeStack();
    job(stack, 'a.b');
    constructs.CustomFieldsRuleset?.(stack, 'ab');
    expect(Object.keys(objectAt(synth(stack), 'resource')).sort()).toEqual([
      'edge_custom_fields_ruleset',
      'edge_logpush_job',
    ]);
  });
});
