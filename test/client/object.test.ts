import fc from 'fast-check';
import type { JobChanges, JobInput, LogpushJob, Policy, PolicyInput, RuleInput } from '../../lib/client';
import { policy } from '../../lib/client/alerting';
import { job } from '../../lib/client/logpush';
import {
  apiObject,
  boolean,
  identifier,
  items,
  lenient,
  list,
  map,
  number,
  part,
  text,
  texts,
} from '../../lib/client/object';
import { ruleset } from '../../lib/client/rulesets';
import { withoutUnknown } from '../../lib/resources/unknown-members';

const unreadable = (what: string) => new Error(`the reply is ${what}`);

const item = apiObject('an item', { name: text(), weight: number(1) });
const thing = apiObject('a thing', {
  id: identifier(),
  title: text().required(),
  kind: text().words('one', 'two').fixed(),
  size: number(),
  on: boolean(true),
  note: text().orNull(),
  hint: text().orAbsent(),
  nullHint: texts().orAbsent([]),
  tags: texts(),
  any: list(),
  more: map(),
  items: items(item),
  part: part(item),
  key: text()
    .secret((value) => [value.slice(1)])
    .writeOnly(),
  seen: text().words('a').asIs(),
  made: text().readOnly(),
});

const absent = {
  ...{
    id: 'x',
    title: '',
    kind: '',
    size: 0,
    on: true,
    note: null,
    nullHint: [],
    tags: [],
    any: [],
    more: {},
  },
  ...{ items: [], part: { name: '', weight: 1 }, made: '' },
};

describe('an object that is read', () => {
  it('has for an absent member what stands for none, and null is the same', () => {
    const read = Object.entries(absent).filter(([name]) => name !== 'nullHint');
    expect(thing.read({ id: 'x' }, unreadable)).toStrictEqual(Object.fromEntries(read));
    const names = Object.keys(thing.members).filter((name) => !['id', 'key', 'seen'].includes(name));
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(thing.read({ id: 'x', ...nulls }, unreadable)).toStrictEqual(absent);
  });

  it('keeps what it does not know, and what it only describes, as it comes', () => {
    const sent = { ...absent, next: { a: [1] }, seen: 5, key: 6, part: { ...absent.part, later: null } };
    expect(thing.read(sent, unreadable)).toEqual(sent);
  });

  it.each([
    ['title', 1, 'a thing whose title is not a string'],
    ['size', '1', 'a thing whose size is not a number'],
    ['size', Infinity, 'a thing whose size is not a number'],
    ['on', 'true', 'a thing whose on is not a boolean'],
    ['note', 1, 'a thing whose note is not a string'],
    ['tags', 'a', 'a thing whose tags is not an array'],
    ['tags', [1], 'a thing whose tags has an item that is not a string'],
    ['more', [], 'a thing whose more is not an object'],
    ['items', [1], 'an envelope without an item'],
    ['items', [{ name: 1 }], 'an item whose name is not a string'],
    ['id', '', 'a thing without an id'],
    ['id', null, 'a thing without an id'],
  ])('fails for %s %j', (name, value, what) => {
    expect(() => thing.read({ ...absent, [name]: value }, unreadable)).toThrow(`the reply is ${what}`);
  });

  it('fails for what is no object', () => {
    for (const value of [null, [], 'text', 1])
      expect(() => thing.read(value, unreadable)).toThrow('the reply is an envelope without a thing');
  });

  it('has members whose names are data', () => {
    const lengths = apiObject(
      'lengths',
      { id: number() },
      lenient(['text'], (value) => String(value).length),
    );
    expect(lengths.read({ id: 3, a: 'xy', constructor: 'z' }, unreadable)).toEqual({
      id: 3,
      a: 2,
      constructor: 1,
    });
  });
});

describe('what is sent of an object', () => {
  it('is neither what the service sets nor what is only described nor what is unknown', () => {
    expect(Object.keys(thing.writable({ ...absent, seen: 'a', next: 1, key: 'k' }))).toEqual([
      ...['title', 'kind', 'size', 'on', 'note', 'nullHint', 'tags', 'any', 'more', 'items', 'part', 'key'],
    ]);
  });

  it('has the secrets that its table names', () => {
    expect(thing.secretsOf({ key: '-secret', title: 'x', next: 'y' })).toEqual(['secret']);
    expect(
      job.secretsOf({ ownership_challenge: 'token', destination_conf: 's3://b?secret-access-key=k' }),
    ).toEqual(expect.arrayContaining(['token', 'k']));
  });
});

it.each([
  ['a job', job, { id: 1 }],
  ['a policy', policy, { id: 'x' }],
  ['a ruleset', ruleset, { id: 'x', rules: [{ id: 'y', later: 1 }] }],
] as const)('%s keeps unknown members when it is read, and reads the same again', (_, table, least) => {
  const names = fc
    .string({ minLength: 1 })
    .filter((name) => !Object.hasOwn(table.members, name) && name !== '__proto__');
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), (unknown) => {
      const read = table.read({ ...unknown, ...least }, unreadable);
      expect(read).toMatchObject(unknown);
      expect(table.read(read, unreadable)).toEqual(read);
      expect(Object.keys(table.writable(read)).filter((name) => Object.hasOwn(unknown, name))).toEqual([]);
    }),
  );
});

it('a rule without its unknown members has the known ones', () => {
  expect(withoutUnknown({ action: 'log', next: 1, logging: { enabled: true, next: 2 } })).toEqual({
    action: 'log',
    logging: { enabled: true },
  });
});

/** What the compiler says of the types: `npm run check` runs it. */
describe('the types of an object', () => {
  const typed = (..._: readonly unknown[]) => undefined;

  it('are those of the package', () => {
    const input = { dataset: 'http_requests', destination_conf: 'r2://b' } satisfies JobInput;
    const changes = { enabled: false, name: null, max_upload_bytes: null } satisfies JobChanges;
    // @ts-expect-error -- a new job has a dataset
    typed({ destination_conf: 'r2://b' } satisfies JobInput);
    // @ts-expect-error -- a change may not be of another type
    typed({ enabled: 'yes' } satisfies JobChanges);
    // @ts-expect-error -- what cannot change later, or the service sets, is no key of the changes that the table has
    typed('dataset' satisfies KnownKeys<JobChanges>);
    // @ts-expect-error -- as above
    typed('id' satisfies KnownKeys<JobInput>);
    // @ts-expect-error -- as above
    typed('last_error' satisfies KnownKeys<JobChanges>);
    // @ts-expect-error -- no answer has the challenge
    typed('ownership_challenge' satisfies KnownKeys<LogpushJob>);
    // @ts-expect-error -- a policy has a name
    typed({ enabled: true, alert_type: 'x', mechanisms: {} } satisfies PolicyInput);
    // @ts-expect-error -- an interval is absent or a text
    typed(null satisfies Policy['alert_interval']);
    // @ts-expect-error -- a rule has an expression
    typed({ action: 'log' } satisfies RuleInput);
    typed('enabled' satisfies KnownKeys<JobChanges>, 'dataset' satisfies KnownKeys<JobInput>, input, changes);
  });
});

/** The keys of a type without those of its index signature. */
type KnownKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
