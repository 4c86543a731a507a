import type { ServerCapabilities } from '../wire/shapes';

/** Handlers plan a destroy too, to warn about it. Terraform may cache the schema. */
export const capabilities: ServerCapabilities = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  generateResourceConfig: true,
};
