import fc from 'fast-check';
import { rmSync } from 'node:fs';
import {
  BlockPreview,
  customFieldKinds,
  customFieldLimitSets,
  deliveryOf,
  linePreviewer,
  type CustomFields,
  type OutputType,
  type PreviewedJob,
} from '../../lib/logs';
import { readDeliveredLines } from '../../lib/testing/buckets';
import { httpRequests } from '../logs/dataset-of';
import { runs } from '../support/exhaustive';
import {
  customFieldRule,
  customFieldsPhase,
  freeDestination,
  otherZoneId,
  start,
  textAt,
  world,
  zoneId,
  type Running,
} from './support';

const zones = { specification: zoneId, current: otherZoneId } as const;
const headerNames = ['x-a', 'x-b', 'x-c', 'set-cookie', 'vary'] as const;
const cookieNames = ['a', 'B', 'b', '__proto__'] as const;

const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '"', 'a,b', 'é'.repeat(3000), 'x'.repeat(5000)),
);
const header = fc.oneof(
  fc.tuple(fc.constantFrom(...headerNames, 'X-A', 'Set-Cookie', 'VARY'), value),
  fc.tuple(
    fc.constantFrom('cookie', 'Cookie'),
    fc.string({ maxLength: 5 }).map((text) => `a=${text}; B=2;__proto__=p`),
  ),
);
const headers = fc.array(header, { maxLength: 6 });
const message = fc.record({ headers, transformedHeaders: headers }, { requiredKeys: [] });
const exchanges = fc.array(fc.record({ request: message, response: message }, { requiredKeys: [] }), {
  minLength: 1,
  maxLength: 4,
});

/** Each header is raw, transformed or neither on each side. */
const kindOf = fc.array(fc.constantFrom('raw', 'transformed', 'none'), {
  minLength: headerNames.length,
  maxLength: headerNames.length,
});
const customFields: fc.Arbitrary<CustomFields> = fc
  .record({
    limits: fc.constantFrom(...customFieldLimitSets),
    request: kindOf,
    response: kindOf,
    preserved: fc.subarray([...headerNames]),
    cookies: fc.shuffledSubarray([...cookieNames]),
  })
  .map(({ limits, request, response, preserved, cookies }) => {
    const of = (kinds: readonly string[], kind: string) =>
      headerNames.filter((_name, index) => kinds[index] === kind);
    const isCurrent = limits === 'current';
    const raw = isCurrent ? of(response, 'raw') : [];
    const transformed = of(response, 'transformed');
    return {
      limits,
      requestHeaders: of(request, 'raw'),
      transformedRequestHeaders: isCurrent ? of(request, 'transformed') : [],
      responseHeaders: transformed,
      rawResponseHeaders: raw,
      cookies,
      preserveDuplicates: isCurrent
        ? preserved.filter((name) => raw.includes(name) || transformed.includes(name))
        : [],
    };
  })
  .filter((fields) => customFieldKinds.some(({ key }) => fields[key].length > 0));

function parametersOf({ preserveDuplicates = [], ...fields }: CustomFields): object {
  return Object.fromEntries(
    customFieldKinds
      .map(({ key, array }) => [array, fields[key] ?? []] as const)
      .filter(([, names]) => names.length > 0)
      .map(([array, names]) => [
        array,
        names.map((name) => ({
          name,
          ...(array.includes('response') &&
            preserveDuplicates.includes(name) && { preserve_duplicates: true }),
        })),
      ]),
  );
}

function previewBlock(job: PreviewedJob, lines: readonly string[]): string[] {
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const preview = new BlockPreview('records', job, undefined);
  const parts = preview.run({ bytes, start: 0, end: bytes.length, label: '', linesBefore: 0 });
  const output = Array.from(parts, (part) => part.output).join('');
  return output.split('\n').filter((line) => line !== '');
}

describe('lines with custom fields', () => {
  let emulator: Running;
  beforeAll(async () => {
    const [specified, other, ...rest] = world.zones ?? [];
    if (specified === undefined || other === undefined) throw new Error('two zones are needed');
    emulator = await start({
      fixture: { ...world, zones: [specified, { ...other, custom_field_limits: 'current' }, ...rest] },
    });
  });

  it.each<OutputType>(['ndjson', 'csv'])(
    'are the same when the emulator delivers them and when they are previewed, as %s',
    async (output_type) => {
      const output_options = {
        field_names: ['ResponseHeaders', 'Cookies', 'RequestHeaders'],
        output_type,
      };
      const ids = new Array<string>();
      for (const zone of Object.values(zones)) {
        const job = { destination_conf: freeDestination, enabled: true, output_options };
        ids.push(
          `/zones/${zone}/logpush/jobs/${textAt(await emulator.result('POST', `/zones/${zone}/logpush/jobs`, job), 'id')}`,
        );
      }
      const delivery = deliveryOf({ logpull_options: null, output_options }, httpRequests);
      await fc.assert(
        fc.asyncProperty(customFields, exchanges, async (fields, sent) => {
          const zone = zones[fields.limits ?? 'specification'];
          const rules = [customFieldRule(parametersOf(fields))];
          await emulator.result('PUT', `/zones/${zone}/rulesets/phases/${customFieldsPhase}/entrypoint`, {
            rules,
          });
          const lines = sent.map((exchange) => JSON.stringify({ fields: {}, ...exchange }));
          const reply = await emulator.control('POST', `/zones/${zone}/requests`, lines.join('\n'));
          expect(reply.status).toBe(200);
          const delivered = readDeliveredLines(emulator.bucketsDir, 'bucket');
          rmSync(`${emulator.bucketsDir}/bucket`, { recursive: true });

          const job = { dataset: httpRequests, filter: undefined, delivery, customFields: fields };
          const preview = linePreviewer(job);
          const previewed = lines.map(preview);
          expect(
            previewed.map((each) => (each.outcome === 'delivered' ? each.record : each.outcome)),
          ).toEqual(delivered.map((line) => `${line}\n`));
          expect(previewBlock(job, lines)).toEqual(delivered);
          if (output_type !== 'ndjson') return;
          // A delivered line is a sample line too, and delivered again as it is.
          expect(previewBlock(job, delivered)).toEqual(delivered);
          expect(delivered.map(preview)).toEqual(
            delivered.map((line) => ({ outcome: 'delivered', record: `${line}\n` })),
          );
        }),
        { numRuns: runs(25) },
      );
      for (const path of ids) await emulator.result('DELETE', path);
    },
  );
});
