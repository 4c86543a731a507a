import { isObject } from '../../ground/json';
import { own } from '../../ground/record';
import type { Expected, ExpectedMembers, MemberType, ObjectNotes, ReadingNotes } from '../reading-notes';
import type { RawDifference } from './difference';

/** Compares a value that readers have read with what they have noted about it. */
export function compareRead(value: unknown, at: string, notes: ReadingNotes): RawDifference[] {
  if (Array.isArray(value)) return value.flatMap((item) => compareRead(item, `${at}/*`, notes));
  if (!isObject(value)) return [];
  const noted = notes.of(value);
  // The names of an object that nothing reads are data.
  if (noted === undefined)
    return Object.values(value).flatMap((member) => compareRead(member, `${at}/*`, notes));
  return compareObject(value, at, noted, notes);
}

function compareObject(
  value: Readonly<Record<string, unknown>>,
  at: string,
  { known, read }: ObjectNotes,
  notes: ReadingNotes,
): RawDifference[] {
  const { kept = {}, optional = [], words = {}, isMap = false } = known;
  const members = membersOf(kept);
  const nameOf = (name: string) =>
    isMap && !optional.includes(name) && !members.has(name) ? '*' : escaped(name);
  const ofRead = [...read].flatMap(([name, types]): RawDifference[] => {
    const here = `${at}/${nameOf(name)}`;
    if (!Object.hasOwn(value, name)) return optional.includes(name) || isMap ? [] : [missing(here, types)];
    const member = own(value, name);
    return [
      ...compareType(member, types, here),
      ...compareWord(member, own(words, name) ?? own(notes.words, name), here),
      ...(members.has(name) ? [] : compareRead(member, here, notes)),
    ];
  });
  const ofKept = [...members].flatMap(([name, { expected, isOptional }]) => {
    if (Object.hasOwn(value, name))
      return compareExpected(own(value, name), expected, `${at}/${escaped(name)}`);
    return isOptional || read.has(name) ? [] : [missing(`${at}/${escaped(name)}`, typesOf(expected))];
  });
  const unknown = isMap ? [] : unknownKeys(value, at, (name) => read.has(name) || members.has(name));
  return [...ofRead, ...ofKept, ...unknown];
}

/** Compares a value that no reader reads. */
export function compareExpected(value: unknown, expected: Expected, at: string): RawDifference[] {
  const wrong = compareType(value, typesOf(expected), at);
  if (wrong.length > 0 || value === null) return wrong;
  if (expected === 'texts')
    return (value as unknown[]).flatMap((item) => compareType(item, ['text'], `${at}/*`));
  if (typeof expected === 'string' || Array.isArray(expected)) return [];
  return compareParts(value, expected as Parts, at);
}

type Parts = Exclude<Expected, string | readonly MemberType[]>;

function compareParts(value: unknown, expected: Parts, at: string): RawDifference[] {
  if ('words' in expected) return compareWord(value, expected.words, at);
  if ('members' in expected) return compareMembers(value, expected.members, at);
  return (value as unknown[]).flatMap((item) => compareMembers(item, expected.items, `${at}/*`));
}

/** Compares an object that no reader reads. */
export function compareMembers(value: unknown, expected: ExpectedMembers, at: string): RawDifference[] {
  if (!isObject(value)) return compareType(value, ['object'], at);
  const members = membersOf(expected);
  return [
    ...[...members].flatMap(([name, { expected: of, isOptional }]) => {
      const here = `${at}/${escaped(name)}`;
      if (Object.hasOwn(value, name)) return compareExpected(own(value, name), of, here);
      return isOptional ? [] : [missing(here, typesOf(of))];
    }),
    ...unknownKeys(value, at, (name) => members.has(name)),
  ];
}

function membersOf(
  expected: ExpectedMembers,
): ReadonlyMap<string, { readonly expected: Expected; readonly isOptional: boolean }> {
  return new Map(
    Object.entries(expected).map(([name, of]) => {
      const isOptional = name.endsWith('?');
      return [isOptional ? name.slice(0, -1) : name, { expected: of, isOptional }];
    }),
  );
}

function typesOf(expected: Expected): readonly MemberType[] {
  if (expected === 'map') return ['object', 'null'];
  if (expected === 'texts') return ['list', 'null'];
  if (typeof expected === 'string') return [expected];
  if (Array.isArray(expected)) return expected as readonly MemberType[];
  const parts = expected as Parts;
  if ('words' in parts) return ['text', 'null'];
  return ['items' in parts ? 'list' : 'object', 'null'];
}

function compareType(value: unknown, types: readonly MemberType[], at: string): RawDifference[] {
  const found = typeOf(value);
  return types.includes(found) ? [] : [{ kind: 'type', at, expected: types.join(' or '), found }];
}

function compareWord(value: unknown, words: readonly string[] | undefined, at: string): RawDifference[] {
  if (words === undefined || typeof value !== 'string' || words.includes(value)) return [];
  return [{ kind: 'value', at, expected: `one of ${words.length} words`, found: '', word: value }];
}

function missing(at: string, types: readonly MemberType[]): RawDifference {
  return { kind: 'missing_key', at, expected: types.join(' or '), found: 'nothing' };
}

/** More unknown keys than this in one object are names of a map. */
const mostUnknownKeys = 20;

function unknownKeys(
  value: Readonly<Record<string, unknown>>,
  at: string,
  isKnown: (name: string) => boolean,
): RawDifference[] {
  const unknown = Object.entries(value).filter(([name]) => !isKnown(name));
  if (unknown.length > mostUnknownKeys)
    return [{ kind: 'unknown_key', at: `${at}/*`, expected: 'nothing', found: 'many keys' }];
  return unknown.map(([name, member]) => ({
    kind: 'unknown_key',
    at,
    expected: 'nothing',
    found: typeOf(member),
    word: name,
  }));
}

export function typeOf(value: unknown): MemberType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return 'object';
}

/** As JSON pointers write it. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
