import type { ServerCapabilities } from '../wire/shapes';

/** A destroy is planned too, so that a handler can warn of it; Terraform may keep the schema instead of asking again. */
export const capabilities: ServerCapabilities = { planDestroy: true, getProviderSchemaOptional: true };
