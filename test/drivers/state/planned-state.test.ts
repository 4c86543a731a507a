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
import { findReplacements, planState, withPredictions } from '../../../lib/drivers/state/planned-state';
import { stateAfterApply } from '../../../lib/drivers/state/final-state';
import { anyAttributes, anyConfig } from '../../schema/arbitraries';

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
  place: optionalComputed(string, { ...about, stable: true }),
  password: optional(string, { ...about, writeOnly: true }),
  id: computed(string, { ...about, stable: true }),
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
  it('has the configuration, the defaults, and what the service sets as unknown', () => {
    expect(planState(attributes, { prior: null, config })).toEqual({
      ...prior,
      zone: unknown,
      place: unknown,
      id: unknown,
      revision: unknown,
    });
  });

  it('has what the user sets instead of the service or the default', () => {
    const planned = planState(attributes, { prior: null, config: { ...config, zone: 'mine', size: 7 } });
    expect(planned).toMatchObject({ zone: 'mine', size: 7 });
  });

  it('never has a write-only value', () => {
    expect(planState(attributes, { prior: null, config: { ...config, password: 'p' } }).password).toBeNull();
    expect(
      planState(attributes, { prior: null, config: { ...config, password: unknown } }).password,
    ).toBeNull();
  });

  it('keeps what is not known yet unknown, whatever its type', () => {
    const planned = planState(attributes, {
      prior: null,
      config: { ...config, size: unknown, tags: ['a', unknown] },
    });
    expect(planned).toMatchObject({ size: unknown, tags: ['a', unknown] });
  });
});

describe('the plan of an object that is', () => {
  it('is the object when nothing changes', () => {
    expect(planState(attributes, { prior, config })).toEqual(prior);
  });

  it.each<[string, ObjectValue]>([
    ['a value is spelled differently', { ...config, title: 'TITLE' }],
    ['a set has another order', { ...config, tags: ['b', 'a'] }],
    ['the default is written out', { ...config, size: 1 }],
    ['the service’s value is written out', { ...config, zone: 'z' }],
    ['only a write-only value changes', { ...config, password: 'new' }],
  ])('is the object when %s', (_what, changed) => {
    expect(equalObjects(attributes, planState(attributes, { prior, config: changed }), prior)).toBe(true);
  });

  it('forgets after a change what the service may set anew, and keeps what it sets once', () => {
    expect(planState(attributes, { prior, config: { ...config, note: 'new' } })).toEqual({
      ...prior,
      note: 'new',
      zone: unknown,
      revision: unknown,
    });
  });

  it('changes when a value may turn out to be another', () => {
    expect(planState(attributes, { prior, config: { ...config, name: unknown } })).toMatchObject({
      name: unknown,
      revision: unknown,
      id: '1',
    });
  });

  it('goes back to the default of what is left out, and to null without one', () => {
    const before = { ...prior, size: 7, note: 'old' };
    expect(planState(attributes, { prior: before, config })).toMatchObject({ size: 1, note: null });
  });

  it('leaves null what the service keeps null', () => {
    const before = { ...prior, zone: null };
    expect(planState(attributes, { prior: before, config })).toEqual(before);
  });

  it('does not ask whether values mean the same before they are known', () => {
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
  mark: computed(string, { ...about, stable: true }),
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
const plan = (nesting: 'single' | 'list' | 'set' | 'map', before: Value, wanted: Value) =>
  planState(table(nesting), { prior: { it: before }, config: { it: wanted } }).it;

describe('the plan of nested objects', () => {
  it('is what was when nothing changes', () => {
    expect(plan('single', was('a'), { key: 'a' })).toEqual(was('a'));
    expect(plan('list', [was('a'), was('b')], [{ key: 'a' }, { key: 'b' }])).toEqual([was('a'), was('b')]);
    expect(plan('map', { x: was('a') }, { x: { key: 'a' } })).toEqual({ x: was('a') });
    const set = plan('set', [was('a'), was('b')], [{ key: 'b' }, { key: 'a' }]);
    expect(set).toEqual([was('b'), was('a')]);
  });

  it('keeps a different spelling and takes no write-only value, at any place', () => {
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

  it('keeps of an object with a name what was computed once, though it changes', () => {
    const note = 'new';
    expect(plan('single', was('a'), { key: 'a', note })).toEqual({ ...changed('a'), note });
    expect(plan('map', { x: was('a') }, { x: { key: 'a', note } })).toEqual({ x: { ...changed('a'), note } });
  });

  it('trusts no place in a list: an element that moved is not taken for the one that stood there', () => {
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

  it('gives no two elements of a set the same past', () => {
    const [first, second] = [was('a'), { ...was('a'), note: 'more', serial: 's-2', mark: 'm-2' }];
    const planned = plan('set', [first, second], [{ key: 'a', note: 'more' }, { key: 'a' }]);
    expect(planned).toEqual([second, first]);
  });

  it('keeps unknown elements and unknown values in them', () => {
    expect(plan('list', [was('a')], [unknown])).toEqual([unknown]);
    expect(plan('set', [was('a')], [{ key: unknown }])).toEqual([{ ...isNew('a'), key: unknown }]);
    expect(plan('map', { x: was('a') }, unknown)).toBe(unknown);
  });

  it('fills a default that is itself an object', () => {
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

  it('is nothing while what replaces stays', () => {
    const free = { fixed: 'a', free: 'new' };
    const after = { ...before, note: 'new', one: free, list: [free], map: { x: free }, set: [free] };
    expect(findReplacements(all, before, after)).toEqual([]);
  });

  it('is told by path, in nested objects too', () => {
    const other = { fixed: 'other', free: 'b' };
    const after = { ...before, kind: unknown, one: other, list: [other], map: { x: other } };
    expect(findReplacements(all, before, after)).toEqual([
      ['kind'],
      ['one', 'fixed'],
      ['list', 0, 'fixed'],
      ['map', 'x', 'fixed'],
    ]);
  });

  it('is not an object for elements that come and go', () => {
    const other = { fixed: 'other', free: 'b' };
    const after = { ...before, one: null, list: [], map: { y: other }, set: [other] };
    expect(findReplacements(all, before, after)).toEqual([]);
  });
});

describe('any object of any contract', () => {
  it('has an empty plan once a plan was applied and nothing has changed', () => {
    const cases = anyAttributes.chain((any) =>
      fc.tuple(fc.constant(any), anyConfig(any), anyConfig(any), fc.boolean()),
    );
    fc.assert(
      fc.property(cases, ([any, first, second, isFirst]) => {
        const created = apply(any, planState(any, { prior: null, config: first }));
        const wanted = isFirst ? first : second;
        const state = apply(any, planState(any, { prior: created, config: wanted }));
        expect(planState(any, { prior: state, config: wanted })).toEqual(state);
      }),
      { numRuns: 150 },
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

describe('what a handler predicts', () => {
  const planned = planState(attributes, { prior, config });

  it('changes a plan in what the user left open, known or unknown', () => {
    const predicted = { revision: unknown, zone: 'elsewhere', size: 7 };
    expect(withPredictions(attributes, planned, config, predicted)).toEqual({ ...planned, ...predicted });
  });

  it('never changes what the user wrote, what is not there, nor what nobody fills in', () => {
    const written = { ...config, zone: 'z' };
    const predicted = { name: 'other', note: 'other', zone: 'other', stranger: 'x' };
    expect(withPredictions(attributes, planned, written, predicted)).toEqual(planned);
  });

  it('is nothing where the handler says nothing', () => {
    expect(withPredictions(attributes, planned, config)).toEqual(planned);
  });
});
