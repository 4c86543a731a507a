import type { Session } from '../session';
import type { Empty, StopProviderResponse } from '../wire/shapes';

/** The user interrupted Terraform: calls to the service are cancelled, and each apply answers with what it has. */
export function stopProvider<S>(session: Session<S>): (request: Empty) => Promise<StopProviderResponse> {
  return () => {
    session.stop();
    return Promise.resolve({ error: '' });
  };
}
