import { fieldsOf, jsonOf, objectsOf, textOf } from '../../ground/json';
import { groupByRecipients } from '../../pools';
import { assignKeys, setKeyPattern } from '../../resources/pool-notification-policy/set-keys';
import { formatDocument } from '../document';
import { updateFile } from '../files';
import type { SurveyedAccount } from './survey/file';

/** Writes the file for `PoolNotificationPolicy.perRecipients`. Where there is one already, pools keep its keys. */
export async function writeAuditFile(path: string, audit: SurveyedAccount): Promise<void> {
  await updateFile(path, (before) => formatDocument(withKeys(audit, keysOf(before)), depthOfAudit));
}

/** The JSON of an audit. Pools with the same recipients have the same key. A set of recipients keeps the key that most of its pools had. */
export function withKeys(audit: SurveyedAccount, before: ReadonlyMap<string, string> = new Map()) {
  const sets = groupByRecipients(
    audit.pools
      .filter(({ recipients }) => recipients.length > 0)
      .map(({ id, recipients }) => ({ id, recipients, identity: id, key: before.get(id) })),
  );
  const keys = assignKeys(sets);
  const keyOf = new Map(sets.flatMap(({ pools }, at) => pools.map(({ id }) => [id, keys[at]] as const)));
  return {
    account_id: audit.account_id,
    account_name: audit.account_name,
    pools: audit.pools.map(({ covered_alone_by: _, ...pool }) => {
      // A pool whose e-mail is cleared belongs to a policy still.
      const key = keyOf.get(pool.id) ?? before.get(pool.id);
      return { ...pool, ...(key !== undefined && { key }) };
    }),
    policies: audit.policies.map(({ id, name, email_addresses }) => ({ id, name, email_addresses })),
    disregarded_policies: audit.disregarded_policies,
    summary: audit.summary,
  };
}

/** One line for each pool: the file is kept with code. */
export const depthOfAudit = 1;

/** The keys of pools in an earlier file, by the id of the pool. */
function keysOf(text: string | undefined): Map<string, string> {
  const { pools } = fieldsOf(text === undefined ? undefined : jsonOf(text));
  return new Map(
    objectsOf(pools).flatMap(({ id, key }) => {
      const [known, read] = [textOf(id), textOf(key)];
      return known === undefined || read === undefined || !setKeyPattern.test(read)
        ? []
        : [[known, read] as const];
    }),
  );
}
