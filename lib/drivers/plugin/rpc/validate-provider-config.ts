import { checkAttributes } from '../../../schema';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer } from '../wire/shapes';
import { decodeObject } from '../wire/value';

export function validateProviderConfig<S>(session: Session<S>): Answer<'ValidateProviderConfig'> {
  const { attributes } = session.provider;
  return (request) => {
    const config = decodeObject(attributes, request.config) ?? {};
    session.validated(config);
    const diagnostics = checkAttributes(attributes, config, []);
    return Promise.resolve({ diagnostics: encodeDiagnostics(attributes, diagnostics) });
  };
}
