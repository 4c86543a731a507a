import type { TerraformStack } from 'cdktf';
import {
  ClearLegacyEmail,
  CustomFieldsRuleset,
  EdgeProvider,
  HealthEventSource,
  HealthStatus,
  LogpushJob,
  OnExisting,
  PoolNotificationPolicy,
  TimestampFormat,
  WafMigration,
  WafMigrationTarget,
  WafRuleAction,
} from '../../lib';
import { configurationAttributes } from '../../lib/drivers/configuration';
import { customFieldsRulesetContract } from '../../lib/resources/custom-fields-ruleset/contract';
import { propName, type EdgeResource } from '../../lib/resources/edge-resource';
import { logpushJobContract } from '../../lib/resources/logpush-job/contract';
import { poolNotificationPolicyContract } from '../../lib/resources/pool-notification-policy/contract';
import { wafMigrationContract } from '../../lib/resources/waf-migration/contract';
import { isSettable, type Attributes } from '../../lib/schema';
import { makeStack, objectAt, resourceOf, synth, zoneId } from './support';

/** Props with a value for every one of them; each holds its own name or something as telling. */
const rulesetProps = {
  zoneId,
  requestHeaders: ['request-headers'],
  responseHeaders: ['response-headers'],
  cookies: ['cookies'],
  enabled: true,
  name: 'name',
  description: 'description',
  onExisting: OnExisting.REPLACE,
};

const jobProps = {
  zoneId,
  name: 'name',
  dataset: 'http_requests',
  destinationConf: 'r2://bucket?account-id=1',
  destinationCredentials: { 'access-key-id': '${var.id}', 'secret-access-key': '${var.key}' },
  destinationCredentialsVersion: 3,
  fields: ['RayID'],
  timestampFormat: TimestampFormat.UNIX,
  sampleRate: 0.25,
  filter: '{"where":{"and":[{"key":"BotScore","operator":"gt","value":"1"}]}}',
  ownershipChallenge: '${var.challenge}',
  enabled: true,
};

const policyProps = {
  accountId: zoneId,
  name: 'name',
  description: 'description',
  enabled: false,
  poolIds: [zoneId],
  allPools: false,
  newHealth: [HealthStatus.UNHEALTHY],
  eventSources: [HealthEventSource.ORIGIN],
  emailAddresses: ['email@example.com'],
  webhookIds: ['webhook'],
  pagerdutyIds: ['pagerduty'],
  carryOverRecipients: true,
  clearLegacyEmail: ClearLegacyEmail.NONE,
};

const migrationProps = {
  zoneId,
  target: WafMigrationTarget.VALIDATION,
  acknowledgeIrreversible: true,
  ruleOverrides: [
    { ruleId: zoneId, rulesetId: zoneId, action: WafRuleAction.LOG, enabled: false, scoreThreshold: 40 },
  ],
  skipRules: [
    { expression: 'true', description: 'description', ruleIds: [zoneId], rulesetId: zoneId, enabled: false },
  ],
  deleteUriOverrides: true,
  timeoutSeconds: 60,
};

const constructs: readonly {
  name: string;
  contract: { typeName: string; attributes: Attributes };
  props: Readonly<Record<string, unknown>>;
  make: (stack: TerraformStack) => EdgeResource;
  /** What props are synthesized to that hold objects. */
  nested?: Readonly<Record<string, unknown>>;
}[] = [
  {
    name: 'CustomFieldsRuleset',
    contract: customFieldsRulesetContract,
    props: rulesetProps,
    make: (stack) => new CustomFieldsRuleset(stack, 'it', rulesetProps),
  },
  {
    name: 'LogpushJob',
    contract: logpushJobContract,
    props: jobProps,
    make: (stack) => new LogpushJob(stack, 'it', jobProps),
  },
  {
    name: 'PoolNotificationPolicy',
    contract: poolNotificationPolicyContract,
    props: policyProps,
    make: (stack) => new PoolNotificationPolicy(stack, 'it', policyProps),
  },
  {
    name: 'WafMigration',
    contract: wafMigrationContract,
    props: migrationProps,
    make: (stack) => new WafMigration(stack, 'it', migrationProps),
    nested: {
      rule_overrides: [
        { rule_id: zoneId, ruleset_id: zoneId, action: 'log', enabled: false, score_threshold: 40 },
      ],
      skip_rules: [
        {
          expression: 'true',
          description: 'description',
          rule_ids: [zoneId],
          ruleset_id: zoneId,
          enabled: false,
        },
      ],
    },
  },
];

describe.each(constructs)('$name', ({ contract, props, make, nested = {} }) => {
  const settable = Object.entries(contract.attributes).filter(([, attribute]) => isSettable(attribute));
  const computed = Object.entries(contract.attributes).filter(([, attribute]) => !isSettable(attribute));

  it('has a prop for every attribute that a user may set, and no other', () => {
    expect(Object.keys(props).sort()).toEqual(settable.map(([name]) => propName(name)).sort());
  });

  it('synthesizes every prop as the attribute of its name', () => {
    const stack = makeStack();
    make(stack);
    expect(resourceOf(stack, contract.typeName, 'it')).toEqual(
      Object.fromEntries(settable.map(([name]) => [name, nested[name] ?? props[propName(name)]])),
    );
  });

  it('offers every attribute that the service computes', () => {
    const stack = makeStack();
    const construct = make(stack);
    const outputs = Object.fromEntries(
      computed.map(([name]) => [name, Reflect.get(construct, propName(name)) as unknown]),
    );
    stack.addOverride('locals', outputs);
    expect(objectAt(synth(stack), 'locals')).toEqual(
      Object.fromEntries(computed.map(([name]) => [name, `\${${contract.typeName}.it.${name}}`])),
    );
  });
});

describe('EdgeProvider', () => {
  it('synthesizes every attribute of the configuration, from the prop of its name', () => {
    const props = {
      baseUrl: 'https://api.example.com/client/v4',
      apiToken: '${var.token}',
      apiEmail: 'ops@example.com',
      apiKey: '${var.key}',
    };
    const stack = makeStack();
    new EdgeProvider(stack, 'second', { ...props, alias: 'second' });
    const { provider } = objectAt(synth(stack));
    const expected = Object.keys(configurationAttributes).map((name) => [
      name,
      Reflect.get(props, propName(name)) as unknown,
    ]);
    expect(provider).toEqual({ edge: [{}, { ...Object.fromEntries(expected), alias: 'second' }] });
    expect(Object.keys(configurationAttributes).map(propName).sort()).toEqual(Object.keys(props).sort());
  });
});
