import { isObject, textMembersOf, textOf, textsOf } from '../../ground/json';
import { distinctRecipients, legacyRecipients } from '../../pools';
import { defineMemory, type MemoryOf, type PrivateStateContext } from '../memory';
import { own } from '../../ground/record';

/** Facts that only private state keeps after the pools are cleared: the state of a failed apply does not have them. */
export const policyMemory = defineMemory({
  /** The policy that this resource manages, so that a plan that replaces it does not report it as a duplicate. */
  id: textOf,
  /** The legacy e-mails that were cleared, by name of the pool. Undefined after an import. */
  cleared: (kept): Readonly<Record<string, string>> | undefined =>
    isObject(kept) ? textMembersOf(kept) : undefined,
  /** The addresses that came from pools, also those that the configuration names. Undefined if none was ever kept. */
  carried: asTexts,
  /** The pools and destinations that the configuration named at the last apply. Undefined if there was none yet. */
  applied: asTexts,
});
export type PolicyMemory = MemoryOf<typeof policyMemory>;

function asTexts(kept: unknown): readonly string[] | undefined {
  return Array.isArray(kept) ? textsOf(kept) : undefined;
}

export function carriedBy(
  state: { readonly carried_over_recipients: readonly string[] | null },
  context: PrivateStateContext,
): readonly string[] {
  const { carried = [] } = policyMemory.recall(context);
  return distinctRecipients([...carried, ...(state.carried_over_recipients ?? [])]);
}

/** Adds cleared e-mails to those from before. Nothing is removed: a pool that was cleared twice has both addresses. */
export function withCleared(
  before: Readonly<Record<string, string>>,
  emails: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const joined = Object.entries(emails).map(([pool, email]) => {
    const earlier = own(before, pool);
    if (earlier === undefined || earlier === email) return [pool, email] as const;
    const addresses = [earlier, email].flatMap((text) => legacyRecipients({ notification_email: text }));
    return [pool, distinctRecipients(addresses).join(', ')] as const;
  });
  return { ...before, ...Object.fromEntries(joined) };
}
