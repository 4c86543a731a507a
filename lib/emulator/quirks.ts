import { isArray, isObject } from './shape';
import type { JsonObject } from './shape';

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

/** The result as the quirks would have it. The same result gives the same reply, so that a failure can be repeated. */
export function applyQuirks(result: unknown, quirks: Quirks, isResource: boolean): unknown {
  if (isArray(result)) return result.map((item) => applyQuirks(item, quirks, isResource));
  if (!isObject(result)) return result;
  let entries = Object.entries(result);
  if (quirks.omitZeroValues && isResource)
    entries = entries.filter(([key, value]) => !isZero(value) || meansMoreWhenAbsent(result, key));
  entries = entries.map(([key, value]) => {
    const inner = applyQuirks(value, quirks, isResource);
    return [key, quirks.shuffleArrays && sets.has(key) && isArray(inner) ? [...inner].reverse() : inner];
  });
  if (quirks.unknownFields) entries.push(['added_tomorrow', 'a field that no document knows']);
  if (quirks.shuffleKeys) entries = rotate(entries);
  return Object.fromEntries(entries);
}

const sets = new Set([
  'request_fields',
  'response_fields',
  'cookie_fields',
  'check_regions',
  'pool_id',
  'new_health',
  'event_source',
]);

function isZero(value: unknown): boolean {
  return (
    value === '' || value === 0 || value === false || value === null || (isArray(value) && value.length === 0)
  );
}

/**
 * Whether a member's absence would not mean its zero value: a rule without `enabled` is an enabled one, an origin
 * without `weight` has the full one, a pool at the meridian is not one without a place, and a filter without `healthy`
 * tells of good news too.
 */
function meansMoreWhenAbsent(owner: JsonObject, key: string): boolean {
  if (owner[key] === null) return false;
  if ('expression' in owner) return key === 'enabled';
  const isPoolOrOrigin = 'origins' in owner || 'address' in owner;
  return key === 'healthy' || (isPoolOrOrigin && poolMembersWithMeaning.has(key));
}

const poolMembersWithMeaning = new Set(['enabled', 'weight', 'flatten_cname', 'latitude', 'longitude']);

/** Backwards, then turned by a third: never the order it had, for two keys or more. */
function rotate<Entry>(entries: readonly Entry[]): Entry[] {
  const backwards = [...entries].reverse();
  if (backwards.length < 3) return backwards;
  const turn = Math.floor(backwards.length / 3);
  return [...backwards.slice(turn), ...backwards.slice(0, turn)];
}
