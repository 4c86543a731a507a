import type { TerraformStack } from 'cdktf';
import {
  ClearLegacyEmail,
  CustomFieldsRuleset,
  EdgeProvider,
  HealthEventSource,
  HealthStatus,
  LogOutput,
  LogpushJob,
  OnExisting,
  OutputType,
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
import { outputAttributes } from '../../lib/resources/logpush-job/output';
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

const outputProps = {
  outputType: OutputType.CSV,
  batchPrefix: 'batch prefix',
  batchSuffix: 'batch suffix',
  recordPrefix: 'record prefix',
  recordSuffix: 'record suffix',
  recordDelimiter: 'record delimiter',
  fieldDelimiter: 'field delimiter',
  recordTemplate: '{{.RayID}}',
  cve202144228: true,
  mergeSubrequests: true,
};

const jobProps = {
  zoneId,
  name: 'name',
  dataset: 'http_requests',
  destinationConf: 'r2://bucket?account-id=1',
  destinationCredentials: { 'access-key-id': '${var.id}', 'secret-access-key': '${var.key}' },
  destinationCredentialsVersion: 3,
  fields: ['RayID'],
  timestampFormat: TimestampFormat.RFC3339_NS,
  sampleRate: 0.25,
  output: LogOutput.outputOptions(outputProps),
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
  /** Props that are not called as their attribute is. */
  named?: Readonly<Record<string, string>>;
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
    named: { output_options: 'output' },
    nested: {
      output_options: {
        field_names: ['RayID'],
        ...Object.fromEntries(
          Object.keys(outputAttributes)
            .filter((name) => name !== 'field_names')
            .map((name) => [name, Reflect.get(outputProps, propName(name)) as unknown]),
        ),
      },
    },
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

describe.each(constructs)('$name', ({ contract, props, make, named = {}, nested = {} }) => {
  const nameOf = (attribute: string) => named[attribute] ?? propName(attribute);
  const settable = Object.entries(contract.attributes).filter(([, attribute]) => isSettable(attribute));
  const computed = Object.entries(contract.attributes).filter(([, attribute]) => !isSettable(attribute));

  it('has a prop for every attribute that a user may set, and no other', () => {
    expect(Object.keys(props).sort()).toEqual(settable.map(([name]) => nameOf(name)).sort());
  });

  it('synthesizes every prop as the attribute of its name', () => {
    const stack = makeStack();
    make(stack);
    const synthesized = resourceOf(stack, contract.typeName, 'it');
    expect({ ...synthesized, lifecycle: undefined }).toEqual(
      Object.fromEntries(settable.map(([name]) => [name, nested[name] ?? props[nameOf(name)]])),
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

describe('LogOutput', () => {
  it('has an option for every attribute but the order of fields, which the job brings', () => {
    const attributes = Object.keys(outputAttributes).filter((name) => name !== 'field_names');
    expect(Object.keys(outputProps)).toEqual(attributes.map(propName));
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
