import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogFilter,
  LogpushJob,
  PoolNotificationPolicy,
  SecretVariable,
  WafMigration,
  type EdgeProviderProps,
  type LogpushJobProps,
} from '../../../lib';
import { synthWarnings, type SynthWarningName } from '../../../lib/resources/synth-warnings';
import { readMessages } from '../../../lib/terraform/messages';
import { warningsOf } from '../../constructs/support';
import { nestedFilter } from '../../logs/filter/strict-count';
import { accountId, startEdgeStack, zoneId } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const fullZoneId = '2'.repeat(32);
const destinationConf = 'https://logs.example.com/http';
const always = { where: { and: [{ key: 'EdgeResponseStatus', operator: 'geq', value: '0' }] } };

interface Case {
  readonly build: (stack: TerraformStack) => void;
  /** In both texts, where the warning is that of a check. */
  readonly text?: RegExp;
  readonly provider?: EdgeProviderProps;
  readonly hcl?: readonly [type: string, attributes: Readonly<Record<string, unknown>>];
}

/** A job with a destination that needs no proof, in a zone with the custom fields of the stack. */
function jobWith(
  props: Partial<LogpushJobProps>,
  text?: RegExp,
  attributes: Readonly<Record<string, unknown>> = attributesOf(props),
): Case {
  return {
    build: (stack) => new LogpushJob(stack, 'one', { zoneId, destinationConf, fields: ['RayID'], ...props }),
    ...(text && { text }),
    hcl: [
      'edge_logpush_job',
      { zone_id: zoneId, destination_conf: destinationConf, fields: ['RayID'], ...attributes },
    ],
  };
}

/** The same values under the names of HCL. */
const attributesOf = (props: Partial<LogpushJobProps>) =>
  Object.fromEntries(
    Object.entries(props).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const deprecated = { ['frequency' as string]: 'low' };

const cases: Readonly<Record<SynthWarningName, readonly Case[]>> = {
  checked: [
    {
      build: (stack) => new CustomFieldsRuleset(stack, 'one', { zoneId, requestHeaders: ['Range', 'x-id'] }),
      text: /accepts the request header "range" and does not log it/,
      hcl: ['edge_custom_fields_ruleset', { zone_id: zoneId, request_headers: ['range', 'x-id'] }],
    },
    jobWith({ where: LogFilter.field('EdgeResponseStatus').atLeast(0) }, /decides nothing/, {
      filter: JSON.stringify(always),
    }),
    {
      build: (stack) =>
        new WafMigration(stack, 'one', {
          zoneId: fullZoneId,
          target: 'validation' as never,
          acknowledgeIrreversible: true,
          ruleOverrides: [{ ruleId: zoneId, action: 'interactive' as never }],
        }),
      text: /Value unknown to this version/,
      hcl: [
        'edge_waf_migration',
        {
          zone_id: fullZoneId,
          target: 'validation',
          acknowledge_irreversible: true,
          rule_overrides: [{ rule_id: zoneId, action: 'interactive' }],
        },
      ],
    },
  ],
  operators: [jobWith({ filter: nestedFilter(31) })],
  frequency: [jobWith(deprecated)],
  empty_fields: [jobWith({ fields: ['RayID', 'ResponseHeaders'] })],
  job_limit: [
    {
      build: (stack) => {
        for (const name of ['a', 'b', 'c', 'd', 'e'])
          new LogpushJob(stack, name, { zoneId: fullZoneId, name, destinationConf, fields: ['RayID'] });
      },
      hcl: [
        'edge_logpush_job',
        { count: 5, zone_id: fullZoneId, name: 'job-${count.index}', destination_conf: destinationConf },
      ],
    },
  ],
  literal: [
    jobWith({ ownershipChallenge: 'token' }),
    { provider: { apiToken: 'token' }, build: () => undefined },
  ],
  stored_variable: [
    {
      build: (stack) => {
        const token = new TerraformVariable(stack, 'token', { type: 'string', sensitive: true });
        new LogpushJob(stack, 'one', { zoneId, destinationConf, ownershipChallenge: token.stringValue });
      },
    },
  ],
  secret_default: [{ build: (stack) => new SecretVariable(stack, 'token', { default: 'value' }) }],
  literal_expression: [
    jobWith({ where: LogFilter.field('ClientCountry').equalTo('${var.country}') }, undefined, {}),
  ],
  undefined_value: [jobWith({ name: 'logs-undefined' }, undefined, {})],
  create_before_destroy: [
    {
      build: (stack) =>
        new CustomFieldsRuleset(stack, 'one', {
          zoneId,
          cookies: ['a'],
          lifecycle: { createBeforeDestroy: true },
        }),
    },
  ],
  without_recipients: [
    {
      build: (stack) =>
        PoolNotificationPolicy.perRecipients(stack, 'all', {
          accountId,
          pools: [
            { id: 'c'.repeat(32), recipients: ['ops@example.com'] },
            { id: 'd'.repeat(32), recipients: [] },
          ],
        }),
    },
  ],
  platform: [{ build: () => undefined }],
};

/** Addresses are unique, as names of the cases. */
const named = Object.entries(cases).flatMap(([name, each]) =>
  each.map((one, index) => ({ name: name as SynthWarningName, id: `${name}_${index}`, ...one })),
);

/** The headlines that the table names. */
const headlinesOf = (name: SynthWarningName) =>
  [...synthWarnings[name].plan.matchAll(/"([^"]+)"/g)].map(([, headline]) => headline);

describe('a warning of synth', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(named)('is that of a construct: $id', ({ name, build, text, provider }) => {
    if (name === 'platform') jest.spyOn(os, 'platform').mockReturnValue('aix');
    const stack = new TerraformStack(Testing.app(), 'stack');
    new EdgeProvider(stack, 'edge', provider);
    build(stack);
    Testing.synth(stack);
    const texts = stack.node.findAll().flatMap(warningsOf);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(text ?? /./);
  });

  it('is in the list: no other function adds one', () => {
    const lib = join(__dirname, '../../../lib');
    const adding = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && readFileSync(join(lib, path), 'utf8').includes('Annotations.of('),
    );
    expect(adding).toEqual([join('resources', 'synth-warnings.ts')]);
  });
});

describeWithTerraform('a plan of HCL', () => {
  it('says what synth says of a construct, or the list says why not', async () => {
    const place = { account_id: accountId, plan: 'enterprise' } as const;
    const zones = [
      { id: zoneId, name: 'example.com', ...place },
      { id: fullZoneId, name: 'full.example', ...place },
    ];
    const accounts = [{ id: accountId, name: 'Example' }];
    const edge = await startEdgeStack({}, {}, { fixture: { accounts, zones } });
    edge.declare(() => undefined);
    const blocks = named.flatMap(({ id, hcl }) => (hcl === undefined ? [] : [[hcl[0], id, hcl[1]] as const]));
    const resource: Record<string, Record<string, unknown>> = {};
    for (const [type, id, attributes] of blocks)
      (resource[type] ??= {})[id] =
        type === 'edge_logpush_job' ? { name: id.replaceAll('_', '-'), ...attributes } : attributes;
    edge.dir.write('warnings.tf.json', JSON.stringify({ resource }));
    await edge.dir.init();
    const run = await edge.dir.run(['plan', '-input=false', '-json'], { expectCode: 1 });
    const diagnostics = readMessages(run).flatMap(({ diagnostic }) => diagnostic ?? []);
    const found = blocks.map(([type, id]) => ({
      id,
      says: diagnostics.filter(({ address = '' }) => address.startsWith(`${type}.${id}`)),
    }));
    for (const { name, id, text } of named) {
      const says = found.find((each) => each.id === id)?.says ?? [];
      const headlines = headlinesOf(name);
      if (text !== undefined)
        expect([id, says.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n')]).toEqual([
          id,
          expect.stringMatching(text),
        ]);
      else if (headlines.length > 0)
        expect([id, says.some(({ summary }) => headlines.includes(summary))]).toEqual([id, true]);
      else expect([id, synthWarnings[name].plan]).toEqual([id, expect.stringMatching(/^nothing: ./)]);
    }
  });
});
