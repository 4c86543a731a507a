import { parseJson } from '../../../ground/json';
import { claimStored } from '../../../resources/claims';
import { upgradeState } from '../upgrade';
import { upgradeIdentity } from '../wire/identity';
import type { Messages } from '../wire/shapes';
import { checkedObject, encodeObject } from '../wire/value';
import type { Procedure } from './procedure';

/** Called for every stored object, even one of the current version. Unknown names are dropped. */
export const upgradeResourceState: Procedure<'UpgradeResourceState'> = (
  session,
  { typeName, version, rawState },
) => {
  const { contract, handler } = session.resource(typeName);
  const { attributes } = contract;
  const stored = parseRaw(rawState) as Readonly<Record<string, unknown>>;
  const state = checkedObject(attributes, upgradeState(contract, version, stored));
  // Terraform reads no object without a refresh, but upgrades the state of each before it plans.
  const name = session.isReady ? handler.nameOf?.(state) : undefined;
  if (name !== undefined) claimStored(session.context(new Uint8Array()).context.service, name);
  return { upgradedState: encodeObject(attributes, state) };
};

/** Called for stored identities, even those of the current version. */
export const upgradeResourceIdentity: Procedure<'UpgradeResourceIdentity'> = (
  session,
  { typeName, version, rawIdentity },
) => {
  const { contract } = session.resource(typeName);
  return { upgradedIdentity: upgradeIdentity(contract, version, parseRaw(rawIdentity)) };
};

function parseRaw(raw: Messages['RawState'] | null | undefined): unknown {
  const json = Buffer.from(raw?.json ?? []).toString('utf8');
  return parseJson(json === '' ? '{}' : json);
}
