import fc from 'fast-check';
import {
  computed,
  equalObjects,
  isObjectValue,
  isUnknown,
  listOf,
  mapNested,
  nested,
  number,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  unknown,
  type Attributes,
  type AttributeType,
  type ObjectValue,
  type Value,
} from '../../../lib/schema';
import {
  assumeUnchanged,
  findReplacements,
  planState,
  refuseReplacement,
  withPredictions,
} from '../../../lib/drivers/state/planned-state';
import { stateAfterApply } from '../../../lib/drivers/state/final-state';
import { anyAttributes, anyConfig } from '../../schema/arbitraries';
import { runs } from '../../support/exhaustive';

const about = { description: 'x' };
const lower = (value: Value) => (typeof value === 'string' ? value.toLowerCase() : value);
const sameLetters = (a: Value, b: Value) => lower(a) === lower(b);

const attributes: Attributes = {
  name: required(string, about),
  note: optional(string, about),
  size: optional(number, { ...about, default: 1 }),
  title: optional(string, { ...about, sameMeaning: sameLetters }),
  tags: optional(setOf(string), about),
  zone: optionalComputed(string, about),
  place: optionalComputed(string, { ...about, useStateForUnknown: true }),
  password: optional(string, { ...about, writeOnly: true }),
  id: computed(string, { ...about, useStateForUnknown: true }),
  revision: computed(number, about),
};

const prior: ObjectValue = {
  name: 'n',
  note: null,
  size: 1,
  title: 'Title',
  tags: ['a', 'b'],
  zone: 'z',
  place: 'p',
  password: null,
  id: '1',
  revision: 4,
};
const config: ObjectValue = { name: 'n', title: 'Title', tags: ['a', 'b'] };

describe('the plan of a new object', () => {
  it('has the configuration, the defaults, and unknown computed values', () => {
    expect(planState(attributes, { prior: null, config })).toEqual({
      ...prior,
      zone: unknown,
      place: unknown,
      id: unknown,
      revision: unknown,
    });
  });

  it('prefers configured values to computed values and defaults', () => {
    const planned = planState(attributes, { prior: null, config: { ...config, zone: 'mine', size: 7 } });
    expect(planned).toMatchObject({ zone: 'mine', size: 7 });
  });

  it('never has a write-only value', () => {
    expect(planState(attributes, { prior: null, config: { ...config, password: 'p' } }).password).toBeNull();
    expect(
      planState(attributes, { prior: null, config: { ...config, password: unknown } }).password,
    ).toBeNull();
  });

  it('keeps unknown values unknown, of any type', () => {
    const planned = planState(attributes, {
      prior: null,
      config: { ...config, size: unknown, tags: ['a', unknown] },
    });
    expect(planned).toMatchObject({ size: unknown, tags: ['a', unknown] });
  });
});

describe('the plan of an existing object', () => {
  it.each<[string, ObjectValue]>([
    ['a value is spelled differently', { ...config, title: 'TITLE' }],
    ['a set has another order', { ...config, tags: ['b', 'a'] }],
    ['the default is written out', { ...config, size: 1 }],
    ['the service’s value is written out', { ...config, zone: 'z' }],
    ['only a write-only value changes', { ...config, password: 'new' }],
  ])('is the object when %s', (_what, changed) => {
    expect(equalObjects(attributes, planState(attributes, { prior, config: changed }), prior)).toBe(true);
  });

  it('makes computed values unknown after a change, except those that are computed once', () => {
    expect(planState(attributes, { prior, config: { ...config, note: 'new' } })).toEqual({
      ...prior,
      note: 'new',
      zone: unknown,
      revision: unknown,
    });
  });

  it('is an update when an unknown value may differ', () => {
    expect(planState(attributes, { prior, config: { ...config, name: unknown } })).toMatchObject({
      name: unknown,
      revision: unknown,
      id: '1',
    });
  });

  it('resets absent attributes to the default, or to null without one', () => {
    const before = { ...prior, size: 7, note: 'old' };
    expect(planState(attributes, { prior: before, config })).toMatchObject({ size: 1, note: null });
  });

  it('keeps null where the service keeps null', () => {
    const before = { ...prior, zone: null };
    expect(planState(attributes, { prior: before, config })).toEqual(before);
  });

  it('does not compare unknown values for equivalence', () => {
    const asked: Value[] = [];
    const row = optional(listOf(string), {
      ...about,
      sameMeaning: (_a: Value, b: Value) => {
        asked.push(b);
        return true;
      },
    });
    const planned = planState({ row }, { prior: { row: ['a'] }, config: { row: [unknown] } });
    expect(planned).toEqual({ row: [unknown] });
    expect(asked).toEqual([]);
  });
});

const element = {
  key: required(string, about),
  note: optional(string, { ...about, default: 'none' }),
  title: optional(string, { ...about, sameMeaning: sameLetters }),
  pin: optional(string, { ...about, writeOnly: true }),
  serial: computed(string, about),
  mark: computed(string, { ...about, useStateForUnknown: true }),
};
const table = (nesting: 'single' | 'list' | 'set' | 'map'): Attributes => ({
  it: optional(nested(nesting, element), about),
});
const was = (key: string): ObjectValue => ({
  key,
  note: 'none',
  title: null,
  pin: null,
  serial: `s-${key}`,
  mark: `m-${key}`,
});
const isNew = (key: string) => ({ ...was(key), serial: unknown, mark: unknown });
const changed = (key: string) => ({ ...was(key), serial: unknown });
const plan = (nesting: 'single' | 'list' | 'set' | 'map', before: Value, desired: Value) =>
  planState(table(nesting), { prior: { it: before }, config: { it: desired } }).it;

describe('the plan of nested objects', () => {
  it('keeps a different notation of equivalent values and has no write-only value, at any depth', () => {
    const before = { ...was('a'), title: 'Title' };
    expect(plan('list', [before], [{ key: 'a', title: 'TITLE', pin: 'p' }])).toEqual([before]);
    expect(plan('set', [before], [{ key: 'a', title: 'TITLE' }])).toEqual([before]);
  });

  it('has all of a new object’s computed values unknown', () => {
    expect(plan('single', null, { key: 'a' })).toEqual(isNew('a'));
    expect(plan('list', null, [{ key: 'a' }])).toEqual([isNew('a')]);
    expect(plan('map', { x: was('a') }, { x: { key: 'a' }, y: { key: 'b' } })).toEqual({
      x: changed('a'),
      y: isNew('b'),
    });
    expect(plan('set', [was('a')], [{ key: 'a' }, { key: 'b' }])).toEqual([changed('a'), isNew('b')]);
  });

  it('keeps values that are computed once of a changed object with a key', () => {
    const note = 'new';
    expect(plan('single', was('a'), { key: 'a', note })).toEqual({ ...changed('a'), note });
    expect(plan('map', { x: was('a') }, { x: { key: 'a', note } })).toEqual({ x: { ...changed('a'), note } });
  });

  it('does not identify list elements by index: an element that moved does not get the values of another', () => {
    expect(plan('list', [was('a'), was('b')], [{ key: 'new' }, { key: 'a' }, { key: 'b' }])).toEqual([
      isNew('new'),
      isNew('a'),
      isNew('b'),
    ]);
    expect(plan('list', [was('a'), was('b')], [{ key: 'a' }, { key: 'c' }])).toEqual([
      changed('a'),
      isNew('c'),
    ]);
  });

  it('never matches two elements of a set to the same prior element', () => {
    const [first, second] = [was('a'), { ...was('a'), note: 'more', serial: 's-2', mark: 'm-2' }];
    const planned = plan('set', [first, second], [{ key: 'a', note: 'more' }, { key: 'a' }]);
    expect(planned).toEqual([second, first]);
  });

  it('keeps unknown elements and unknown values in them', () => {
    expect(plan('list', [was('a')], [unknown])).toEqual([unknown]);
    expect(plan('set', [was('a')], [{ key: unknown }])).toEqual([{ ...isNew('a'), key: unknown }]);
    expect(plan('map', { x: was('a') }, unknown)).toBe(unknown);
  });

  it('fills in a default that is an object', () => {
    const withDefault = { it: optional(nested('single', element), { ...about, default: { key: 'd' } }) };
    expect(planState(withDefault, { prior: null, config: {} }).it).toEqual(isNew('d'));
    expect(planState(withDefault, { prior: { it: was('d') }, config: {} }).it).toEqual(was('d'));
  });
});

describe('what is replaced', () => {
  const replacing = required(string, { ...about, replaces: true });
  const part = { fixed: replacing, free: optional(string, about) };
  const all: Attributes = {
    kind: replacing,
    note: optional(string, about),
    one: optional(nested('single', part), about),
    list: optional(nested('list', part), about),
    map: optional(nested('map', part), about),
    set: optional(nested('set', part), about),
  };
  const before: ObjectValue = {
    kind: 'k',
    note: 'n',
    one: { fixed: 'a', free: 'b' },
    list: [{ fixed: 'a', free: 'b' }],
    map: { x: { fixed: 'a', free: 'b' } },
    set: [{ fixed: 'a', free: 'b' }],
  };

  it('is nothing while the attributes that force replacement stay', () => {
    const free = { fixed: 'a', free: 'new' };
    const after = { ...before, note: 'new', one: free, list: [free], map: { x: free }, set: [free] };
    expect(findReplacements(all, before, after)).toEqual([]);
  });

  it('is reported by path, also in nested objects', () => {
    const other = { fixed: 'other', free: 'b' };
    const after = { ...before, kind: 'other', one: other, list: [other], map: { x: other } };
    expect(findReplacements(all, before, after)).toEqual([
      ['kind'],
      ['one', 'fixed'],
      ['list', 0, 'fixed'],
      ['map', 'x', 'fixed'],
    ]);
  });

  it('is not the object when elements are added or removed', () => {
    const other = { fixed: 'other', free: 'b' };
    const after = { ...before, one: null, list: [], map: { y: other }, set: [other] };
    expect(findReplacements(all, before, after)).toEqual([]);
  });

  const open = { fixed: unknown, free: 'b' };
  it.each<[string, ObjectValue]>([
    ['the attribute', { kind: unknown }],
    ['an attribute of a nested object', { one: open }],
    ['an attribute of an element of a list', { list: [open] }],
    ['an attribute of an element of a map', { map: { x: open } }],
    ['an attribute of an element of a set', { set: [open] }],
    ['a nested object', { one: unknown, list: unknown }],
    ['an element of a list', { list: [unknown] }],
  ])('is nothing while %s is unknown: the planned value stays unknown', (_what, changed) => {
    const config = { ...before, ...changed };
    const planned = planState(all, { prior: before, config });
    expect(planned).toEqual(config);
    expect(findReplacements(all, before, planned)).toEqual([]);
  });

  const whole = { ...about, replaces: true } as const;
  const within: Attributes = {
    list: optional(listOf(string), whole),
    set: optional(setOf(string), whole),
    one: optional(nested('single', { key: required(string, about), id: computed(string, about) }), whole),
  };
  it.each<[string, Value, Value, boolean]>([
    ['list', ['a', 'b'], ['a', unknown], false],
    ['list', ['a', 'b'], [unknown, 'a'], true],
    ['list', ['a', 'b'], ['a', unknown, unknown], true],
    ['set', ['a', 'b'], [unknown, 'a'], false],
    ['set', ['a', 'b'], [unknown, 'c'], true],
    ['set', ['a', 'b'], [unknown, unknown], false],
    ['one', { key: 'a', id: '1' }, { key: 'a', id: unknown }, false],
    ['one', { key: 'a', id: '1' }, { key: 'b', id: unknown }, true],
    ['one', null, { key: unknown, id: unknown }, true],
    ['one', null, unknown, false],
  ])('is the object if a partly unknown value differs in any case: %s %j', (name, from, to, isReplaced) => {
    const replaced = findReplacements(within, { [name]: from }, { [name]: to });
    expect(replaced).toEqual(isReplaced ? [[name]] : []);
  });

  it('keeps all computed values while only such an attribute is unknown, those of list elements too', () => {
    const computing = { ...part, serial: computed(number, about) };
    const known: Attributes = {
      kind: replacing,
      id: computed(string, about),
      list: optional(nested('list', computing), about),
    };
    const prior = { kind: 'k', id: '1', list: [{ fixed: 'a', free: 'b', serial: 3 }] };
    const config = { kind: unknown, list: [{ fixed: unknown, free: 'b' }] };
    const planned = planState(known, { prior, config });
    expect(planned).toEqual({ kind: unknown, id: '1', list: [{ fixed: unknown, free: 'b', serial: 3 }] });
    expect(assumeUnchanged(known, prior, planned)).toEqual(prior);
    const changed = planState(known, { prior, config: { ...config, list: [{ fixed: unknown, free: 'c' }] } });
    expect(changed).toMatchObject({ kind: unknown, id: unknown });
    expect(assumeUnchanged(known, prior, changed)).toMatchObject({
      kind: 'k',
      list: [{ fixed: 'a', free: 'c' }],
    });
  });

  it('fails an apply whose plan did not know it, with the old and the new value', () => {
    const other = { fixed: 'other', free: 'b' };
    const attempt = () => {
      refuseReplacement(all, before, { ...before, kind: 'new', list: [other] });
    };
    expect(attempt).toThrow(/kind has changed from "k" to "new".*Plan again, which replaces it/);
    expect(attempt).toThrow(/list\[0\]\.fixed has changed from "a" to "other"/);
    expect(() => {
      refuseReplacement(all, before, { ...before, note: 'new' });
    }).not.toThrow();
  });
});

describe('any object of any contract', () => {
  it('has an empty plan after an apply without changes', () => {
    const cases = anyAttributes.chain((any) =>
      fc.tuple(fc.constant(any), anyConfig(any), anyConfig(any), fc.boolean()),
    );
    fc.assert(
      fc.property(cases, ([any, first, second, isFirst]) => {
        const created = apply(any, planState(any, { prior: null, config: first }));
        const config = isFirst ? first : second;
        const state = apply(any, planState(any, { prior: created, config }));
        expect(planState(any, { prior: state, config })).toEqual(state);
      }),
      { numRuns: runs(40) },
    );
  });
});

let counter = 0;

/** What a service makes of a plan: a value for whatever was left to it. */
function apply(any: Attributes, planned: ObjectValue): ObjectValue {
  const result = serve(any, planned);
  return stateAfterApply(any, planned, result);
}

function serve(any: Attributes, planned: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(any).map(([name, { type }]) => [name, given(type, planned[name] ?? null)]),
  );
}

function given(type: AttributeType, value: Value): Value {
  if (isUnknown(value)) return invent(type);
  if (type.kind !== 'nested') return value;
  return mapNested(type.nesting, value, (item) =>
    isObjectValue(item) ? serve(type.attributes, item) : item,
  );
}

function invent(type: AttributeType): Value {
  counter += 1;
  switch (type.kind) {
    case 'string':
      return `made-${counter}`;
    case 'number':
      return counter;
    case 'bool':
      return counter % 2 === 0;
    default:
      return null;
  }
}

describe('a handler’s predictions', () => {
  const planned = planState(attributes, { prior, config });

  it('set attributes that are not configured, known or unknown', () => {
    const predicted = { revision: unknown, zone: 'elsewhere', size: 7 };
    expect(withPredictions(attributes, planned, config, predicted)).toEqual({ ...planned, ...predicted });
  });

  it('never change configured values, absent objects, or attributes that are not computed', () => {
    const written = { ...config, zone: 'z' };
    const predicted = { name: 'other', note: 'other', zone: 'other', stranger: 'x' };
    expect(withPredictions(attributes, planned, written, predicted)).toEqual(planned);
  });

  it('change nothing where the handler returns none', () => {
    expect(withPredictions(attributes, planned, config)).toEqual(planned);
  });
});
