import { readCustomFields } from './custom-fields';
import { readJobs } from './jobs';
import { joinRows, type Owner, type OwnerRow } from './owner-row';
import type { Caller } from './planned-import';
import { readPolicies } from './policies';
import { readWaf } from './waf';

/** The fewest calls: of a zone its custom fields, jobs and WAF status; of an account its policies and jobs. */
export const leastCalls: Readonly<Record<Owner['kind'], number>> = { zone: 3, account: 2 };

/** Reads all that a zone or an account has of our kinds. */
export async function readOwner(owner: Owner, caller: Caller): Promise<OwnerRow> {
  const readers = owner.kind === 'zone' ? [readCustomFields, readJobs, readWaf] : [readPolicies, readJobs];
  const rows: Partial<OwnerRow>[] = [];
  for (const read of readers) rows.push(await read(owner, caller));
  return joinRows(rows);
}
