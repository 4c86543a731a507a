import fc from 'fast-check';
import type { ImportedObject, Inventory } from '../../../lib/cli/import/inventory';
import type { NamedObject } from '../../../lib/resources/handler';
import { findDataset } from '../../../lib/logs';
import { canonicalFilter } from '../../../lib/logs';
import type { ObjectValue } from '../../../lib/schema';
import { filters } from '../../logs/filter/arbitraries';
import { inventoryOf, job, migration, output, policy, ruleset } from './inventories';

/** Texts that end a string, a comment or a line, begin an expression, or are words of a language. */
const oddTexts = [
  ...[
    "it's",
    '"',
    '`',
    '\\',
    '${x}',
    '%{ if x }',
    '$${x}',
    '%%{x}',
    '$%{x}',
    '${',
    'a\nb',
    '\r\n',
    '\t',
    '\0',
  ],
  ...[
    '\u2028',
    '\u202e',
    '\u00a0',
    '*/',
    '/*',
    '//',
    '#',
    '<!--',
    '|',
    '日本語',
    'Straße',
    'e\u0301',
    '😀',
    '👨‍👩‍👧',
  ],
  ...[
    '__proto__',
    'constructor',
    'default',
    'class',
    'null',
    'zone',
    'pools',
    'destinations',
    'stack',
    'con',
    'x.js',
    '..',
  ],
  ...['EOT', '1and1', '-', '${TfToken[1]}', 'x'.repeat(200)],
];
const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.tuple(fc.constantFrom(...oddTexts), fc.constantFrom(...oddTexts)).map(([a, b]) => `${a} ${b}`),
  fc.string({ minLength: 1, unit: 'grapheme' }),
);
/** What the provider takes for a name. */
const visibleText = oddText.filter((text) => text.trim() !== '');
const name = fc.oneof(
  fc.constantFrom('example.com', 'EXAMPLE.com', 'example.org', 'münchen.de', 'logs'),
  visibleText,
);
const id = fc
  .bigInt({ min: 0n, max: 2n ** 128n - 1n })
  .map((number) => number.toString(16).padStart(32, '0'));
/** Of these characters, the first one a letter. `stringMatching` is slow. */
const wordOf = (characters: string, maxLength: number) =>
  fc
    .string({ unit: fc.constantFrom(...Array.from(characters)), minLength: 0, maxLength })
    .map((rest) => `a${rest}`);
const named = fc.record({ id, name });
const numberedId = fc.integer({ min: 1, max: 1e9 }).map(String);
const jobName = fc.oneof(fc.constantFrom('logs', 'errors', 'Errors'), wordOf('abcXYZ019.-', 60));
const word = wordOf('abc019-', 20);
const destination = fc.oneof(
  fc.constantFrom(
    's3://logs/http/{DATE}?region=eu-central-1',
    'gs://logs/edge',
    'https://logs.example.net/ingest?tags=a%27b%22c',
  ),
  fc.tuple(word, word).map(([bucket, path]) => `s3://${bucket}/${path}?region=us-east-1`),
);
const fieldsOf = (dataset: string, scope: 'zone' | 'account') =>
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constant([...(findDataset(dataset, scope)?.fields.keys() ?? [])].slice(0, 6)),
    },
    {
      weight: 2,
      arbitrary: fc.uniqueArray(fc.constantFrom(...(findDataset(dataset, scope)?.fields.keys() ?? [])), {
        minLength: 1,
        maxLength: 12,
      }),
    },
  );
const filterText = fc.option(fc.oneof(filters.map(canonicalFilter), oddText.map(containing)));
const share = fc.oneof(fc.constant(1), fc.double({ min: 0.001, max: 1, noNaN: true }));

function containing(text: string): string {
  return JSON.stringify({
    where: {
      or: [
        { key: 'ClientRequestURI', operator: 'contains', value: text },
        { key: 'RayID', operator: 'eq', value: text },
      ],
    },
  });
}

const outputOptions = fc.record({
  output_type: fc.constantFrom('ndjson', 'csv'),
  batch_prefix: fc.oneof(fc.constant(''), oddText),
  record_prefix: fc.option(oddText),
  record_delimiter: fc.oneof(fc.constant(''), oddText),
  field_delimiter: fc.constantFrom(',', ';', '\t', '${'),
  cve_2021_44228: fc.boolean(),
});

const jobSettings = fc
  .constantFrom(...(['http_requests', 'firewall_events', 'dns_logs'] as const))
  .chain((dataset) =>
    fc.record({
      id: numberedId,
      name: jobName,
      dataset: fc.constant(dataset),
      destination_conf: destination,
      fields: fieldsOf(dataset, 'zone'),
      timestamp_format: fc.constantFrom('unixnano', 'unix', 'rfc3339'),
      sample_rate: share,
      filter: dataset === 'http_requests' ? filterText : fc.constant(null),
      enabled: fc.boolean(),
      options: fc.option(outputOptions),
    }),
  )
  .map(({ options, ...settings }) => ({
    ...settings,
    output_options: options === null ? null : output({ ...options, field_names: settings.fields }),
  }));
const accountJobSettings = fc.record({
  id: numberedId,
  name: jobName,
  dataset: fc.constant('audit_logs'),
  destination_conf: destination,
  fields: fieldsOf('audit_logs', 'account'),
});
const header = wordOf('abc019-', 20);
const names = fc.option(fc.uniqueArray(header, { minLength: 1, maxLength: 8 }));
const rulesetSettings = fc
  .record({
    request_headers: fc.oneof(names, fc.constant(['x-a', 'x-b', 'x-c', 'x-d'])),
    cookies: fc.uniqueArray(header, { minLength: 1, maxLength: 5 }),
    enabled: fc.boolean(),
    name: fc.oneof(fc.constant('Custom log fields'), visibleText),
    description: oddText,
  })
  .chain((settings) =>
    fc
      .option(
        fc.uniqueArray(
          header.map((each) => `raw-${each}`),
          { minLength: 1, maxLength: 3 },
        ),
      )
      .map((raw) => ({
        ...settings,
        raw_response_headers: raw,
        preserve_duplicates: raw === null ? null : raw.slice(0, 1),
      })),
  );
const migrationSettings = fc.record({
  target: fc.constantFrom('complete', 'validation'),
  rule_overrides: fc.option(
    fc.uniqueArray(
      fc.record({
        rule_id: id,
        ruleset_id: fc.constantFrom('efb7b8c949ac4650a09736fc376e9aee', '4814384a9e5d4991b9815dcfc25d2f1f'),
        action: fc.option(fc.constantFrom('log', 'block', 'managed_challenge', 'js_challenge')),
        enabled: fc.constant(false),
        score_threshold: fc.constant(null),
      }),
      { minLength: 1, maxLength: 3, selector: (each) => each.rule_id },
    ),
  ),
  skip_rules: fc.option(
    fc.uniqueArray(
      fc.record({
        expression: visibleText,
        description: fc.option(oddText),
        rule_ids: fc.option(fc.uniqueArray(id, { minLength: 1, maxLength: 3 })),
        ruleset_id: fc.constant(null),
        enabled: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3, selector: (each) => each.expression },
    ),
  ),
});
const addresses = fc.constantFrom(
  ['ops@example.com'],
  ['ops@example.com', 'on-call@example.com'],
  ["o'brien@example.com"],
);

function policySettings(
  pools: readonly NamedObject[],
  webhooks: readonly NamedObject[],
): fc.Arbitrary<ObjectValue> {
  return fc.record({
    id,
    name: visibleText,
    description: oddText,
    enabled: fc.boolean(),
    pool_ids:
      pools.length === 0
        ? fc.constant(['1'.repeat(32)])
        : fc.shuffledSubarray(idsOf(pools), { minLength: 1 }),
    new_health: fc.constantFrom(['Healthy', 'Unhealthy'], ['Unhealthy']),
    event_sources: fc.constantFrom(['origin', 'pool'], ['pool']),
    email_addresses: addresses,
    webhook_ids:
      webhooks.length === 0 ? fc.constant(null) : fc.option(fc.subarray(idsOf(webhooks), { minLength: 1 })),
    clear_legacy_email: fc.constantFrom('covered', 'none'),
  });
}

function idsOf(objects: readonly NamedObject[]): string[] {
  return objects.map((each) => each.id);
}

const distinctObjects = (most: number) =>
  fc.uniqueArray(named, { maxLength: most, selector: (each) => each.id });

function objectsOfZone(account: NamedObject): fc.Arbitrary<ImportedObject[]> {
  return named.chain((zone) => {
    const owner = { account, zone };
    return fc
      .tuple(
        fc.option(rulesetSettings),
        fc.uniqueArray(jobSettings, { maxLength: 4, selector: (each) => each.id }),
        fc.option(migrationSettings),
      )
      .map(([fields, jobs, waf]) => [
        ...(fields === null ? [] : [ruleset(fields, owner)]),
        ...jobs.map((each) => job(each, owner)),
        ...(waf === null ? [] : [migration(waf, owner)]),
      ]);
  });
}

const accountInventory = fc
  .tuple(named, distinctObjects(4), distinctObjects(2))
  .chain(([account, pools, webhooks]) =>
    fc
      .record({
        zones: fc.array(objectsOfZone(account), { maxLength: 3 }),
        jobs: fc.uniqueArray(accountJobSettings, { maxLength: 2, selector: (each) => each.id }),
        policies: fc.uniqueArray(policySettings(pools, webhooks), {
          maxLength: 3,
          selector: (each) => each.id,
        }),
      })
      .map(({ zones, jobs, policies }) => {
        const ofAccount = (each: NamedObject) => ({ ...each, accountId: account.id });
        return inventoryOf(
          [
            ...zones.flat(),
            ...jobs.map((each) => job(each, { account })),
            ...policies.map((each) => policy(each, { account })),
          ],
          { pools: pools.map(ofAccount), webhooks: webhooks.map(ofAccount) },
        );
      }),
  );

/** What one or two accounts may have, with the names that are hardest to write. */
export const inventories: fc.Arbitrary<Inventory> = fc
  .array(accountInventory, { minLength: 1, maxLength: 2 })
  .map(joined);

/** One inventory of all objects, but no two of the same id: the generator likes small ones. */
export function joined(all: readonly Inventory[]): Inventory {
  const seen = new Set<string>();
  const owners = new Map<string, string>();
  const objects = all
    .flatMap((each) => each.objects)
    .filter(({ typeName, importId, account, zone = account }) => {
      const owner = JSON.stringify([zone, account]);
      const isOther = (owners.get(zone.id) ?? owner) !== owner || seen.has(`${typeName} ${importId}`);
      if (!isOther) owners.set(zone.id, owner);
      seen.add(`${typeName} ${importId}`);
      return !isOther;
    });
  return inventoryOf(objects, {
    pools: all.flatMap(({ pools }) => pools),
    webhooks: all.flatMap(({ webhooks }) => webhooks),
  });
}
