import type { Session } from '../session';
import type { Empty, StopProviderResponse } from '../wire/shapes';

/** The user interrupted Terraform: cancels the calls to the service. Each apply then answers with what exists. */
export function stopProvider<S>(session: Session<S>): (request: Empty) => Promise<StopProviderResponse> {
  return () => {
    session.stop();
    return Promise.resolve({ error: '' });
  };
}
