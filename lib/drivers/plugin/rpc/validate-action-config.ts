import { checkConfig } from '../../../schema';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer, Messages } from '../wire/shapes';
import { decodeObject } from '../wire/value';

export function validateActionConfig<S>(session: Session<S>): Answer<'ValidateActionConfig'> {
  return ({ typeName, config }) => Promise.resolve(checkAction(session, typeName, config));
}

/** What is wrong with the configuration of an action, as far as it is known. */
export function checkAction<S>(
  session: Session<S>,
  typeName: string,
  config: Messages['ReadDataSourceRequest']['config'],
): Messages['DiagnosticsResponse'] {
  const { contract } = session.action(typeName);
  const values = decodeObject(contract.attributes, config) ?? {};
  return { diagnostics: encodeDiagnostics(contract.attributes, checkConfig(contract, values)) };
}
