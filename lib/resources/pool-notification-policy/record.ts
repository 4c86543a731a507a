import { distinctRecipients, legacyRecipients } from '../../pools';
import { isListValue, isObjectValue, type ObjectValue, type Value } from '../../schema';
import type { PrivateState } from '../handler';

/** What nothing else knows once the pools are cleared. Kept beside the state, which a failed apply has wrong. */
export interface PolicyRecord {
  /** The legacy e-mails that were cleared, by name of the pool. */
  readonly cleared: Readonly<Record<string, string>>;
  /** The addresses that came from pools, also those that the configuration names. Undefined where none was ever noted. */
  readonly carried: readonly string[] | undefined;
  /** Policies that this one took the place of and that may still be there. */
  readonly replaced: readonly string[];
}

/** `otherwise` is what the state has: of an object that was imported nothing is noted yet. */
export function readRecord(
  privateState: PrivateState,
  otherwise: Readonly<Record<string, string>> = {},
): PolicyRecord {
  const kept = privateState.get() as Value | undefined;
  const { cleared, carried, replaced } = isObjectValue(kept) ? kept : {};
  return {
    cleared: isObjectValue(cleared) ? textsOf(cleared) : otherwise,
    carried: carried === undefined ? undefined : listOf(carried),
    replaced: listOf(replaced),
  };
}

export function keepRecord(record: PolicyRecord, privateState: PrivateState): PolicyRecord {
  const { cleared, carried, replaced } = record;
  privateState.set({
    cleared,
    ...(carried === undefined ? {} : { carried }),
    ...(replaced.length === 0 ? {} : { replaced }),
  });
  return record;
}

/** A pool that was cleared before keeps what went then: nothing is taken off the record. */
export function withCleared(
  before: Readonly<Record<string, string>>,
  emails: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const joined = Object.entries(emails).map(([pool, email]) => {
    const earlier = before[pool];
    if (earlier === undefined || earlier === email) return [pool, email] as const;
    const addresses = [earlier, email].flatMap((text) => legacyRecipients({ notification_email: text }));
    return [pool, distinctRecipients(addresses).join(', ')] as const;
  });
  return { ...before, ...Object.fromEntries(joined) };
}

function textsOf(value: ObjectValue): Record<string, string> {
  const entries = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  );
  return Object.fromEntries(entries);
}

function listOf(value: Value | undefined): readonly string[] {
  const items: readonly Value[] = value !== undefined && isListValue(value) ? value : [];
  return items.filter((each) => typeof each === 'string');
}
