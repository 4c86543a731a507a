import type { Session } from '../session';
import { encodeSignatures } from '../wire/function';
import type { Answer } from '../wire/shapes';

export function getFunctions<S>(session: Session<S>): Answer<'GetFunctions'> {
  return () => Promise.resolve({ functions: encodeSignatures(session.provider.functions ?? []) });
}
