import { isApiError, type EdgeClient } from '../../client';
import { distinctBy } from '../../ground/compare';
import { isIdentifier } from '../../resources/identifiers';
import { selectZones, type ZoneOptions } from '../fleet/zone-options';
import type { NamedObject, Owner } from '../../resources/handler';

/** The accounts and zones that the options name. `--zone` and `--zones` name no account, so its own objects stay out. */
export async function selectOwners(client: EdgeClient, options: ZoneOptions): Promise<readonly Owner[]> {
  const zones = await selectZones(client, options);
  const accounts = await selectAccounts(
    client,
    options,
    zones.map(({ account }) => account),
  );
  if (zones.length + accounts.length === 0)
    throw new Error(
      'the credentials see no zone and no account. Give the token read access to the zones that you want to import.',
    );
  return [
    ...accounts.map(({ id, name }): Owner => ({ kind: 'account', id, name, account: { id, name } })),
    ...zones.map(({ id, name, account }): Owner => ({ kind: 'zone', id, name, account })),
  ];
}

async function selectAccounts(
  client: EdgeClient,
  { account, all }: ZoneOptions,
  ofZones: readonly NamedObject[],
): Promise<readonly NamedObject[]> {
  if (all === true) {
    const known = [...ofZones, ...(await listAccounts(client))].filter(({ id }) => id !== '');
    return distinctBy(known, ({ id }) => id);
  }
  if (account === undefined) return [];
  const [known] = ofZones;
  if (known !== undefined) return [known];
  if (isIdentifier(account)) return [await client.accounts.get(account)];
  return (await client.accounts.list({ name: account })).filter(({ name }) => name === account);
}

/** The accounts of a token; none for one that is limited to zones. */
async function listAccounts(client: EdgeClient): Promise<readonly NamedObject[]> {
  try {
    return await client.accounts.list();
  } catch (error) {
    if (isApiError(error) && error.status === 403) return [];
    throw error;
  }
}
