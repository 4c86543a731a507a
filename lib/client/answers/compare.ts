import { isObject, listOf } from '../../ground/json';
import { own } from '../../ground/record';
import { Member, type ApiObject, type JsonType, type Members } from '../object';
import type { RawDifference } from './difference';

/** Words of members by name, of which a caller has the list. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** Compares an object of an answer with its table. */
export function compareObject(
  value: unknown,
  object: ApiObject<Members>,
  at: string,
  words: Words = {},
): RawDifference[] {
  if (!isObject(value)) return compareType(value, ['object'], at);
  const { members, more } = object;
  const ofMembers = Object.entries(members).flatMap(([name, { traits }]): RawDifference[] => {
    if (traits.access === 'write-only') return [];
    const here = `${at}/${escaped(name)}`;
    if (Object.hasOwn(value, name))
      return compareMember(own(value, name), traits, here, own(words, name), words);
    return traits.isOptional === true ? [] : [missing(here, traits.types)];
  });
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(members, name));
  if (more === undefined) return [...ofMembers, ...unknownKeys(others, at)];
  if (!(more instanceof Member)) return ofMembers;
  return [
    ...ofMembers,
    ...others.flatMap(([, member]) => compareMember(member, more.traits, `${at}/*`, undefined, words)),
  ];
}

function compareMember(
  value: unknown,
  { types, object, itemTypes, words: known }: Member<unknown, unknown>['traits'],
  at: string,
  named: readonly string[] | undefined,
  words: Words,
): RawDifference[] {
  const wrong = [...compareType(value, types, at), ...compareWord(value, known ?? named, at)];
  if (wrong.length > 0 || (value ?? null) === null) return wrong;
  const items = Array.isArray(value);
  if (itemTypes !== undefined)
    return listOf(value).flatMap((item) => compareType(item, itemTypes, `${at}/*`));
  if (object === undefined) return [];
  if (!items) return compareObject(value, object, at, words);
  return listOf(value).flatMap((item) => compareObject(item, object, `${at}/*`, words));
}

function compareType(value: unknown, types: readonly JsonType[], at: string): RawDifference[] {
  const found = typeOf(value);
  return types.includes(found) ? [] : [{ kind: 'type', at, expected: types.join(' or '), found }];
}

function compareWord(value: unknown, words: readonly string[] | undefined, at: string): RawDifference[] {
  if (words === undefined || typeof value !== 'string' || words.includes(value)) return [];
  return [{ kind: 'value', at, expected: `one of ${words.length} words`, found: '', word: value }];
}

function missing(at: string, types: readonly JsonType[]): RawDifference {
  return { kind: 'missing_key', at, expected: types.join(' or '), found: 'nothing' };
}

/** More unknown keys than this in one object are names of a map. */
const mostUnknownKeys = 20;

function unknownKeys(unknown: readonly (readonly [string, unknown])[], at: string): RawDifference[] {
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

export function typeOf(value: unknown): JsonType {
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
