import type { Session } from '../session';
import type { Empty, StopProviderResponse } from '../wire/shapes';

/** The user interrupted Terraform: cancels the calls to the service. Each apply then returns the objects that exist. */
export function stopProvider<S>(session: Session<S>): (request: Empty) => Promise<StopProviderResponse> {
  return () => {
    session.stop();
    return Promise.resolve({ error: '' });
  };
}
