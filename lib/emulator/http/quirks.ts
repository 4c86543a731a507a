import { isArray, isObject } from '../shape';
import type { JsonObject } from '../shape';

/** Things a service may do to its replies without breaking its promise; a client has to live with all of them. */
export interface Quirks {
  /** The keys of every object come in another order. */
  readonly shuffleKeys: boolean;
  /** Arrays whose order means nothing come in another order. */
  readonly shuffleArrays: boolean;
  /** Members that hold "", 0, false, [] or null are left out of resources. */
  readonly omitZeroValues: boolean;
  /** Every object of a result carries a member nobody has heard of. */
  readonly unknownFields: boolean;
}

export const noQuirks: Quirks = {
  shuffleKeys: false,
  shuffleArrays: false,
  omitZeroValues: false,
  unknownFields: false,
};

export const quirkNames = ['shuffleKeys', 'shuffleArrays', 'omitZeroValues', 'unknownFields'] as const;

/** The member that `unknownFields` adds. */
export const addedTomorrow = 'added_tomorrow';

/** What is known of a result beside its value. */
interface Nature {
  /** Not a report: members may be left out. */
  readonly isResource: boolean;
  /** An array whose order means nothing. */
  readonly isSet?: boolean;
}

/** The result as the quirks would have it. The same result gives the same reply, so that a failure can be repeated. */
export function applyQuirks(result: unknown, quirks: Quirks, nature: Nature): unknown {
  return quirked(result, quirks, nature, '');
}

/** `name` is the key that the value stands under; items of an array stand under the array's. */
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
  let entries = Object.entries(value);
  if (quirks.omitZeroValues && isResource)
    entries = entries.filter(([key, member]) => !isZero(member) || meansMoreWhenAbsent(value, key, name));
  entries = entries.map(([key, member]) => [
    key,
    quirked(member, quirks, { isResource, isSet: holdsSets }, key),
  ]);
  // An unknown filter would make an alert narrower, and an unknown mechanism would be a recipient; an unknown key of a
  // map would be the id of a rule.
  if (quirks.unknownFields && !holdsSets && !isMap(value, name))
    entries.push([addedTomorrow, 'a field that no document knows']);
  if (quirks.shuffleKeys) entries = rotate(entries);
  return Object.fromEntries(entries);
}

const sets = new Set(['request_fields', 'response_fields', 'cookie_fields', 'check_regions']);

/** Objects whose every member is an array without an order. */
const objectsOfSets = new Set(['filters', 'mechanisms']);

/** Whether the keys are ids or values: in an override for URLs, and in a rule that skips others. */
function isMap(value: JsonObject, name: string): boolean {
  return ['groups', 'rules', 'rewrite_action'].includes(name) && !('id' in value);
}

function isZero(value: unknown): boolean {
  return (
    value === '' || value === 0 || value === false || value === null || (isArray(value) && value.length === 0)
  );
}

/**
 * Whether a member's absence would not mean its zero value: a rule without `enabled` is an enabled one, an origin
 * without `weight` has the full one, a pool at the meridian is not one without a place, a filter without `healthy`
 * tells of good news too, a policy without `enabled` is an enabled one, an override without it overrides less, and a
 * record without `record_prefix` begins with a brace.
 */
function meansMoreWhenAbsent(owner: JsonObject, key: string, name: string): boolean {
  if (owner[key] === null) return false;
  if (effects.has(name) && key === 'enabled') return true;
  if (name === 'output_options') return outputMembersWithMeaning.has(key);
  if ('expression' in owner || 'alert_type' in owner) return key === 'enabled';
  const isPoolOrOrigin = 'origins' in owner || 'address' in owner;
  return key === 'healthy' || (isPoolOrOrigin && poolMembersWithMeaning.has(key));
}

/** What has rules and overrides of managed rules under it. */
const effects = new Set(['overrides', 'categories', 'rules']);

const outputMembersWithMeaning = new Set(['record_prefix', 'record_suffix', 'field_delimiter']);

const poolMembersWithMeaning = new Set(['enabled', 'weight', 'flatten_cname', 'latitude', 'longitude']);

/** Backwards, then turned by a third: never the order it had, for two keys or more. */
function rotate<Entry>(entries: readonly Entry[]): Entry[] {
  const backwards = [...entries].reverse();
  if (backwards.length < 3) return backwards;
  const turn = Math.floor(backwards.length / 3);
  return [...backwards.slice(turn), ...backwards.slice(0, turn)];
}
