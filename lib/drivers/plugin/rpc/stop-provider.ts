import type { Session } from '../session';
import type { Answer } from '../wire/shapes';

/** The user interrupted Terraform: cancels the calls to the service. Each apply then returns the objects that exist. */
export function stopProvider<S>(session: Session<S>): Answer<'StopProvider'> {
  return () => {
    session.stop();
    return Promise.resolve({ error: '' });
  };
}
