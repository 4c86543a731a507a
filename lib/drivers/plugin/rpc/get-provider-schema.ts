import type { Session } from '../session';
import { encodeSchema } from '../wire/schema';
import type { Empty, GetProviderSchemaResponse } from '../wire/shapes';
import { capabilities } from './capabilities';

export function getProviderSchema<S>(
  session: Session<S>,
): (request: Empty) => Promise<GetProviderSchemaResponse> {
  const { attributes, description, resources } = session.provider;
  return () =>
    Promise.resolve({
      provider: encodeSchema(attributes, 0, description),
      resourceSchemas: Object.fromEntries(
        resources.map(({ contract }) => [
          contract.typeName,
          encodeSchema(contract.attributes, contract.version, contract.description),
        ]),
      ),
      serverCapabilities: capabilities,
    });
}
