import { parseFilter } from '../../../lib/logs';

const leaf = '{"key":"RayID","operator":"eq","value":"a"}';
const and = (...items: string[]): string => `{"where":{"and":[${items.join(',')}]}}`;

/** A text, and the code, the path and the offset of each of its faults. */
const broken: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'an empty text': ['', 'syntax 0'],
  'white space alone': [' \n ', 'syntax 3'],
  'a word': ['where', 'syntax 0'],
  'single quotes': ["{'where':1}", 'syntax 1'],
  'a trailing comma in an object': ['{"where":1,}', 'syntax 11'],
  'a trailing comma in an array': ['[1,]', 'syntax 3'],
  'a missing colon': ['{"where" 1}', 'syntax 9'],
  'a missing comma': ['[1 2]', 'syntax 3'],
  'text after the end': ['{} {}', 'syntax 3'],
  'an unclosed string': ['["ab', 'syntax 1'],
  'an unclosed object': ['{"a":1', 'syntax 6'],
  'a bad escape': ['["a\\x"]', 'syntax 3'],
  'a short unicode escape': ['["\\u12"]', 'syntax 2'],
  'a line break in a string': ['["a\nb"]', 'syntax 3'],
  'a leading zero': ['[01]', 'syntax 1'],
  'a number that ends in a point': ['[1.]', 'syntax 1'],
  'a lone minus': ['[-]', 'syntax 1'],
  'a number beyond all bounds': ['[1e999]', 'syntax 1'],
  'a comment': ['{/* */}', 'syntax 1'],
  'a byte order mark': ['\uFEFF{}', 'syntax 0'],
  'an array at the top': ['[]', 'not_object 0'],
  'null at the top': ['null', 'not_object 0'],
  'no where': ['{}', 'no_where 0'],
  'a misspelt where': [`{"Where":{"and":[${leaf}]}}`, 'unknown_key Where 1', 'no_where 0'],
  'a key beside where': [`{"x":1,"where":{"and":[${leaf}]}}`, 'unknown_key x 1'],
  'a where that is empty': ['{"where":{}}', 'not_condition where 9'],
  'a where that is an array': ['{"where":[]}', 'not_condition where 9'],
  'a where with both groups': [`{"where":{"and":[${leaf}],"or":[${leaf}]}}`, 'two_groups where 9'],
  'a nested group with both groups': [and(`{"and":[${leaf}],"or":[${leaf}]}`), 'two_groups where.and.0 17'],
  'a nested object with neither': [and('{}'), 'not_condition where.and.0 17'],
  'a group beside a condition': [and(`{"or":[${leaf}],"key":"RayID"}`), 'mixed where.and.0 17'],
  'a group that is an object': [`{"where":{"and":${leaf}}}`, 'group_not_array where.and 16'],
  'an empty group': [and(), 'group_empty where.and 16'],
  'an empty nested group': [and('{"or":[]}'), 'group_empty where.and.0.or 23'],
  'a condition that is a string': [and('"RayID"'), 'not_condition where.and.0 17'],
  'a negation, which there is not': [and(`{"not":${leaf}}`), 'not_condition where.and.0 17'],
  'a condition without operator and value': [
    and('{"key":"RayID"}'),
    'missing_key where.and.0 17',
    'missing_key where.and.0 17',
  ],
  'a condition with a key too many': [
    and('{"key":"a","operator":"eq","value":"b","values":[]}'),
    'unknown_key where.and.0.values 56',
  ],
  'an unknown operator': [
    and('{"key":"a","operator":"neq","value":"b"}'),
    'unknown_operator where.and.0.operator 39',
  ],
  'a key and an operator that are no strings': [
    and('{"key":1,"operator":null,"value":"b"}'),
    'key_not_string where.and.0.key 24',
    'operator_not_string where.and.0.operator 37',
  ],
  'a value that is null': [
    and('{"key":"a","operator":"eq","value":null}'),
    'value_kind where.and.0.value 52',
  ],
  'a set of objects': [
    and('{"key":"a","operator":"in","value":[1,{},[]]}'),
    'value_kind where.and.0.value.1 55',
    'value_kind where.and.0.value.2 58',
  ],
  'a repeated key of a condition': [
    and('{"key":"a","key":"b","operator":"eq","value":"b"}'),
    'duplicate_key where.and.0.key 28',
  ],
  'a repeated where': [`{"where":{"and":[${leaf}]},"where":1}`, 'duplicate_key where 63'],
};

describe('parsing a filter', () => {
  it.each(Object.entries(broken))('fails on %s with its position', (_what, [text, ...expected]) => {
    const { filter, faults } = parseFilter(text);
    expect(filter).toBeUndefined();
    const found = faults.map(({ code, path, position }) => [
      code.replace('filter.', ''),
      ...(path.length === 0 ? [] : [path.join('.')]),
      position?.offset,
    ]);
    expect(found.map((each) => each.join(' '))).toEqual(expected);
  });

  it('counts lines and columns from 1, over all kinds of line ends', () => {
    const { faults } = parseFilter('{\r\n "where":\n\r {"and": [1,\n  x]}}');
    expect(faults).toMatchObject([{ position: { offset: 29, line: 5, column: 3 } }]);
    expect(faults[0]?.message).toBe(
      'The filter is not JSON: expected a value, but found "x" (line 5, column 3).',
    );
  });

  it('reports every fault, in the order of the text', () => {
    const { faults } = parseFilter(
      '{"where":{"and":[{"key":"a"},{"or":[]},{"key":"a","operator":"eqq","value":"b"}]}}',
    );
    expect(faults.map((fault) => fault.code)).toEqual([
      'filter.missing_key',
      'filter.missing_key',
      'filter.group_empty',
      'filter.unknown_operator',
    ]);
  });

  it('suggests similar operators and keys', () => {
    const { faults } = parseFilter(and('{"key":"a","operator":"startswith","value":"b","Value":"c"}'));
    expect(faults.map((fault) => fault.message)).toEqual([
      'A condition has only "key", "operator" and "value", but there is "Value". Did you mean "value"?',
      'There is no operator "startswith". Did you mean "startsWith"?',
    ]);
  });

  it('reads nested groups, any scalar, any order of keys, any white space', () => {
    const text = ` {"where" :\t{"or":[ {"and":[${leaf}]},\n{"value":[1,"b",true],"operator":"in","key":"x"},
      {"key":"\\u00e9\\n\\"","operator":"lt","value":-1.5e1}, {"key":"b","operator":"eq","value":false} ]}} `;
    expect(parseFilter(text)).toEqual({
      faults: [],
      filter: {
        where: {
          or: [
            { and: [{ key: 'RayID', operator: 'eq', value: 'a' }] },
            { key: 'x', operator: 'in', value: [1, 'b', true] },
            { key: 'é\n"', operator: 'lt', value: -15 },
            { key: 'b', operator: 'eq', value: false },
          ],
        },
      },
    });
  });

  it('keeps integers beyond 2^53', () => {
    const { filter } = parseFilter(
      and('{"key":"a","operator":"in","value":[18446744073709551615,9007199254740991]}'),
    );
    expect(filter?.where).toEqual({
      and: [{ key: 'a', operator: 'in', value: [18446744073709551615n, 9007199254740991] }],
    });
  });

  it('keeps keys such as __proto__', () => {
    expect(parseFilter('{"__proto__":1}').faults).toMatchObject([
      { code: 'filter.unknown_key' },
      { code: 'filter.no_where' },
    ]);
  });

  it('reads the maxDepth nesting that 1000 bytes can hold, and fails on endless nesting', () => {
    const depth = 100;
    expect(parseFilter(and('{"or":['.repeat(depth) + leaf + ']}'.repeat(depth))).faults).toEqual([]);
    expect(parseFilter('['.repeat(500)).faults[0]?.message).toContain('the text ends');
    expect(parseFilter('['.repeat(100_000)).faults[0]?.message).toContain('more than 500 levels');
  });
});
