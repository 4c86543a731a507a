import { DiagnosticError, errorAt, type Contract } from '../../schema';

type Json = Readonly<Record<string, unknown>>;

/** Brings a stored state from the version it was written in to the contract's own, one version at a time. */
export function upgradeState(contract: Contract, version: number, state: Json): Json {
  if (version > contract.version) {
    throw refused(
      contract,
      `The state was written in version ${version} of the schema, this provider knows up to ${contract.version}. ` +
        'Use the newer cdktf-edge-platform that wrote it.',
    );
  }
  let upgraded = state;
  for (let from = version; from < contract.version; from += 1) {
    const step = contract.upgrades?.[from];
    if (step === undefined) {
      throw refused(
        contract,
        `There is no way from version ${from} of the schema to ${from + 1}. Import the object anew.`,
      );
    }
    upgraded = step(upgraded);
  }
  return upgraded;
}

function refused(contract: Contract, detail: string): DiagnosticError {
  return new DiagnosticError([errorAt([], `The state of ${contract.typeName} can't be read`, detail)]);
}
