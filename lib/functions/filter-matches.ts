import { isObject, type JsonObject } from '../ground/json';
import { matchesFilter, suggest, valueFault, type Dataset, type Filter } from '../logs';
import { typeOf } from '../logs/catalogue';
import { leavesOf } from '../logs/filter/filter';
import { bool, describeValue } from '../schema';
import { knownDataset, typedDataset } from './dataset';
import { filterParameter, readFilter } from './filter-argument';
import { ArgumentError, dynamic } from './parameter';
import { providerFunction } from './provider-function';

export const filterMatches = providerFunction({
  name: 'filter_matches',
  summary: 'Returns whether a filter delivers a log line.',
  description:
    'For `terraform test`, `check` blocks and conditions: what a filter does, shown by lines that it must and must not deliver.\n\n' +
    'Fields compare by their type in the dataset. A field that the record lacks, or that is null, matches no comparison, and so ' +
    'every negated one. Without a filter, every line is delivered.',
  parameters: [
    filterParameter,
    {
      name: 'record',
      type: dynamic,
      description:
        'The log line: an object with the values of its fields, at least of those that matter. Decode a line of JSON with `jsondecode`.',
    },
  ],
  options: typedDataset,
  returns: bool,
  examples: [
    {
      code: 'provider::edge::filter_matches(provider::edge::filter("EdgeResponseStatus >= 500"), { EdgeResponseStatus = 503 })',
      result: true,
    },
    {
      code: 'provider::edge::filter_matches(provider::edge::filter("ClientCountry in {\\"nl\\"}"), { ClientCountry = "de" })',
      result: false,
    },
    {
      code: 'provider::edge::filter_matches(provider::edge::filter("QueryType == 28"), { QueryType = 28 }, { dataset = "dns_logs" })',
      result: true,
    },
  ],
  call: ([text, record], options) => {
    const dataset = knownDataset(options);
    // The result would be a guess for a field whose type is not known. That of a retired one is.
    const filter = readFilter(text, dataset, ({ kind }) => kind !== 'retired');
    if (!isObject(record)) throw new ArgumentError('record', notRecord(record));
    for (const [name, value] of Object.entries(record)) checkField(name, value, dataset);
    if (filter === undefined) return true;
    checkNames(record, filter, dataset);
    return matchesFilter(filter, record, dataset);
  },
});

function notRecord(value: unknown): string {
  const fix = typeof value === 'string' ? ' Decode a line of JSON with jsondecode.' : '';
  return `It is ${describeValue(value)}, and must be an object with the fields of one log line.${fix}`;
}

function checkField(name: string, value: unknown, dataset: Dataset): void {
  const type = typeOf(name, dataset);
  const must = type === undefined ? undefined : valueFault(value, type);
  if (must === undefined) return;
  throw new ArgumentError(
    'record',
    `${name} is ${describeValue(value)}, and must be ${must}. Correct it, or leave it out.`,
  );
}

/** A record may have fields that this version does not know. A misspelled one would only look like a line that does not match. */
function checkNames(record: JsonObject, filter: Filter, dataset: Dataset): void {
  const missing = leavesOf(filter.where)
    .map(({ key }) => key)
    .filter((key) => !Object.hasOwn(record, key));
  for (const name of Object.keys(record)) {
    const meant = typeOf(name, dataset) === undefined ? suggest(name, missing) : undefined;
    if (meant !== undefined)
      throw new ArgumentError(
        'record',
        `${dataset.name} has no field ${JSON.stringify(name)}. Did you mean ${meant}?`,
      );
  }
}
