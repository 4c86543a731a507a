import { checkFilterText, operators, type Dataset } from '../../../lib/logs';
import { datasetOf, httpRequests } from '../dataset-of';

/** Written out from specification 4.3, on purpose not from the table in lib. */
const rows: readonly (readonly [operator: string, types: string, value: 'scalar' | 'array'])[] = [
  ['eq', 'string int bool', 'scalar'],
  ['!eq', 'string int bool', 'scalar'],
  ['lt', 'int', 'scalar'],
  ['leq', 'int', 'scalar'],
  ['gt', 'int', 'scalar'],
  ['geq', 'int', 'scalar'],
  ['startsWith', 'string', 'scalar'],
  ['endsWith', 'string', 'scalar'],
  ['!startsWith', 'string', 'scalar'],
  ['!endsWith', 'string', 'scalar'],
  ['contains', 'string array[string] array[int]', 'scalar'],
  ['!contains', 'string array[string] array[int]', 'scalar'],
  ['in', 'string int', 'array'],
  ['!in', 'string int', 'array'],
];

const columns: readonly (readonly [
  type: string,
  key: string,
  scalar: string,
  set: unknown,
  dataset: Dataset,
])[] = [
  ['string', 'ClientCountry', 'de', ['de', 'at'], httpRequests],
  ['int', 'EdgeResponseStatus', '200', [200, 204], httpRequests],
  ['bool', 'CacheReserveUsed', 'true', ['true'], httpRequests],
  ['array[string]', 'BotTags', 'api', ['api'], httpRequests],
  ['array[int]', 'BotDetectionIDs', '7', [7], httpRequests],
  ['object', 'RequestHeaders', 'x', ['x'], httpRequests],
  ['array[object]', 'Logs', 'x', ['x'], datasetOf('workers_trace_events')],
  ['float', 'EdgeResponseCompressionRatio', '1', [1], httpRequests],
  ['timestamp', 'EdgeStartTimestamp', '1', [1], httpRequests],
];

const cells = rows.flatMap(([operator, types, kind]) =>
  columns.map(([type, key, scalar, set, dataset]) => ({
    operator,
    type,
    allowed: types.split(' ').includes(type),
    dataset,
    text: JSON.stringify({ where: { and: [{ key, operator, value: kind === 'array' ? set : scalar }] } }),
  })),
);

describe('the operator table', () => {
  it('has the 14 operators in the order of the specification', () => {
    expect(operators.map((rule) => [rule.operator, rule.value])).toEqual(
      rows.map(([name, , kind]) => [name, kind]),
    );
  });

  it.each(columns)('uses a field of type %s', (type, key, _scalar, _set, dataset) => {
    expect(dataset.fields.get(key)).toBe(type);
  });

  it.each(cells.filter((cell) => cell.allowed))('accepts $operator for $type', ({ text, dataset }) => {
    expect(checkFilterText(text, dataset)).toEqual([]);
  });

  it.each(cells.filter((cell) => !cell.allowed))('refuses $operator for $type', ({ text, type, dataset }) => {
    const code = /^(object|array\[object\]|float|timestamp)$/.test(type)
      ? 'filter.field_not_filterable'
      : 'filter.operator_not_allowed';
    const step = code === 'filter.operator_not_allowed' ? 'operator' : 'key';
    expect(checkFilterText(text, dataset)).toMatchObject([{ code, path: ['where', 'and', 0, step] }]);
  });
});
