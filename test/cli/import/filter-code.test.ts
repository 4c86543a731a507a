import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { LogField, LogFilter } from '../../../lib';
import { filterOfJob } from '../../../lib/cli/project/objects/filter-of-job';
import { filterCode } from '../../../lib/cli/project/objects/filter-code';
import { SourceFile } from '../../../lib/cli/project/source-file';
import { statement } from '../../../lib/cli/project/typescript';
import {
  canonicalFilter,
  filterLimits,
  findDataset,
  fitFilter,
  parseFilter,
  sameFilter,
  sizeOfFilter,
  type Filter,
} from '../../../lib/logs';
import { filters } from '../../logs/filter/arbitraries';
import { runs } from '../../support/exhaustive';

describe('a filter as code', () => {
  it.each([
    [
      { and: [{ key: 'EdgeResponseStatus', operator: 'geq', value: '500' }] },
      'LogFilter.field(LogField.EdgeResponseStatus).atLeast(500);',
    ],
    [
      {
        and: [
          { key: 'EdgeResponseStatus', operator: 'geq', value: '500' },
          { key: 'EdgeResponseStatus', operator: 'leq', value: '599' },
          { or: [{ key: 'ClientCountry', operator: 'in', value: ['nl', 'de'] }] },
          { key: 'CacheReserveUsed', operator: 'eq', value: 'true' },
        ],
      },
      `LogFilter.allOf(
  LogFilter.field(LogField.EdgeResponseStatus).between(500, 599),
  LogFilter.field(LogField.ClientCountry).in(['nl', 'de']),
  LogFilter.field(LogField.CacheReserveUsed).equalTo(true),
);`,
    ],
    [
      {
        or: [
          {
            and: [
              { key: 'ClientRequestHost', operator: 'endsWith', value: '.example.com' },
              { key: 'ClientRequestPath', operator: '!startsWith', value: '/health' },
            ],
          },
          { key: 'BotScore', operator: 'lt', value: '30' },
        ],
      },
      `LogFilter.anyOf(
  LogFilter.allOf(
    LogFilter.field(LogField.ClientRequestHost).endsWith('.example.com'),
    LogFilter.field(LogField.ClientRequestPath).notStartsWith('/health'),
  ),
  LogFilter.field(LogField.BotScore).lessThan(30),
);`,
    ],
  ])('%j reads as a person would write it', (where, code) => {
    expect(codeOf(JSON.stringify({ where }))).toBe(code);
  });

  it('means the same once it runs, for every filter', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expectSame(canonicalFilter(filter));
      }),
      { numRuns: runs(150) },
    );
  });

  it('means the same for values that Terraform would take for expressions', () => {
    for (const text of ['${x}', '%{x}', '$${x}', "it's", '"', '\\', '\n', '\u2028', '*/', '`', '日本'])
      expectSame(
        JSON.stringify({ where: { and: [{ key: 'ClientRequestURI', operator: 'contains', value: text }] } }),
      );
  });

  it('is the text of a filter that the constructs would shorten', () => {
    const value = Array.from({ length: 200 }, (_, at) => `value-${at}`);
    const text = JSON.stringify({
      where: { or: [...value, ...value].map((each) => ({ key: 'RayID', operator: 'eq', value: each })) },
    });
    expect(filterOfJob({ filter: text })).toBeUndefined();
  });
});

const dataset = findDataset('http_requests');

/** The code has an equal filter. There is none where the construct would refuse or shorten the filter. */
function expectSame(text: string): void {
  const code = codeOf(text);
  if (code === undefined) {
    const { filter } = parseFilter(text);
    if (filter === undefined || dataset === undefined) throw new Error(`${text} is no filter`);
    const { operators, bytes } = sizeOfFilter(filter);
    expect(operators > filterLimits.operators || bytes > filterLimits.bytes).toBe(true);
    return;
  }
  const filter = runInNewContext(code, { LogFilter, LogField }) as { _filter: () => Filter };
  if (dataset === undefined) throw new Error('no dataset');
  const sent = fitFilter(filter._filter(), dataset).text;
  expect([sent, sameFilter(sent, text, dataset)]).toEqual([sent, true]);
}

function codeOf(text: string): string | undefined {
  const found = filterOfJob({ filter: text });
  return found && statement(filterCode(found, new SourceFile('cdktf')));
}
