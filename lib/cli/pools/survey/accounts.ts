import { PermissionError, type EdgeClient } from '../../../client';
import { isIdentifier } from '../../../resources/identifiers';
import { findAccount } from '../../../resources/owners';
import { findAll } from '../../owners';

/** The accounts that a survey reads. */
export interface AccountOptions {
  /** Ids or names. */
  readonly account?: readonly string[];
  readonly all?: true;
}

export interface KnownAccount {
  readonly id: string;
  /** Empty where the credentials cannot list accounts. */
  readonly name: string;
}

/**
 * The accounts that the options name, each once.
 *
 * @throws an Error that lists all names without an account, or with several
 */
export async function selectAccounts(
  client: EdgeClient,
  { account: named = [], all }: AccountOptions,
): Promise<readonly KnownAccount[]> {
  if (all === true) return (await client.accounts.list()).map(toKnown);
  if (named.length === 0) throw new Error('no account is named. Use --account or --all.');
  const names = named.some(isIdentifier) ? await readNames(client) : new Map<string, string>();
  return findAll(named, async (each) =>
    isIdentifier(each) ? { id: each, name: names.get(each) ?? '' } : toKnown(await findAccount(client, each)),
  );
}

/** Names by id. A survey of ids can do without them. */
async function readNames(client: EdgeClient): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map((await client.accounts.list({ cached: true })).map(({ id, name }) => [id, name]));
  } catch (error) {
    if (error instanceof PermissionError) return new Map();
    throw error;
  }
}

function toKnown({ id, name }: KnownAccount): KnownAccount {
  return { id, name };
}
