import type { Account, EdgeClient, Zone } from '../client';
import { domainKey } from '../client/domain';
import { listSome } from '../ground/words';
import { didYouMean } from '../logs/catalogue';
import { DiagnosticError, errorAt, type Path } from '../schema';
import { isIdentifier } from './identifiers';

interface NameOptions {
  readonly path?: Path;
  readonly signal?: AbortSignal | undefined;
}

interface ZoneNameOptions extends NameOptions {
  readonly accountId?: string | undefined;
  readonly accountName?: string | undefined;
}

/** The only zone with a name. @throws a DiagnosticError with the nearest name where there is none, and with the accounts of several */
export async function findZone(
  { zones }: EdgeClient,
  name: string,
  { accountId, accountName, path = [], signal }: ZoneNameOptions = {},
): Promise<Zone> {
  const isOfAccount = ({ account }: Zone) =>
    (accountId === undefined || account.id === accountId) &&
    (accountName === undefined || account.name === accountName);
  const found = (await zones.find(name, { signal })).filter(isOfAccount);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only !== undefined) throw ambiguous('zone', name, found.map(describeZone), path);
  const visible = (await zones.list({ cached: true, signal })).filter(isOfAccount);
  const account = accountName ?? accountId;
  throw unknownName(
    { kind: 'zone', name, ...(account !== undefined && { where: ` of the account ${account}` }), path },
    visible,
    domainKey(name),
  );
}

/** The only account with a name. @throws a DiagnosticError with the nearest name where there is none, and with the ids of several */
export async function findAccount(
  { accounts }: EdgeClient,
  name: string,
  { path = [], signal }: NameOptions = {},
): Promise<Account> {
  const found = await accounts.find(name, { signal });
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only !== undefined)
    throw ambiguous(
      'account',
      name,
      found.map(({ id }) => id),
      path,
    );
  const visible = await accounts.list({ cached: true, signal });
  throw unknownName({ kind: 'account', name, path }, visible, name);
}

/** The ID of a zone that is given by its ID or its name. An ID costs no call. */
export async function zoneIdOf(client: EdgeClient, zone: string, options?: ZoneNameOptions): Promise<string> {
  return isIdentifier(zone) ? zone : (await findZone(client, zone, options)).id;
}

/** The ID of an account that is given by its ID or its name. An ID costs no call. */
export async function accountIdOf(
  client: EdgeClient,
  account: string,
  options?: NameOptions,
): Promise<string> {
  return isIdentifier(account) ? account : (await findAccount(client, account, options)).id;
}

/** The most zones that are read one by one: a list of 50 zones a call costs less than many reads. */
const fewIds = 3;

/** Returns a reader of zones by ID: a few one by one, more of them from the list of all zones. */
export async function zoneReader(
  { zones }: EdgeClient,
  ids: readonly string[],
  { signal }: Pick<NameOptions, 'signal'> = {},
): Promise<(id: string) => Promise<Zone>> {
  const listed = ids.length <= fewIds ? [] : await zones.list({ cached: true, signal });
  const byId = new Map(listed.map((zone) => [zone.id, zone]));
  return async (id) => byId.get(id) ?? (await zones.get(id, { signal }));
}

function ambiguous(kind: string, name: string, candidates: readonly string[], path: Path): DiagnosticError {
  return new DiagnosticError([
    errorAt(
      path,
      `Ambiguous ${kind} name`,
      `${candidates.length} ${kind}s have the name "${name}": ${listSome(candidates, 10)}. Use the ID of one of them instead of its name.`,
    ),
  ]);
}

function unknownName(
  { kind, name, where = '', path }: { kind: 'zone' | 'account'; name: string; where?: string; path: Path },
  visible: readonly { readonly name: string }[],
  spelling: string,
): DiagnosticError {
  const count = `${visible.length === 0 ? 'no' : visible.length} ${kind}${visible.length === 1 ? '' : 's'}`;
  const fix = didYouMean(
    spelling,
    visible.map((each) => each.name),
    `Correct the name, use the ID of the ${kind}, or use credentials that can read it.`,
  );
  return new DiagnosticError([
    errorAt(
      path,
      `Unknown ${kind}`,
      `There is no ${kind} "${name}" among those that the credentials can read: ${count}${where}. ${fix}`,
    ),
  ]);
}

function describeZone({ id, account }: Zone): string {
  return `${id} (account "${account.name}", ${account.id})`;
}
