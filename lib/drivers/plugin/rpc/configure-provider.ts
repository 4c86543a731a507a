import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer } from '../wire/shapes';
import { decodeObject } from '../wire/value';

/**
 * Creates the service. A value that is not known yet is reported only when a resource needs the service, so that a
 * plan whose credentials come from another resource gets as far as it can.
 */
export function configureProvider<S>(session: Session<S>): Answer<'ConfigureProvider'> {
  const { attributes } = session.provider;
  return (request) => {
    const configured = session.provider.configure(
      decodeObject(attributes, request.config) ?? {},
      request.terraformVersion,
    );
    session.configure(configured);
    const diagnostics = configured.isReady || configured.isLater ? [] : configured.unavailable;
    return Promise.resolve({ diagnostics: encodeDiagnostics(attributes, diagnostics) });
  };
}
