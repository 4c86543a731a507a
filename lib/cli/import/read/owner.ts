import { AuthenticationError, CancelledError, isEdgeError } from '../../../client';
import { readRulesets } from './rulesets';
import { readJobs } from './jobs';
import { joinRows, type Owner, type OwnerRow } from './owner-row';
import type { Caller } from './planned-import';
import { readPolicies } from './policies';
import { readWaf } from './waf';

/** The fewest calls: of a zone its rulesets, jobs and WAF status; of an account its policies and jobs. */
export const leastCalls: Readonly<Record<Owner['kind'], number>> = { zone: 3, account: 2 };

/** About the most calls: a zone has one more each for custom log fields and a migrated WAF, and an account the pages of its pools. */
export const usualMostCalls = 5;

/** What is read of a zone and of an account, in the words of people. */
const readers: Readonly<Record<Owner['kind'], readonly (readonly [what: string, read: Read])[]>> = {
  zone: [
    ['rulesets', readRulesets],
    ['log jobs', readJobs],
    ['the WAF', readWaf],
  ],
  account: [
    ['notification policies', readPolicies],
    ['log jobs', readJobs],
  ],
};

type Read = (owner: Owner, caller: Caller) => Promise<Partial<OwnerRow>>;

/**
 * Reads all that a zone or an account has of our kinds.
 *
 * @param skipsUnreadable - whether a kind that cannot be read is a remark instead of an error: a plan or a token may not allow it
 */
export async function readOwner(owner: Owner, caller: Caller, skipsUnreadable = false): Promise<OwnerRow> {
  const rows: Partial<OwnerRow>[] = [];
  for (const [what, read] of readers[owner.kind])
    rows.push(await read(owner, caller).catch((error: unknown) => remarkOn(error, what)));
  return joinRows(rows);

  function remarkOn(error: unknown, what: string): Partial<OwnerRow> {
    const isFinal = error instanceof AuthenticationError || error instanceof CancelledError;
    if (!skipsUnreadable || !isEdgeError(error) || isFinal) throw error;
    const reason = 'The credentials or the plan do not allow to read them, or the API failed.';
    return { leftOut: [{ kind: 'not read', reason, object: `${owner.name}: ${what}: ${error.message}` }] };
  }
}
