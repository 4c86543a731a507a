import { checkConfig, type Contract } from '../../../schema';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer, Messages } from '../wire/shapes';
import { decodeObject } from '../wire/value';

export function validateDataResourceConfig<S>(session: Session<S>): Answer<'ValidateDataResourceConfig'> {
  return ({ typeName, config }) => Promise.resolve(check(session.dataSource(typeName), config));
}

export function validateListResourceConfig<S>(session: Session<S>): Answer<'ValidateListResourceConfig'> {
  return ({ typeName, config }) => Promise.resolve(check(session.list(typeName), config));
}

export function validateActionConfig<S>(session: Session<S>): Answer<'ValidateActionConfig'> {
  return ({ typeName, config }) => Promise.resolve(check(session.action(typeName), config));
}

/** Checks once more with what the plan knows. An action does nothing before the apply. */
export function planAction<S>(session: Session<S>): Answer<'PlanAction'> {
  return ({ actionType, config }) => Promise.resolve(check(session.action(actionType), config));
}

/** What is wrong with a configuration, as far as it is known. */
function check(
  { contract }: { readonly contract: Contract },
  config: Messages['DynamicValue'],
): Messages['DiagnosticsResponse'] {
  const values = decodeObject(contract.attributes, config) ?? {};
  return { diagnostics: encodeDiagnostics(contract.attributes, checkConfig(contract, values)) };
}
