import { createHash } from 'node:crypto';
import { recipientKey } from '../../pools';

/** All addresses or, where that is long, the first one and a hash. The case of the addresses does not matter. */
export function policyName(prefix: string, key: string, addresses: readonly string[]): string {
  const [first = '', ...more] = addresses.map(recipientKey);
  const full = [first, ...more].join(', ');
  if (full.length <= 100) return `${prefix}: ${full}`;
  const start = /^.{0,60}/u.exec(first)?.[0] ?? '';
  return `${prefix}: ${start}${more.length === 0 ? '' : ` and ${more.length} more`} (${hashOf(key)})`;
}

/** Twelve digits that depend on the set of recipients alone. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}
