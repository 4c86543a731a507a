import { DiagnosticError, errorAt, type Contract } from '../../schema';

type Json = Readonly<Record<string, unknown>>;

/** Upgrades a stored state to the contract's version, one version at a time. */
export function upgradeState(contract: Contract, version: number, state: Json): Json {
  if (version > contract.version) {
    throw refused(
      contract,
      `The state has schema version ${version}; this provider supports versions up to ${contract.version}. ` +
        'Upgrade cdktf-edge-platform to the version that wrote the state.',
    );
  }
  let upgraded = state;
  for (let from = version; from < contract.version; from += 1) {
    const step = contract.upgrades?.[from];
    if (step === undefined) {
      throw refused(
        contract,
        `There is no upgrade from schema version ${from} to ${from + 1}. Import the object again.`,
      );
    }
    upgraded = step(upgraded);
  }
  return upgraded;
}

function refused(contract: Contract, detail: string): DiagnosticError {
  return new DiagnosticError([errorAt([], `Cannot read the state of ${contract.typeName}`, detail)]);
}
