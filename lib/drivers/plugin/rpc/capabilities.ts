import type { Messages } from '../wire/shapes';

/** Handlers plan a destroy too, to warn about it. Terraform may cache the schema. Objects of other providers can be moved here. */
export const capabilities: Messages['ServerCapabilities'] = {
  planDestroy: true,
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};
