import { checkConfig } from '../../../schema';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer } from '../wire/shapes';
import { decodeObject } from '../wire/value';

export function validateListResourceConfig<S>(session: Session<S>): Answer<'ValidateListResourceConfig'> {
  return ({ typeName, config }) => {
    const { contract } = session.list(typeName);
    const values = decodeObject(contract.attributes, config) ?? {};
    return Promise.resolve({
      diagnostics: encodeDiagnostics(contract.attributes, checkConfig(contract, values)),
    });
  };
}
