import { checkConfig } from '../../../schema';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer } from '../wire/shapes';
import { decodeObject } from '../wire/value';

export function validateDataResourceConfig<S>(session: Session<S>): Answer<'ValidateDataResourceConfig'> {
  return (request) => {
    const { contract } = session.dataSource(request.typeName);
    const config = decodeObject(contract.attributes, request.config) ?? {};
    const diagnostics = checkConfig(contract, config);
    return Promise.resolve({ diagnostics: encodeDiagnostics(contract.attributes, diagnostics) });
  };
}
