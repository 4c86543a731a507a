import type { EdgeClient } from '../client';
import { own } from '../ground/record';
import {
  errorAt,
  each,
  isListValue,
  notEmpty,
  optional,
  setOf,
  string,
  type Attributes,
  type Contract,
  type Diagnostic,
  type ObjectValue,
} from '../schema';
import type { HandlerContext, Owner, Resource } from './handler';
import { checkDomain, checkIdentifier } from './identifiers';
import { findAccount, findZone, zoneReader } from './owners';
import { resources } from './index';

/** A zone or an account of a list, before it is known whether there is such a one. */
export interface NamedOwner {
  readonly label: string;
  read(): Promise<Owner>;
}

export interface List<S> {
  readonly resource: Resource<S>;
  /** The configuration of a list, under the name of the resource. */
  readonly contract: Contract;
  /** The zones and accounts that a configuration names, whose names and IDs have passed its checks. */
  readonly ownersOf: (
    config: ObjectValue,
    context: Pick<HandlerContext<S>, 'service' | 'signal'>,
  ) => Promise<readonly NamedOwner[]>;
}

const ofZones: Attributes = {
  zone_ids: optional(setOf(string), {
    description: 'IDs of zones.',
    checks: [notEmpty, each(checkIdentifier)],
  }),
  zone_name: optional(string, { description: 'Domain of a zone.', checks: [checkDomain] }),
};

const ofAccount: Attributes = {
  account_id: optional(string, {
    description: 'ID of an account: what it has itself, and what all its zones have.',
    checks: [checkIdentifier],
  }),
  account_name: optional(string, { description: 'Name of an account, in place of its ID.' }),
};

export const lists: readonly List<EdgeClient>[] = resources
  .filter(({ handler }) => handler.list !== undefined)
  .map(listOf);

function listOf(resource: Resource<EdgeClient>): List<EdgeClient> {
  const { typeName, identity = [], description } = resource.contract;
  const attributes = identity.includes('zone_id') ? { ...ofZones, ...ofAccount } : ofAccount;
  const contract: Contract = {
    typeName,
    version: 0,
    description: `Lists what there is of it: ${description} Set exactly one argument.`,
    attributes,
    check: (values) => checkOnlyOne(Object.keys(attributes), values),
  };
  return {
    resource,
    contract,
    ownersOf: (config, { service, signal }) => ownersOf(service, config, identity, signal),
  };
}

function checkOnlyOne(names: readonly string[], values: ObjectValue): readonly Diagnostic[] {
  const given = names.filter((name) => (own(values, name) ?? null) !== null);
  if (given.length === 1) return [];
  const all = names.map((name) => `\`${name}\``).join(', ');
  return given.length === 0
    ? [errorAt([], 'Nothing to list', `No zone and no account is named. Set one of ${all}.`)]
    : [
        errorAt(
          given.slice(1, 2),
          'Several things to list',
          `${given.join(', ')} are set. Keep one of them.`,
        ),
      ];
}

async function ownersOf(
  client: EdgeClient,
  config: ObjectValue,
  identity: readonly string[],
  signal: AbortSignal,
): Promise<readonly NamedOwner[]> {
  const { zone_ids: ids, zone_name: zoneName, account_id: id, account_name: name } = config;
  if (isListValue(ids)) {
    const zoneIds = ids.filter((each) => typeof each === 'string');
    const read = await zoneReader(client, zoneIds, { signal });
    return zoneIds.map((zoneId) => ({
      label: `Zone ${zoneId}`,
      read: async () => toOwner(await read(zoneId)),
    }));
  }
  if (typeof zoneName === 'string')
    return [foundOwner(toOwner(await findZone(client, zoneName, { path: ['zone_name'], signal })))];
  const accountId =
    typeof name === 'string' ? (await findAccount(client, name, { path: ['account_name'], signal })).id : id;
  if (typeof accountId !== 'string') return [];
  const zones = identity.includes('zone_id') ? await client.zones.list({ accountId, signal }) : [];
  const owners = zones.map((zone) => foundOwner(toOwner(zone)));
  if (!identity.includes('account_id')) return owners;
  const account: NamedOwner = {
    label: `Account ${accountId}`,
    read: async () => {
      const { id, name } = zones[0]?.account ?? (await client.accounts.get(accountId, { signal }));
      return { kind: 'account', id, name, account: { id, name } };
    },
  };
  return [account, ...owners];
}

function foundOwner(owner: Owner): NamedOwner {
  return { label: `Zone ${owner.name}`, read: () => Promise.resolve(owner) };
}

function toOwner({ id, name, account }: Pick<Owner, 'id' | 'name' | 'account'>): Owner {
  return { kind: 'zone', id, name, account: { id: account.id, name: account.name } };
}
