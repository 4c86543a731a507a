import type { Contract } from '../../../schema';
import { encodeSignatures } from '../wire/function';
import { encodeIdentitySchema } from '../wire/identity';
import { encodeSchema } from '../wire/schema';
import type { Messages } from '../wire/shapes';
import type { Procedure } from './procedure';

/** The capabilities: handlers plan a destroy too, to warn about it. Terraform may cache the schema. Objects of other providers can be moved here. */
const serverCapabilities: Messages['ServerCapabilities'] = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};

type Types = readonly { readonly contract: Contract }[];

/** The types of resources and data sources, and the functions, for commands that need no schema. */
export const getMetadata: Procedure<'GetMetadata'> = ({ provider }) => {
  const typeNames = (types: Types = []) => types.map(({ contract: { typeName } }) => ({ typeName }));
  return {
    serverCapabilities,
    resources: typeNames(provider.resources),
    dataSources: typeNames(provider.dataSources),
    functions: (provider.functions ?? []).map(({ name }) => ({ name })),
    listResources: typeNames(provider.lists),
    actions: typeNames(provider.actions),
  };
};

export const getProviderSchema: Procedure<'GetProviderSchema'> = ({ provider }) => ({
  provider: encodeSchema(provider.attributes, 0, provider.description),
  resourceSchemas: encodeSchemas(provider.resources),
  dataSourceSchemas: encodeSchemas(provider.dataSources),
  functions: encodeSignatures(provider.functions ?? []),
  listResourceSchemas: encodeSchemas(provider.lists),
  actionSchemas: Object.fromEntries(
    Object.entries(encodeSchemas(provider.actions)).map(([name, schema]) => [name, { schema }]),
  ),
  serverCapabilities,
});

function encodeSchemas(types: Types = []): Record<string, Messages['Schema']> {
  return Object.fromEntries(
    types.map(({ contract: { typeName, attributes, version, description } }) => [
      typeName,
      encodeSchema(attributes, version, description),
    ]),
  );
}

export const getResourceIdentitySchemas: Procedure<'GetResourceIdentitySchemas'> = ({ provider }) => {
  const schemas = provider.resources.map(
    ({ contract }) => [contract.typeName, encodeIdentitySchema(contract)] as const,
  );
  return {
    identitySchemas: Object.fromEntries(
      schemas.flatMap(([typeName, schema]) => (schema === undefined ? [] : [[typeName, schema]])),
    ),
  };
};

export const getFunctions: Procedure<'GetFunctions'> = ({ provider }) => ({
  functions: encodeSignatures(provider.functions ?? []),
});
