import type { Session } from '../session';
import type { Empty, GetMetadataResponse } from '../wire/shapes';
import { capabilities } from './capabilities';

/** The resource types, for commands that need no schema. */
export function getMetadata<S>(session: Session<S>): (request: Empty) => Promise<GetMetadataResponse> {
  return () =>
    Promise.resolve({
      serverCapabilities: capabilities,
      resources: session.provider.resources.map(({ contract }) => ({ typeName: contract.typeName })),
    });
}
