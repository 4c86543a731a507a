import type { TerraformStack } from 'cdktf';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogOutput,
  LogpushJob,
  PoolNotificationPolicy,
  WafMigration,
} from '../../lib';
import { resources } from '../../lib/resources';
import { propName } from '../../lib/resources/edge-resource';
import { equivalentNames } from '../../lib/retired';
import { logpushJob } from '../../lib/retired/logpush-job';
import { notificationPolicy } from '../../lib/retired/notification-policy';
import { isSettable, type Attributes } from '../../lib/schema';
import { makeStack } from './support';

/** What takes the names of each table, and the beginning of its lines. */
const makers: Readonly<Record<string, (stack: TerraformStack, props: never) => unknown>> = {
  provider: (stack, props) => new EdgeProvider(stack, 'it', props),
  edge_custom_fields_ruleset: (stack, props) => new CustomFieldsRuleset(stack, 'it', props),
  edge_logpush_job: (stack, props) => new LogpushJob(stack, 'it', props),
  'LogOutput.outputOptions': (_, props) => LogOutput.outputOptions(props),
  edge_pool_notification_policy: (stack, props) => new PoolNotificationPolicy(stack, 'it', props),
  edge_waf_migration: (stack, props) => new WafMigration(stack, 'it', props),
  rule_overrides: (stack, props) => new WafMigration(stack, 'it', { ruleOverrides: [props] } as never),
  skip_rules: (stack, props) => new WafMigration(stack, 'it', { skipRules: [props] } as never),
};

const refusalOf = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

const names = Object.entries(equivalentNames).flatMap(([type, table]) =>
  Object.entries(table).map(([name, here]) => ({ type, name, here })),
);

it.each(names)('$name of $type is answered with its name here', ({ type, name, here }) => {
  const make = makers[type];
  for (const written of new Set([name, propName(name)])) {
    const message = refusalOf(() =>
      make?.(makeStack('edge', undefined, type === 'provider' ? {} : undefined), {
        [written]: 'canary',
      } as never),
    );
    const said = typeof here === 'string' ? here : `is set with ${here.map(propName).join(', ')} here.`;
    expect(message).toContain(`there is no prop ${written}. What the service calls ${name} ${said}`);
    expect(message).not.toContain('canary');
  }
});

const settable = (attributes: Attributes = {}): string[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => (isSettable(attribute) ? [name] : []));

it.each([
  ['edge_logpush_job', logpushJob],
  ['edge_pool_notification_policy', notificationPolicy],
])('each member that the retired %s has is an attribute here, or has another name', (type, members) => {
  const contract = resources.find(({ contract: { typeName } }) => typeName === type)?.contract;
  const known = [...settable(contract?.attributes), ...Object.keys(equivalentNames[type] ?? {})];
  // What the service computes.
  const computed = ['id', 'created', 'modified'];
  expect(Object.keys(members).filter((name) => !known.includes(name) && !computed.includes(name))).toEqual(
    [],
  );
});

describe('a name that nobody has', () => {
  const refusal = refusalOf(() => new LogpushJob(makeStack(), 'it', { qwertyuiop: 1 } as never));

  it('is answered with five names at most', () => {
    const [, listed = ''] = /The props here are (.*?) and \d+ more\./.exec(refusal) ?? [];
    expect(listed.split(', ')).toHaveLength(5);
  });

  it.each([
    [LogpushJob, 'destinationConff', 'destinationConf'],
    [LogpushJob, 'outputOptions', 'output'],
    [LogpushJob, 'filterExpression', 'filter'],
    [PoolNotificationPolicy, 'pool_id', 'poolIds'],
  ])('is compared with those here: %p %s', (Construct, prop, meant) => {
    const message = refusalOf(() => new Construct(makeStack(), 'it', { [prop]: 1 } as never));
    expect(message).toContain(`there is no prop ${prop}. Did you mean ${meant}?`);
  });
});
