import fc from 'fast-check';
import { textOf } from '../../lib/ground/json';
import { PassThroughMembers } from '../../lib/resources/members';
import { bool, computed, number, optional, optionalComputed, required, string } from '../../lib/schema';

const attributes = {
  owner: required(string, { description: 'It is passed on by the handler.' }),
  title: required(string, { member: 'name', description: '' }),
  note: optional(string, { member: 'note', description: '' }),
  label: optional(string, { member: 'label', serviceDefault: '', description: '' }),
  text: optional(string, { member: 'text', default: '', description: '' }),
  on: optional(bool, { member: 'on', default: true, description: '' }),
  limit: optionalComputed(number, { member: 'limit', serviceDefault: 0, description: '' }),
  usual: optionalComputed(string, { member: 'usual', description: '' }),
  path: optional(string, {
    member: 'path',
    description: '',
    sameMeaning: (one, other) => textOf(one)?.toLowerCase() === textOf(other)?.toLowerCase(),
  }),
  id: computed(string, { member: 'id', description: '' }),
};
const passed = new PassThroughMembers(attributes);

const none = {
  title: 'a',
  note: null,
  label: null,
  text: '',
  on: true,
  limit: null,
  usual: null,
  path: null,
};
const object = {
  id: 7,
  name: 'a',
  note: null,
  label: null,
  text: '',
  on: true,
  limit: 0,
  usual: 'x',
  path: null,
};

describe('the members that are passed on', () => {
  it('that a user may set are those of no computed attribute', () => {
    expect(passed.settings).toEqual(['name', 'note', 'label', 'text', 'on', 'limit', 'usual', 'path']);
  });

  it('have the attribute of their name in the contract, and an id is a text', () => {
    expect(passed.toState(object, none, 'read')).toEqual({ ...none, usual: 'x', id: '7' });
  });

  it('that the configuration omits are what null stands for after a write, and what the service has after a read', () => {
    const stored = { ...object, limit: 5 };
    expect(passed.toState(stored, none, 'written')).toMatchObject({ limit: null, usual: 'x' });
    expect(passed.toState(stored, none, 'read')).toMatchObject({ limit: 5 });
    expect(passed.toState(object, { ...none, limit: 0 }, 'read')).toMatchObject({ limit: 0 });
  });

  it('that are an empty text or none stay as configured', () => {
    for (const given of [null, ''])
      for (const stored of [null, ''])
        expect(passed.toState({ ...object, note: stored }, { ...none, note: given }, 'read').note).toBe(
          given,
        );
    expect(passed.toState({ ...object, note: 'b' }, none, 'read').note).toBe('b');
  });

  it('are after an import as the service has them: defaults of the configuration are then null', () => {
    const imported = { ...none, text: null, on: null };
    expect(passed.toState({ ...object, note: '', label: '' }, imported, 'read')).toMatchObject({
      ...{ note: null, label: '', on: true, text: '' },
    });
  });
});

describe('the body of a new object', () => {
  it('has defaults, and neither what null stands for nor what the service chooses', () => {
    expect(passed.toInput(none)).toEqual({ name: 'a', text: '', on: true });
    expect(passed.toInput({ ...none, note: '', label: '', limit: 0, usual: 'y', path: '/' })).toEqual({
      ...{ name: 'a', text: '', on: true, usual: 'y', path: '/' },
    });
  });
});

describe('the changes of an object', () => {
  it('are the members that differ', () => {
    expect(passed.toChanges(none, none)).toEqual({});
    expect(passed.toChanges(none, { ...none, title: 'b', limit: 5 })).toEqual({ name: 'b', limit: 5 });
  });

  it('have a value for a text that is removed, and nothing for what the service keeps', () => {
    const prior = { ...none, note: 'b', label: 'c', limit: 5, usual: 'y' };
    expect(passed.toChanges(prior, none)).toEqual({ note: '', label: '' });
    expect(passed.toChanges(prior, { ...none, limit: 0, usual: 'y' })).toEqual({
      note: '',
      label: '',
      limit: 0,
    });
  });
});

describe('an object is as desired', () => {
  it('whatever the service has where the configuration omits something, and whatever the notation is', () => {
    expect(passed.matches({ ...none, limit: 5, usual: 'y', note: '', id: '8' }, none)).toBe(true);
    expect(passed.matches({ ...none, path: '/A' }, { ...none, path: '/a' })).toBe(true);
  });

  it.each([
    ['title', 'b'],
    ['on', false],
    ['note', 'b'],
    ['path', '/b'],
  ])('unless %s differs', (name, value) => {
    expect(passed.matches({ ...none, [name]: value }, none)).toBe(false);
  });
});

it('an object made of a configuration is as desired, needs no change, and has its values', () => {
  const texts = fc.constantFrom(null, '', 'b');
  const desired = fc.record({
    title: fc.constantFrom('a', ''),
    note: texts,
    label: texts,
    text: fc.constantFrom('', 'b'),
    on: fc.boolean(),
    limit: fc.constantFrom(null, 0, 5),
    usual: texts,
    path: texts,
  });
  fc.assert(
    fc.property(desired, desired, (first, second) => {
      const made = { ...object, usual: 'x', ...passed.toInput(first) };
      const state = passed.toState(made, first, 'read');
      expect(passed.matches(state, first)).toBe(true);
      expect(passed.toChanges(state, first)).toEqual({});
      expect(passed.toState(made, state, 'read')).toEqual(state);
      const changed = { ...made, ...passed.toChanges(state, second) };
      expect(passed.matches(passed.toState(changed, second, 'written'), second)).toBe(true);
    }),
  );
});
