import type { Contract } from '../../../schema';
import type { Session } from '../session';
import { encodeSignatures } from '../wire/function';
import { encodeSchema } from '../wire/schema';
import type { Answer, Messages } from '../wire/shapes';
import { capabilities } from './capabilities';

export function getProviderSchema<S>(session: Session<S>): Answer<'GetProviderSchema'> {
  const {
    attributes,
    description,
    resources,
    dataSources = [],
    lists = [],
    actions = [],
    functions = [],
  } = session.provider;
  return () =>
    Promise.resolve({
      provider: encodeSchema(attributes, 0, description),
      resourceSchemas: encodeSchemas(resources),
      dataSourceSchemas: encodeSchemas(dataSources),
      functions: encodeSignatures(functions),
      listResourceSchemas: encodeSchemas(lists),
      actionSchemas: Object.fromEntries(
        Object.entries(encodeSchemas(actions)).map(([name, schema]) => [name, { schema }]),
      ),
      serverCapabilities: capabilities,
    });
}

function encodeSchemas(
  types: readonly { readonly contract: Contract }[],
): Record<string, Messages['Schema']> {
  return Object.fromEntries(
    types.map(({ contract }) => [
      contract.typeName,
      encodeSchema(contract.attributes, contract.version, contract.description),
    ]),
  );
}
