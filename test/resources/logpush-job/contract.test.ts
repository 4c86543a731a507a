import fc from 'fast-check';
import { filterLimits, LogFilter, withoutCredentials } from '../../../lib/logs';
import {
  logpushJobContract as contract,
  type LogpushJobAttributes,
} from '../../../lib/resources/logpush-job/contract';
import { planState } from '../../../lib/drivers/state/planned-state';
import {
  missingCredentials,
  needsChallenge,
  isSameDestination,
  withCredentials,
} from '../../../lib/resources/logpush-job/destination';
import { logpushJobHandler as handler } from '../../../lib/resources/logpush-job/handler';
import { settingAttributes, settingNames } from '../../../lib/resources/logpush-job/settings';
import { checkConfig, unknown, type Attribute, type Desired, type ObjectValue } from '../../../lib/schema';
import { everyQuirk } from '../../emulator/support';
import { describeAll, worlds, zoneId } from '../../support/handler-harness';
import { factorableFilter, nestedFilter } from '../../logs/filter/strict-count';
import { expectAgreement } from '../../support/agreement';
import { samplesOf } from '../../support/sample-values';

const valid: ObjectValue = {
  zone_id: zoneId,
  name: 'errors',
  destination_conf: 's3://bucket/logs/{DATE}?region=eu-central-1',
  fields: ['RayID'],
};
const problems = (config: ObjectValue) => describeAll(checkConfig(contract, { ...valid, ...config }));

const leaf = (key: string, operator: string, value: unknown) => ({ key, operator, value });
const where = (...leaves: object[]) => JSON.stringify({ where: { and: leaves } });
const country = leaf('ClientCountry', 'eq', 'de');
const many = (count: number) =>
  where(...Array.from({ length: count }, (_, at) => leaf('BotScore', 'gt', `${at}`)));
/** A filter of exactly so many bytes, one of them of more than one. */
const bytes = (count: number) => {
  const around = Buffer.byteLength(where(leaf('ClientCountry', 'eq', 'é')));
  return where(leaf('ClientCountry', 'eq', `é${'x'.repeat(count - around)}`));
};

describe('the job contract', () => {
  it.each(
    Object.entries<ObjectValue>({
      'a name of 512 characters': { name: 'a'.repeat(512) },
      'every timestamp format': { timestamp_format: 'unix' },
      'every timestamp format of output options': { timestamp_format: 'rfc3339ns', output_options: {} },
      'output options that are not known yet': { timestamp_format: 'rfc3339ms', output_options: unknown },
      'output options that are known in part': {
        output_options: { record_template: unknown, merge_subrequests: true },
        dataset: 'dns_logs',
        fields: ['QueryName'],
      },
      'an order of fields that are not known yet': {
        fields: unknown,
        output_options: { field_names: ['RayID'], record_template: '{{.ClientIP}}' },
      },
      'all lines, and very few of them': { sample_rate: 1e-9 },
      'a filter of 1000 bytes': { filter: bytes(filterLimits.bytes) },
      'what is not known yet': {
        zone_id: unknown,
        name: unknown,
        destination_conf: unknown,
        filter: unknown,
      },
      'fields that are known in part': { fields: ['Nonsense', unknown] },
      'fields of a dataset that is not known yet': {
        dataset: unknown,
        fields: ['Nonsense'],
        filter: where(country),
      },
      'a sumo address, whose path is its key': { destination_conf: 'sumo://host/receiver/v1/http/key' },
      'credentials where they belong': {
        destination_credentials: { 'access-key-id': 'a', 'secret-access-key': 'b' },
      },
      'credentials that are known in part': { destination_credentials: { 'access-key-id': unknown } },
      'credentials that are not known yet': { destination_credentials: unknown },
    }),
  )('accepts %s', (_, config) => {
    expect(problems(config)).toEqual([]);
  });

  it.each(
    Object.entries<[ObjectValue, string]>({
      'a name of 513 characters': [{ name: 'a'.repeat(513) }, 'error at name: Invalid job name'],
      'no field': [{ fields: [] }, 'error at fields: Log fields: No field is listed.'],
      'a timestamp format of output options': [
        { timestamp_format: 'rfc3339ms' },
        'error at timestamp_format: Timestamp format requires output options: timestamp_format is "rfc3339ms"',
      ],
      'a destination that is no URL': [
        { destination_conf: 'bucket' },
        'error at destination_conf: Destination: The destination is not a URL.',
      ],
      'a template with a field that is not listed': [
        { output_options: { record_template: '{{.ClientIP}}' } },
        'error at output_options.record_template: Output options: record_template uses "ClientIP"',
      ],
      'an order that leaves a field out': [
        { fields: ['RayID', 'ClientIP'], output_options: { field_names: ['ClientIP'] } },
        'error at output_options.field_names: Invalid order of fields: field_names must contain each name in fields once: RayID missing.',
      ],
      'an order with a field of its own': [
        { output_options: { field_names: ['RayID', 'ClientIP'] } },
        'fields once: ClientIP not among fields.',
      ],
      'an order with a field twice': [
        { output_options: { field_names: ['RayID', 'RayID'] } },
        'fields once: duplicate name.',
      ],
      'a sample rate above all': [
        { sample_rate: 1.01 },
        'error at sample_rate: Sample rate out of range: sample_rate is 1.01',
      ],
      'a negative sample rate': [
        { sample_rate: -0.5 },
        'error at sample_rate: Sample rate out of range: sample_rate is -0.5',
      ],
      'a filter of 1001 bytes': [{ filter: bytes(filterLimits.bytes + 1) }, '1001 bytes'],
      'a filter that is not JSON': [{ filter: '{' }, '(line 1, column '],
      'a blank challenge': [
        { ownership_challenge: ' ' },
        'error at ownership_challenge: Invalid ownership challenge',
      ],
      'a challenge that is too long': [{ ownership_challenge: 'a'.repeat(4097) }, 'at most 4096 characters'],
      'an empty credential': [
        { destination_credentials: { sig: '' } },
        'error at destination_credentials.sig: Empty credential: "sig" is empty.',
      ],
      'a parameter that is no credential': [
        { destination_credentials: { account: 'eu' } },
        'error at destination_credentials.account: Not a credential: "account" is not a credential parameter. Credential parameters are access-key-id',
      ],
    }),
  )('fails for %s', (_, [config, message]) => {
    expect(problems(config)).toEqual([expect.stringContaining(message)]);
  });

  it.each(
    Object.entries<[ObjectValue, string]>({
      'a dataset that no other one is like, with any fields and filter': [
        { dataset: 'zzz', fields: ['Any'], filter: where(leaf('Other', 'contains', 'x')) },
        'warning at dataset: Dataset unknown to this version: "zzz" is not among',
      ],
      'fields, in one warning': [
        { fields: ['RayId', 'RayID', 'SomeNewField'] },
        'warning at fields: Log fields unknown to this version: "RayId" is not among the fields of http_requests that this version knows, as of 2026-07. The service may have added it since. Did you mean "RayID"?\n"SomeNewField" is not among',
      ],
      'a field of another dataset': [
        { dataset: 'dns_logs', fields: ['RayID'] },
        'warning at fields: Log fields unknown to this version: ',
      ],
      'a field in a filter': [
        { dataset: 'dns_logs', fields: ['QueryName'], filter: where(country) },
        'warning at filter: Log filter unknown to this version: "ClientCountry" is not among the fields of dns_logs',
      ],
      'a timestamp format': [
        { timestamp_format: 'rfc822', output_options: {} },
        'warning at timestamp_format: Value unknown to this version: timestamp_format is "rfc822". This version knows "unixnano", "unix", "rfc3339", "rfc3339ms" or "rfc3339ns", as of 2026-07.',
      ],
      'an output type': [
        { output_options: { output_type: 'avro' } },
        'warning at output_options.output_type: Value unknown to this version: output_type is "avro". This version knows "ndjson" or "csv"',
      ],
    }),
  )('warns about what this version does not know: %s', (_, [config, message]) => {
    expect(problems(config)).toEqual([expect.stringContaining(message)]);
  });

  it('warns about a credential that is percent-encoded, without its value', () => {
    const found = problems({ destination_credentials: { header_Authorization: 'Splunk%20canary' } });
    expect(found).toEqual([
      expect.stringContaining(
        'warning at destination_credentials.header_Authorization: Percent-encoded credential: "header_Authorization" has percent signs',
      ),
    ]);
    expect(String(found)).not.toContain('canary');
  });

  it('warns about retired fields, with their successors', () => {
    const filter = where(leaf('FirewallMatchesActions', 'contains', 'block'));
    expect(problems({ fields: ['RayID', 'WAFAction', 'EdgeRateLimitID'], filter })).toEqual([
      'warning at fields: Log fields retired by the service: The service has retired the field "WAFAction" of http_requests: existing jobs keep it, and it may stay empty. Its successor is "SecurityAction".\nThe service has retired the field "EdgeRateLimitID" of http_requests: existing jobs keep it, and it may stay empty. It has no successor.',
      expect.stringContaining('Its successor is "SecurityActions".'),
    ]);
  });

  it.each<[string, ObjectValue]>([
    ['no sampling at all', { sample_rate: 0 }],
    ['an empty text as no filter', { filter: '' }],
    ['a condition without a group', { filter: JSON.stringify({ where: country }) }],
  ])('accepts %s', (_, config) => {
    expect(problems(config)).toEqual([]);
  });

  it.each<[string, ObjectValue, string]>([
    ['an operator', { key: 'SomeNewField', operator: 'neq', value: 'x' }, 'There is no operator "neq"'],
    ['a set in place of a scalar', { key: 'SomeNewField', operator: 'eq', value: ['x'] }, 'is an array'],
    ['a number as a scalar', { key: 'SomeNewField', operator: 'eq', value: 5 }, 'as a string'],
    ['an empty set', { key: 'SomeNewField', operator: 'in', value: [] }, 'an empty array'],
    [
      'a type for a retired field',
      { key: 'WAFAction', operator: 'lt', value: '5' },
      'does not apply to "WAFAction"',
    ],
  ])('fails for what is wrong with a field of any type: %s', (_, condition, message) => {
    const errors = problems({ filter: where(condition) }).filter((each) => each.startsWith('error'));
    expect(errors).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    [
      'a key pair',
      'r2://bucket?account-id=1&access-key-id=canary&secret-access-key=canary',
      'access-key-id, secret-access-key',
    ],
    ['a header', 'splunk://host?channel=1&header_Authorization=canary&sourcetype=a', 'header_Authorization'],
    ['a user', 'https://someone:canary@host/path', 'user:password@'],
  ])('fails for %s in the destination, without showing it', (_, conf, names) => {
    const said = problems({ destination_conf: conf });
    expect(said).toEqual([
      expect.stringContaining(
        `error at destination_conf: Credentials in the destination: destination_conf contains credentials (${names})`,
      ),
    ]);
    expect(said.join('')).toContain('destination_credentials (destinationCredentials)');
    expect(said.join('')).not.toContain('canary');
  });

  it('fails for a challenge with a line break, without showing it', () => {
    const said = problems({ ownership_challenge: 'canary\n' });
    expect(said).toEqual([expect.stringContaining('remove that with trimspace()')]);
    expect(said.join('')).not.toContain('canary');
  });

  it.each([
    [`EdgeResponseStatus >= 500`, `'EdgeResponseStatus >= 500'`],
    [`ClientCountry eq "nl"`, `'ClientCountry eq "nl"'`],
    [`ClientRequestURI contains "it's"`, `"ClientRequestURI contains \\"it's\\""`],
  ])('fails for the expression %s as filter, and shows it as where and as JSON', (filter, quoted) => {
    const [problem = '', ...others] = problems({ filter });
    expect(others).toEqual([]);
    expect(problem).toMatch(/^error at filter: Expression instead of JSON: /);
    expect(problem).toContain(`where: LogFilter.fromExpression(${quoted}). `);
    const json = /Otherwise set it to (\{.*\})\.$/.exec(problem)?.[1];
    expect(problems({ filter: json ?? '' })).toEqual([]);
    expect(json).toBe(LogFilter.fromExpression(filter).toJson());
  });

  it('fails for a long expression as filter without repeating it', () => {
    const filter = Array.from({ length: 20 }, (_, at) => `EdgeResponseStatus == ${500 + at}`).join(' or ');
    expect(problems({ filter })).toEqual([expect.stringContaining('LogFilter.fromExpression(…)')]);
  });

  it('fails for 31 operators that are too long', () => {
    expect(problems({ filter: many(30) })).toEqual([
      expect.stringMatching(/^error at filter: Log filter: .*1000/),
      expect.stringMatching(/^error at filter: Log filter: The filter has 31 operators.*Combine conditions/),
    ]);
  });

  it('leaves operators that are too many only with their groups to the plan', () => {
    const filter = nestedFilter(31);
    expect(Buffer.byteLength(filter)).toBeLessThanOrEqual(1000);
    expect(problems({ filter })).toEqual([]);
    expect(problems({ filter: nestedFilter(31, 'Nope') })[0]).toContain('"Nope"');
  });

  it('treats a filter with too many operators and its shorter form as equal', () => {
    const { sameMeaning } = contract.attributes.filter;
    const [long, short] = factorableFilter();
    expect(sameMeaning(long, short, { zone_id: zoneId, dataset: null })).toBe(true);
    expect(sameMeaning(short, long, { zone_id: zoneId, dataset: 'http_requests' })).toBe(true);
    expect(sameMeaning(long, short, { zone_id: zoneId, dataset: unknown })).toBe(false);
    const config = { ...valid, filter: short };
    const prior = planState(contract.attributes, { prior: null, config: { ...valid, filter: long } });
    expect(planState(contract.attributes, { prior, config })).toEqual(prior);
    expect(planState(contract.attributes, { prior: { ...prior, filter: short }, config }).filter).toBe(short);
    expect(sameMeaning(long, short.replace('"2"', '"77"'), { dataset: null })).toBe(false);
  });

  it('treats equivalent filters and destinations as equal', () => {
    const job = { dataset: null };
    const { filter, destination_conf: conf } = contract.attributes;
    expect(
      filter.sameMeaning(
        where(country, leaf('BotScore', 'gt', '1')),
        where(leaf('BotScore', 'gt', '1'), country),
        job,
      ),
    ).toBe(true);
    expect(filter.sameMeaning(where(country), where(leaf('ClientCountry', 'eq', 'at')), job)).toBe(false);
    expect(conf.sameMeaning('s3://b?region=a&sse=AES%32', 's3://b?sse=AES2&region=a')).toBe(true);
    expect(conf.sameMeaning('s3://b?region=a', 's3://b?region=b')).toBe(false);
  });
});

const secrets = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const credentials = fc.oneof(
  fc.constant(null),
  fc.record({ 'access-key-id': secrets, 'secret-access-key': secrets }),
  fc.record({
    'access-key-id': secrets,
    'secret-access-key': secrets,
    'session-token': secrets,
    'header_DD-API-KEY': secrets,
  }),
);
const destinations = fc.constantFrom(
  'r2://bucket',
  'r2://bucket/?account-id=1',
  's3://bucket/logs/{DATE}?endpoint=storage.example&sse=a%20b',
  'https://host.example/path?a=1&b=2',
  'datadog://http-intake.example/v1/input?ddsource=edge',
);

describe('destination and credentials', () => {
  it('are split into the parts that they were joined from', () => {
    fc.assert(
      fc.property(destinations, credentials, (conf, given) => {
        const whole = withCredentials(conf, given);
        expect(withoutCredentials(whole)).toEqual({ conf, names: Object.keys(given ?? {}).sort() });
        expect(
          withCredentials(conf, given === null ? null : Object.fromEntries(Object.entries(given).reverse())),
        ).toBe(whole);
      }),
    );
  });

  it('together decide whether a challenge is required', () => {
    const conf = 's3://bucket?region=eu-central-1';
    expect(needsChallenge(conf)).toBe(true);
    expect(needsChallenge(withCredentials(conf, { 'access-key-id': 'a', 'secret-access-key': 'b' }))).toBe(
      false,
    );
    expect(needsChallenge(withCredentials('azure://container', { sig: 'a' }))).toBe(true);
  });

  it('keep an invalid destination unchanged', () => {
    expect(withoutCredentials('nonsense')).toEqual({ conf: 'nonsense', names: [] });
    expect(withoutCredentials('r2://bucket?')).toEqual({ conf: 'r2://bucket?', names: [] });
    expect(isSameDestination('nonsense', 'other nonsense')).toBe(false);
  });
});

type Wanted = Desired<LogpushJobAttributes>;

const texts = fc.constantFrom('', '{', '}\n', '\n', ',', '|', 'a"\\\t');
const outputs = fc.record({
  field_names: fc.constant(null),
  output_type: fc.constantFrom('ndjson', 'csv'),
  batch_prefix: texts,
  batch_suffix: texts,
  record_prefix: fc.option(texts),
  record_suffix: fc.option(texts),
  record_delimiter: texts,
  field_delimiter: texts,
  record_template: fc.constantFrom('', 'a{{/* b */}}'),
  cve_2021_44228: fc.boolean(),
  merge_subrequests: fc.boolean(),
});

/** An update has the same kind: another one replaces the job. */
const settings = fc.record(
  Object.fromEntries(
    Object.entries<Attribute>(settingAttributes).map(([name, attribute]) => [
      name,
      fc.constantFrom(null, ...(attribute.replaces === true ? [] : samplesOf(attribute))),
    ]),
  ),
) as fc.Arbitrary<Pick<Wanted, keyof typeof settingAttributes>>;

const configs: fc.Arbitrary<Wanted> = fc
  .record({
    zone_id: fc.constant(zoneId),
    account_id: fc.constant(null),
    name: fc.stringMatching(/^[a-zA-Z0-9.-]{1,20}$/),
    dataset: fc.constant('http_requests'),
    destination_conf: destinations,
    destination_credentials: credentials,
    destination_credentials_version: fc.constantFrom(null, 1, 2),
    fields: fc.uniqueArray(fc.constantFrom('RayID', 'ClientIP', 'Cookies', 'RequestHeaders', 'BotScore'), {
      minLength: 1,
    }),
    timestamp_format: fc.constantFrom('unixnano', 'unix', 'rfc3339', 'rfc3339ns'),
    output_options: fc.option(outputs),
    sample_rate: fc.oneof(fc.constantFrom(1, 0.1, 1e-7), fc.double({ min: 1e-12, max: 1, noNaN: true })),
    filter: fc.constantFrom(null, where(country), many(3), bytes(1000)),
    ownership_challenge: fc.constantFrom(null, 'token'),
    enabled: fc.boolean(),
    settings,
  })
  .map(({ settings: given, ...config }) => ({ ...config, ...given }))
  .chain((config) =>
    // Without an order, in the one that is used anyway, and in another.
    fc.constantFrom(null, [...config.fields].sort(), [...config.fields].reverse()).map((field_names) => ({
      ...config,
      output_options: config.output_options && { ...config.output_options, field_names },
    })),
  )
  .filter((config) => checkConfig(contract, config).length === 0)
  .filter(
    ({ destination_conf: conf, destination_credentials: given }) =>
      missingCredentials(conf, Object.keys(given ?? {})).length === 0,
  );

describe('contract and handler', () => {
  const start = worlds();

  it.each([{}, everyQuirk])(
    'agree on every value after a create, a read and an update to any other value, with the quirks %j',
    async (quirks) => {
      const world = await start();
      await world.setQuirks(quirks);
      await expectAgreement(world, {
        contract,
        handler,
        configs,
        changeTo: (second, first) => ({
          ...second,
          // A plan keeps what the configuration omits.
          ...Object.fromEntries(settingNames.map((name) => [name, second[name] ?? first[name]])),
          // A new version of credentials requires credentials.
          destination_credentials: second.destination_credentials ?? { header_X: 'a' },
        }),
        stable: 'id',
      });
    },
  );
});
