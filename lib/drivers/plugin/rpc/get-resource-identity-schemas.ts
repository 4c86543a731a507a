import type { Session } from '../session';
import { encodeIdentitySchema } from '../wire/identity';
import type { Empty, GetResourceIdentitySchemasResponse } from '../wire/shapes';

export function getResourceIdentitySchemas<S>(
  session: Session<S>,
): (request: Empty) => Promise<GetResourceIdentitySchemasResponse> {
  return () =>
    Promise.resolve({
      identitySchemas: Object.fromEntries(
        session.provider.resources.flatMap(({ contract }) => {
          const schema = encodeIdentitySchema(contract);
          return schema === undefined ? [] : [[contract.typeName, schema]];
        }),
      ),
    });
}
