import {
  checkConfig,
  computed,
  defineContract,
  errorAt,
  formatPath,
  isListValue,
  listOf,
  nested,
  oneOf,
  optional,
  required,
  string,
  unknown,
  type Check,
  type ObjectValue,
} from '../../lib/schema';

const about = { description: 'x' };
const part = {
  key: required(string, { ...about, checks: [oneOf(['a', 'b'])] }),
  mark: computed(string, about),
};
const atMostOne: Check = (value, path) =>
  isListValue(value) && value.length > 1 ? [errorAt(path, 'Many', 'x')] : [];
const contract = defineContract({
  typeName: 'fake_thing',
  version: 0,
  description: 'x',
  attributes: {
    kind: optional(string, { ...about, checks: [oneOf(['wood', 'stone'])] }),
    words: optional(listOf(string), { ...about, checks: [atMostOne] }),
    one: optional(nested('single', part), about),
    list: optional(nested('list', part), about),
    set: optional(nested('set', part), about),
    map: optional(nested('map', part), about),
  },
  check: ({ kind, words }) =>
    kind === 'wood' && words === null ? [errorAt(['words'], 'Wordless', 'x')] : [],
});

const places = (values: ObjectValue) =>
  checkConfig(contract, values).map(({ summary, path }) => `${summary} at ${formatPath(path ?? [])}`);

describe('a configuration', () => {
  it('is checked at every place', () => {
    const bad = { key: 'c' };
    const values = { kind: 'iron', one: bad, list: [{ key: 'a' }, bad], set: [bad], map: { x: bad } };
    expect(places(values)).toEqual([
      'Invalid value at kind',
      'Invalid value at one.key',
      'Invalid value at list[1].key',
      'Invalid value at set[0].key',
      'Invalid value at map.x.key',
    ]);
  });

  it('reports missing attributes of nested objects', () => {
    const values = { one: {}, list: [{ key: null }], map: { x: {} } };
    expect(places(values)).toEqual([
      'Missing value at one.key',
      'Missing value at list[0].key',
      'Missing value at map.x.key',
    ]);
  });

  it('is left alone as far as it is not known', () => {
    expect(
      places({ kind: unknown, words: ['a', unknown], one: unknown, list: [unknown, { key: unknown }] }),
    ).toEqual([]);
    expect(places({ words: ['a', 'b'] })).toEqual(['Many at words']);
  });

  it('is checked by the rules over several attributes too', () => {
    expect(places({ kind: 'wood', words: null })).toEqual(['Wordless at words']);
  });

  it('reports the allowed values', () => {
    const [diagnostic] = checkConfig(contract, { kind: 'iron' });
    expect(diagnostic?.detail).toBe('kind is "iron". It must be "wood" or "stone".');
  });
});
