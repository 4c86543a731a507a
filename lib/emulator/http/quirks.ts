import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../ground/json';
import { isArray } from '../shape';
import type { Field } from '../schema/field';
import { flag } from '../schema/values';
import { own } from '../../ground/record';

/** Variations of replies that the API's contract allows; a client must handle all of them. */
export const quirkList = [
  {
    key: 'shuffleKeys',
    title: 'Other order of keys',
    effect: 'The keys of every object in a reply are in another order.',
  },
  {
    key: 'shuffleArrays',
    title: 'Other order of lists',
    effect: 'Lists without a meaningful order are in another order.',
  },
  {
    key: 'omitZeroValues',
    title: 'Omit zero values',
    effect: 'Resources are shown without members that are "", 0, false, [] or null.',
  },
  {
    key: 'unknownFields',
    title: 'Unknown fields',
    effect: 'Every object of a result has a member that no client knows.',
  },
  {
    key: 'serviceWording',
    title: 'Wording of the service',
    effect: 'Members that a request did not have are worded as the service words them. On by default.',
    isUsual: true,
  },
] as const;

export type Quirks = Readonly<Record<(typeof quirkList)[number]['key'], boolean>>;

export const quirkFields = Object.fromEntries(
  quirkList.map((quirk) => [quirk.key, flag.or('isUsual' in quirk, null)]),
) as Readonly<Record<keyof Quirks, Field<boolean, true>>>;

/** The quirks that apply unless a control sets others. */
export const defaultQuirks = Object.fromEntries(
  quirkList.map((quirk) => [quirk.key, 'isUsual' in quirk]),
) as Quirks;

export const addedTomorrow = 'added_tomorrow';

interface Nature {
  /** Not a report: members can be omitted. */
  readonly isResource: boolean;
  /** An array without a meaningful order. */
  readonly isSet?: boolean | undefined;
}

/** Applies the quirks to a result. The same result gives the same reply, so that failures are reproducible. */
export function applyQuirks(result: unknown, quirks: Quirks, nature: Nature): unknown {
  return quirked(result, quirks, nature, '');
}

/** `name` is the key of the value; items of an array have the key of the array. */
function quirked(
  value: unknown,
  quirks: Quirks,
  { isResource, isSet = false }: Nature,
  name: string,
): unknown {
  if (isArray(value)) {
    const items = value.map((item) => quirked(item, quirks, { isResource }, name));
    return quirks.shuffleArrays && (isSet || sets.has(name)) ? items.reverse() : items;
  }
  if (!isObject(value)) return value;
  const holdsSets = objectsOfSets.has(name);
  let entries = Object.entries(quirks.serviceWording ? value : rewordDefaults(value));
  if (quirks.omitZeroValues && isResource)
    entries = entries.filter(([key, member]) => !isZero(member) || meansMoreWhenAbsent(value, key, name));
  entries = entries.map(([key, member]) => [
    key,
    quirked(member, quirks, { isResource, isSet: holdsSets }, key),
  ]);
  // An unknown filter would restrict an alert, an unknown mechanism would be a recipient, and an unknown key of a map
  // would be the id of a rule.
  if (quirks.unknownFields && !holdsSets && !isMap(value, name))
    entries.push([addedTomorrow, 'an undocumented field']);
  if (quirks.shuffleKeys) entries = rotate(entries);
  return Object.fromEntries(entries);
}

/** Rewords a policy or rule: with the defaults that the service omits, without those that it adds. */
function rewordDefaults(value: JsonObject): JsonObject {
  if ('alert_type' in value && 'mechanisms' in value) return { description: '', filters: {}, ...value };
  if (!('action' in value && 'expression' in value)) return value;
  const { logging, ratelimit, action_parameters: parameters, ...rest } = value;
  return {
    ...rest,
    ...(isObject(parameters) && { action_parameters: withoutLatest(parameters) }),
    ...(logging !== undefined && !isDeepStrictEqual(logging, { enabled: true }) && { logging }),
    ...(isObject(ratelimit) && { ratelimit: withoutTimeout(ratelimit) }),
  };
}

function withoutTimeout({ mitigation_timeout: timeout, ...rest }: JsonObject): JsonObject {
  return timeout === 0 ? rest : { ...rest, mitigation_timeout: timeout };
}

function withoutLatest({ version, ...rest }: JsonObject): JsonObject {
  return version === undefined || version === 'latest' ? rest : { ...rest, version };
}

const sets = new Set([
  'request_fields',
  'transformed_request_fields',
  'response_fields',
  'raw_response_fields',
  'cookie_fields',
  'check_regions',
]);

/** Objects whose members all are arrays without a meaningful order. */
const objectsOfSets = new Set(['filters', 'mechanisms']);

/** Whether the keys are ids or values: in a URL override, and in a skip rule. */
function isMap(value: JsonObject, name: string): boolean {
  return ['groups', 'rules', 'rewrite_action'].includes(name) && !('id' in value);
}

function isZero(value: unknown): boolean {
  return (
    value === '' || value === 0 || value === false || value === null || (isArray(value) && value.length === 0)
  );
}

/**
 * Whether a member's absence does not mean its zero value: a rule or policy without `enabled` is enabled, an origin
 * without `weight` has the weight 1, a pool with latitude 0 has a location, a filter without `healthy` includes healthy
 * events, an override without `enabled` overrides less, a rule with `logging` without `enabled` logs, and a record without
 * `record_prefix` begins with a brace.
 */
function meansMoreWhenAbsent(owner: JsonObject, key: string, name: string): boolean {
  if (own(owner, key) === null) return false;
  if (effects.has(name) && key === 'enabled') return true;
  if (name === 'output_options') return outputMembersWithMeaning.has(key);
  if ('expression' in owner || 'alert_type' in owner) return key === 'enabled';
  const isPoolOrOrigin = 'origins' in owner || 'address' in owner;
  return key === 'healthy' || (isPoolOrOrigin && poolMembersWithMeaning.has(key));
}

/** Keys of objects with rules, overrides of managed rules and logging. */
const effects = new Set(['overrides', 'categories', 'rules', 'logging']);

const outputMembersWithMeaning = new Set(['record_prefix', 'record_suffix', 'field_delimiter']);

const poolMembersWithMeaning = new Set(['enabled', 'weight', 'flatten_cname', 'latitude', 'longitude']);

/** Reversed, then rotated by a third: never the original order for two keys or more. */
function rotate<Entry>(entries: readonly Entry[]): Entry[] {
  const backwards = [...entries].reverse();
  if (backwards.length < 3) return backwards;
  const turn = Math.floor(backwards.length / 3);
  return [...backwards.slice(turn), ...backwards.slice(0, turn)];
}
