import {
  computed,
  nested,
  optional,
  setOf,
  string,
  unknown,
  type Attributes,
  type Value,
} from '../../../lib/schema';
import {
  stateAfterApply,
  stateAfterFailure,
  normalizeObject,
  stateAfterRead,
} from '../../../lib/drivers/state/final-state';

const about = { description: 'x' };
const lower = (value: Value) => (typeof value === 'string' ? value.toLowerCase() : value);
const sameMeaning = (a: Value, b: Value) => lower(a) === lower(b);
const element = {
  key: optional(string, { ...about, sameMeaning }),
  pin: optional(string, { ...about, writeOnly: true }),
  mark: computed(string, about),
};
const attributes: Attributes = {
  title: optional(string, { ...about, sameMeaning }),
  tags: optional(setOf(string), about),
  password: optional(string, { ...about, writeOnly: true }),
  one: optional(nested('single', element), about),
  list: optional(nested('list', element), about),
  set: optional(nested('set', element), about),
  map: optional(nested('map', element), about),
  id: computed(string, about),
};
const nothing = {
  title: null,
  tags: null,
  password: null,
  one: null,
  list: null,
  set: null,
  map: null,
  id: null,
};
const open = (key: string) => ({ key, pin: null, mark: unknown });
const done = (key: string, mark: string | null = `m-${key.toLowerCase()}`) => ({ key, pin: null, mark });

describe('the state after an apply', () => {
  it('is the plan, completed by the handler', () => {
    const planned = { ...nothing, title: 'T', tags: ['a', 'b'], id: unknown };
    const result = { ...nothing, title: 't', tags: ['b', 'a'], id: '1' };
    expect(stateAfterApply(attributes, planned, result)).toEqual({ ...planned, id: '1' });
  });

  it('is null where null was planned', () => {
    expect(stateAfterApply(attributes, nothing, { ...nothing, title: 'surprise' })).toEqual(nothing);
  });

  it('is completed inside nested objects, in the plan’s notation', () => {
    const planned = { ...nothing, one: open('A'), list: [open('A'), open('B')], map: { x: open('A') } };
    const result = { ...nothing, one: done('a'), list: [done('a'), done('b')], map: { x: done('a') } };
    expect(stateAfterApply(attributes, planned, result)).toEqual({
      ...nothing,
      one: done('A'),
      list: [done('A'), done('B')],
      map: { x: done('A') },
    });
  });

  it('matches the elements of a set by their planned values', () => {
    const planned = { ...nothing, set: [open('A'), open('B')] };
    const result = { ...nothing, set: [done('b'), done('a')] };
    expect(stateAfterApply(attributes, planned, result).set).toEqual([done('A'), done('B')]);
  });

  it('has null where a handler returns nothing for an unknown value', () => {
    const planned = { ...nothing, id: unknown, one: open('A') };
    expect(stateAfterApply(attributes, planned, nothing)).toEqual({ ...nothing, one: done('A', null) });
  });

  it('never has a write-only value, whatever the handler returns', () => {
    const planned = { ...nothing, one: unknown };
    const result = { ...nothing, password: 'p', one: { ...done('a'), pin: 'p' } };
    expect(stateAfterApply(attributes, planned, result)).toEqual({ ...nothing, one: done('a') });
  });
});

describe('the state after a failure', () => {
  it('is the prior state, overwritten by the kept values', () => {
    const before = { ...nothing, title: 'old', tags: ['a'], id: '1' };
    expect(stateAfterFailure(attributes, before, { title: 'new', tags: null })).toEqual({
      ...before,
      title: 'new',
      tags: null,
    });
  });

  it('has null for values that stayed unknown, also in nested objects', () => {
    const planned = { ...nothing, id: unknown, list: [open('a')], password: null };
    expect(stateAfterFailure(attributes, planned, { id: '1', password: 'p' })).toEqual({
      ...nothing,
      id: '1',
      list: [done('a', null)],
    });
  });
});

describe('the state after a read', () => {
  it('keeps the old notation of equivalent values, at any depth', () => {
    const before = {
      ...nothing,
      title: 'T',
      one: done('A'),
      list: [done('A')],
      set: [done('A')],
      map: { x: done('A') },
    };
    const read = {
      ...nothing,
      title: 't',
      one: done('a'),
      list: [done('a')],
      set: [done('a')],
      map: { x: done('a') },
    };
    expect(stateAfterRead(attributes, before, read)).toEqual(before);
  });

  it('shows drift', () => {
    const before = { ...nothing, title: 'T', tags: ['a'], list: [done('A'), done('B')] };
    const read = { ...nothing, title: 'other', tags: ['b'], list: [done('a'), done('c')] };
    expect(stateAfterRead(attributes, before, read)).toEqual({ ...read, list: [done('A'), done('c')] });
  });

  it('keeps the order of a set with the same elements', () => {
    const before = { ...nothing, tags: ['a', 'b'] };
    expect(stateAfterRead(attributes, before, { ...nothing, tags: ['b', 'a'] })).toEqual(before);
  });

  it('has all values of the service after an import', () => {
    const read = { ...nothing, title: 'T', one: done('a'), id: '1' };
    expect(stateAfterRead(attributes, { ...nothing, id: '1' }, read)).toEqual(read);
  });
});

describe('an object that a handler receives', () => {
  it('has no unknown values', () => {
    expect(
      normalizeObject(attributes, { title: unknown, map: { x: open('a') }, tags: ['a', unknown] }),
    ).toEqual({
      ...nothing,
      map: { x: done('a', null) },
      tags: ['a', null],
    });
  });
});
