import { parseJson } from '../../../ground/json';
import { upgradeIdentity } from '../wire/identity';
import type { Messages } from '../wire/shapes';
import { checkedObject, encodeObject } from '../wire/value';
import type { Procedure } from './procedure';
import { DiagnosticError, errorAt, type Contract } from '../../../schema';

/** Upgrades a stored object, even one of the current version. Unknown names are dropped. */
export const upgradeResourceState: Procedure<'UpgradeResourceState'> = (
  session,
  { typeName, version, rawState },
) => {
  const { contract } = session.resource(typeName);
  const { attributes } = contract;
  const stored = parseRaw(rawState) as Readonly<Record<string, unknown>>;
  const state = checkedObject(attributes, upgradeState(contract, version, stored));
  return { upgradedState: encodeObject(attributes, state) };
};

/** Upgrades a stored identity, even one of the current version. */
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

type Json = Readonly<Record<string, unknown>>;

export function upgradeState(contract: Contract, version: number, state: Json): Json {
  if (version > contract.version)
    throw refused(
      contract,
      `The state has schema version ${version}; this provider supports versions up to ${contract.version}. ` +
        'Upgrade cdktf-edge-platform to the version that wrote the state.',
    );
  let upgraded = state;
  for (let from = version; from < contract.version; from += 1) {
    const step = contract.upgrades?.[from];
    if (step === undefined)
      throw refused(
        contract,
        `There is no upgrade from schema version ${from} to ${from + 1}. Import the object again.`,
      );
    upgraded = step(upgraded);
  }
  return upgraded;
}

function refused(contract: Contract, detail: string): DiagnosticError {
  return new DiagnosticError([errorAt([], `Cannot read the state of ${contract.typeName}`, detail)]);
}
