import fc from 'fast-check';
import {
  blockPadding,
  BlockPreview,
  findDataset,
  matchesFilter,
  parseExactly,
  recordWriter,
  deliveryOf,
  valueFault,
  type Filter,
  type Leaf,
  type LineTimestampFormat,
  type OutputType,
  type PreviewedJob,
  type PreviewMode,
} from '../../lib/logs';
import { datasetOf } from './dataset-of';
import { textOperators } from './filter/arbitraries';
import { runs } from '../support/exhaustive';

const dataset = datasetOf('http_requests');

/** What parseExactly, matchesFilter and recordWriter make of a sample, line by line. */
function naively(sample: Buffer, job: PreviewedJob) {
  const records: string[] = [];
  const bad: number[] = [];
  let dropped = 0;
  const write = recordWriter(job.delivery, job.customFields, dataset);
  sample
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n')
    .forEach((line, index) => {
      if (line.trim() === '') return;
      try {
        const value: unknown = parseExactly(line);
        if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError();
        const keys = Object.keys(value);
        const isExchange = keys.length > 0 && keys.every((key) => key === 'fields');
        const inner: unknown = isExchange && 'fields' in value ? value.fields : value;
        if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) throw new SyntaxError();
        const fields: Record<string, unknown> = { ...inner };
        for (const [name, type] of dataset.fields)
          if (Object.hasOwn(fields, name) && valueFault(fields[name], type) !== undefined)
            throw new SyntaxError();
        if (job.filter === undefined || matchesFilter(job.filter, fields, dataset))
          records.push(write({ fields }));
        else dropped += 1;
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
        bad.push(index + 1);
      }
    });
  return { output: records.join(''), delivered: records.length, dropped, bad };
}

function previewed(sample: Buffer, job: PreviewedJob, mode: PreviewMode = 'records', other?: PreviewedJob) {
  const bytes = Buffer.concat([sample, Buffer.from('\n'), Buffer.alloc(blockPadding)]);
  const end = sample.at(-1) === 0x0a ? sample.length : sample.length + 1;
  const preview = new BlockPreview(mode, job, other);
  const block = { bytes, end, isFirst: true, label: '', linesBefore: 0 };
  const all = { output: '', delivered: 0, dropped: 0, bad: [] as number[] };
  let at = 0;
  let lines = 0;
  while (at < end) {
    const part = preview.run(block, at, lines);
    all.output += part.output.toString();
    all.delivered += part.delivered;
    all.dropped += part.dropped;
    all.bad.push(...part.badLines.map(({ line }) => line));
    ({ at } = part);
    lines += part.lines;
  }
  return all;
}

/** Of the lines that begin so, with their ends. */
function lengthOf(text: string, mark: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .reduce((sum, line) => sum + line.length + 1, 0);
}

const fieldNames = [
  'RayID',
  'ClientCountry',
  'EdgeResponseStatus',
  'BotScore',
  'WorkerSubrequest',
  'BotTags',
  'BotDetectionIDs',
  'EdgeStartTimestamp',
  'JA4Signals',
  'EdgeResponseCompressionRatio',
  'RequestHeaders',
  'Cookies',
  'NotAField',
] as const;

const space = fc.constantFrom('', '', '', ' ', '\t', '\r', '  ');
const text = fc.oneof(
  fc.constantFrom(
    'de',
    'us',
    'süd',
    '日本',
    '😀',
    'a"b',
    'a\\b',
    '',
    '200',
    '-7',
    '0200',
    'line\u2028',
    '\u007f',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
/** A string as JSON may spell it: with escapes where none are needed. */
const stringSource = fc
  .tuple(text, fc.constantFrom('plain', 'plain', 'escaped', 'slash'))
  .map(([value, style]) => {
    const json = JSON.stringify(value);
    if (style === 'plain') return json;
    if (style === 'slash') return json.replaceAll('/', '\\/');
    const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  });
const numberSource = fc.oneof(
  fc.integer({ min: 0, max: 600 }).map(String),
  fc.integer().map(String),
  fc.constantFrom(
    '0',
    '-0',
    '0.5',
    '2e2',
    '2E+2',
    '1e999',
    '200.0',
    '999999999999999',
    '1000000000000000',
    '-1',
  ),
  fc.constantFrom('01', '1.', '.5', '+1', '1e', 'NaN', '-', '0x10'),
);
const timeSource = fc.oneof(
  fc.constantFrom(
    '"2026-01-02T03:04:05Z"',
    '"2026-01-02T03:04:05.5Z"',
    '"2026-01-02T03:04:05.123456789Z"',
    '"2026-01-02T03:04:05.1234567891Z"',
    '"2026-02-30T03:04:05Z"',
    '"2026-01-02T24:04:05Z"',
    '"2026-01-02T03:04:05+02:00"',
    '"2026-01-02T03:04:05.Z"',
    '"2026-01-02t03:04:05z"',
    '"1960-01-02T03:04:05.25Z"',
    '"1970-01-01T00:00:00.000000001Z"',
    '"1767323045123456789"',
    '1767323045',
    '1767323045000000',
    '"soon"',
    '1.5',
    'true',
    '0',
  ),
);
const scalarSource = fc.oneof(
  stringSource,
  numberSource,
  fc.constantFrom('true', 'false', 'null', 'tru', 'nulL'),
);
const valueSource: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalarSource,
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(
        fc.tuple(
          fc.constantFrom(...fieldNames.map((name) => `"${name}"`), '"7"', '"__proto__"'),
          tie('value'),
        ),
        { maxLength: 3 },
      )
      .map((members) => `{${members.map(([key, value]) => `${key}:${value}`).join(',')}}`),
    fc.constantFrom('[]', '{}', '[ ]', '{ }', '[1,]', '["de","us"]', '[1,2,200]', '[,]', '{"a"}'),
  ),
})).value;
const intSource = fc.oneof(
  fc.integer({ min: -1, max: 600 }).map(String),
  fc.constantFrom('-0', '200.0', '2e2', '999999999999999', '1000000000000000', '"200"', '"-7"', '"0200"'),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
);
const listOf = (item: fc.Arbitrary<string>) =>
  fc.tuple(fc.array(item, { maxLength: 3 }), space).map(([items, gap]) => `[${items.join(`,${gap}`)}${gap}]`);
const headersSource = fc
  .array(fc.tuple(fc.constantFrom('"x-trace"', '"lang"', '"7"', '"__proto__"'), stringSource), {
    maxLength: 3,
  })
  .map((members) => `{${members.map((member) => member.join(':')).join(',')}}`);
/** Values that are valid for each field. */
const validSources: Readonly<Record<string, fc.Arbitrary<string>>> = {
  RayID: stringSource,
  ClientCountry: stringSource,
  EdgeResponseStatus: intSource,
  BotScore: intSource,
  WorkerSubrequest: fc.constantFrom('true', 'false', 'null'),
  BotTags: listOf(stringSource),
  BotDetectionIDs: listOf(intSource),
  EdgeStartTimestamp: timeSource,
  EdgeResponseCompressionRatio: fc.oneof(fc.double({ noNaN: true }).map(String), numberSource),
  RequestHeaders: headersSource,
  Cookies: headersSource,
};
const unusualKeys = fc.constantFrom(
  '"Ray\\u0049D"',
  '"\\u0042otScore"',
  '"__proto__"',
  '"söme"',
  '"a\\"b"',
  'RayID',
  '"fields"',
);
const memberSource = fc
  .tuple(
    fc.oneof(
      ...fieldNames.map((name) => ({
        weight: 2,
        arbitrary: fc.tuple(
          fc.constant(`"${name}"`),
          fc.oneof(
            { weight: 19, arbitrary: validSources[name] ?? valueSource },
            { weight: 1, arbitrary: valueSource },
          ),
        ),
      })),
      fc.tuple(unusualKeys, fc.oneof(stringSource, intSource)),
    ),
    space,
    space,
    space,
  )
  .map(([[key, value], a, b, c]) => `${a}${key}${b}:${c}${value}`);
const recordSource = fc
  .tuple(fc.array(memberSource, { maxLength: 8 }), space, space)
  .map(([members, a, b]) => `${a}{${members.join(',')}${b}}${a}`);
const lineSource = fc.oneof(
  { weight: 12, arbitrary: recordSource },
  { weight: 2, arbitrary: recordSource.map((record) => `{"fields":${record}}`) },
  fc.constantFrom(
    '',
    ' ',
    '\r',
    '\u00a0',
    '\ufeff',
    '[]',
    '"x"',
    '1',
    'null',
    '{',
    '}',
    '{}',
    '{},',
    '{"a":1}x',
    '{"RayID":"x\u0001"}',
    '{"RayID":"x',
  ),
  recordSource.map((record) => record.slice(0, -2)),
);
const sampleSource = fc
  .tuple(
    fc.constantFrom('', '', '\ufeff'),
    fc.array(lineSource, { maxLength: 12 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  )
  .map(([mark, lines, end, isEnded]) => Buffer.from(mark + lines.join(end) + (isEnded ? end : '')));

const leafSource: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({
    key: fc.constantFrom('RayID', 'ClientCountry'),
    operator: textOperators,
    value: fc.oneof(text, fc.constantFrom('\ud83d', 'd', 'e')),
  }),
  fc.record({
    key: fc.constantFrom('EdgeResponseStatus', 'BotScore', 'ClientCountry'),
    operator: fc.constantFrom('eq', '!eq', 'lt', 'leq', 'gt', 'geq'),
    value: fc.constantFrom('0', '200', '7', '999999999999999', '18446744073709551615', '-1', 'x'),
  }),
  fc.record({
    key: fc.constantFrom('EdgeResponseStatus', 'BotScore', 'ClientCountry', 'RayID'),
    operator: fc.constantFrom('in', '!in'),
    value: fc.oneof(fc.constantFrom(['de', 'us'], [200, 0], ['süd'], []), fc.array(text, { maxLength: 3 })),
  }),
  fc.record({
    key: fc.constant('WorkerSubrequest'),
    operator: fc.constantFrom('eq', '!eq'),
    value: fc.constantFrom('true', 'false'),
  }),
  fc.record({
    key: fc.constantFrom('BotTags', 'BotDetectionIDs', 'JA4Signals', 'NotAField'),
    operator: fc.constantFrom('contains', '!contains'),
    value: fc.constantFrom('de', '200', '1'),
  }),
);
const filterSource: fc.Arbitrary<Filter> = fc
  .letrec<{ condition: Filter['where'] }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 2 },
      leafSource,
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    ),
  }))
  .condition.map((where) => ({ where }));
const jobSource: fc.Arbitrary<PreviewedJob> = fc
  .record({
    filter: fc.option(filterSource, { nil: undefined }),
    fields: fc.uniqueArray(fc.constantFrom(...fieldNames), { minLength: 1 }),
    format: fc.constantFrom<LineTimestampFormat>('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'),
    type: fc.constantFrom<OutputType>('ndjson', 'ndjson', 'ndjson', 'csv'),
  })
  .map(({ filter, fields, format, type }) => ({
    dataset,
    filter,
    customFields: undefined,
    delivery: deliveryOf(
      {
        logpull_options: null,
        output_options: { field_names: fields, timestamp_format: format, output_type: type },
      },
      dataset,
    ),
  }));

describe('a preview', () => {
  it('agrees with parseExactly, matchesFilter and recordWriter on any lines', () => {
    expect(findDataset('http_requests')).toBe(dataset);
    fc.assert(
      fc.property(
        fc.array(sampleSource, { minLength: 1, maxLength: 1 }),
        jobSource,
        ([sample = Buffer.alloc(0)], job) => {
          expect(previewed(sample, job)).toEqual(naively(sample, job));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('counts, explains and compares the lines that it would print', () => {
    fc.assert(
      fc.property(sampleSource, jobSource, filterSource, (sample, job, filter) => {
        const { output, ...counts } = naively(sample, job);
        expect(previewed(sample, job, 'nothing')).toEqual({ ...counts, output: '' });
        const why = previewed(sample, job, 'why');
        expect(why.output === '' ? 0 : why.output.trimEnd().split('\n').length).toBe(counts.dropped);
        expect({ ...why, output }).toEqual({ ...counts, output });

        const other = { ...job, filter };
        const [now, before] = [naively(sample, job), naively(sample, other)];
        const lines = previewed(sample, job, 'difference', other).output;
        // A line that can be no record is one for both, whichever of them delivers it.
        if (now.bad.length === before.bad.length && job.delivery.output_type === 'ndjson')
          expect(lengthOf(lines, '+ ') - lengthOf(lines, '- ')).toBe(
            now.output.length - before.output.length + 2 * (now.delivered - before.delivered),
          );
      }),
      { numRuns: runs(350) },
    );
  });
});
