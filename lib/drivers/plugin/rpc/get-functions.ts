import type { Session } from '../session';
import { encodeSignatures } from '../wire/function';
import type { Empty, GetFunctionsResponse } from '../wire/shapes';

export function getFunctions<S>(session: Session<S>): (request: Empty) => Promise<GetFunctionsResponse> {
  return () => Promise.resolve({ functions: encodeSignatures(session.provider.functions ?? []) });
}
