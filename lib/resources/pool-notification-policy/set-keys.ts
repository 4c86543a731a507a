import { createHash } from 'node:crypto';
import { compare } from '../../ground/compare';
import { countEach } from '../../ground/remember';
import { recipientKey } from '../../pools';

/**
 * The pools that have the same recipients. Its own key is that of its addresses, and that of a pool is the one of the set that it belongs
 * to or belonged to. The identity of a pool stays the same as long as it exists; undefined if it is not known.
 */
interface KeylessSet {
  readonly key: string;
  readonly pools: readonly Partial<Readonly<Record<'key' | 'identity', string | undefined>>>[];
}

/** The form of the key of a set: it becomes the id of a construct, and so a part of an address in Terraform. */
export const setKeyPattern = /^[A-Za-z\d][\w-]{0,79}$/;

/**
 * Keys for sets of recipients, one for each set and in their order. A key identifies a set whatever its addresses are, so that a
 * change of an address updates a policy instead of replacing it. A set keeps the key that most of its pools have; of two sets with
 * the same key, the one with more of its pools. A set without a key gets one that is derived from its first pool.
 */
export function assignKeys(sets: readonly KeylessSet[]): string[] {
  const keys = new Map<KeylessSet, string>();
  const taken = new Set<string>();
  const assign = (set: KeylessSet, key: string) => {
    keys.set(set, key);
    taken.add(key);
  };
  for (const { set, key } of candidatesOf(sets)) if (!keys.has(set) && !taken.has(key)) assign(set, key);
  for (const set of sets) if (!keys.has(set)) assign(set, freeKey(set, taken));
  return sets.map((set) => keys.get(set) ?? '');
}

/** The keys that pools have, those of the most pools first. */
function candidatesOf(sets: readonly KeylessSet[]) {
  const counted = sets.flatMap((set) => {
    const keys = set.pools.flatMap(({ key }) => key ?? []);
    return [...countEach(keys)].map(([key, count]) => ({ set, key, count }));
  });
  return counted.sort(
    (one, other) =>
      other.count - one.count || compare(one.key, other.key) || compare(one.set.key, other.set.key),
  );
}

/** A key that no other set has. The addresses identify a set only where nothing is known of its pools. */
function freeKey({ key, pools }: KeylessSet, taken: ReadonlySet<string>): string {
  const [first = key] = pools.flatMap(({ identity }) => identity ?? []).sort(compare);
  for (let number = 1; ; number += 1) {
    const free = `pools-${hashOf(number === 1 ? first : `${first} ${number}`)}`;
    if (!taken.has(free)) return free;
  }
}

/** Name of the policy of a set: all addresses or, where that is long, the first one and a hash. The case of the addresses does not matter. */
export function policyName(prefix: string, key: string, addresses: readonly string[]): string {
  const [first = '', ...more] = addresses.map(recipientKey);
  const full = [first, ...more].join(', ');
  if (full.length <= 100) return `${prefix}: ${full}`;
  const start = /^.{0,60}/u.exec(first)?.[0] ?? '';
  return `${prefix}: ${start}${more.length === 0 ? '' : ` and ${more.length} more`} (${hashOf(key)})`;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}
