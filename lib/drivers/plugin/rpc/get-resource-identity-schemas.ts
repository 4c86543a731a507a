import type { Session } from '../session';
import { encodeIdentitySchema } from '../wire/identity';
import type { Answer } from '../wire/shapes';

export function getResourceIdentitySchemas<S>(session: Session<S>): Answer<'GetResourceIdentitySchemas'> {
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
