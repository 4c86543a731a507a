import type { EdgeClient } from '../../client';
import type { ReadContext } from '../../drivers/engine';
import { codes, resources } from '../../resources';
import type { Resource } from '../../resources/handler';

/** The types of all resources, in the order of the docs. */
export const resourceTypes = codes.map(({ contract }) => contract.typeName);

export function resourceOf(typeName: string): Resource<EdgeClient> {
  const found = resources.find(({ contract }) => contract.typeName === typeName);
  if (found === undefined) throw new Error(`no resource ${typeName}`);
  return found;
}

/** The context for reads, with all kinds of fields that the service may have. */
export function readingWith(service: EdgeClient, signal: AbortSignal): ReadContext<EdgeClient> {
  return { service, signal, settings: { customFieldLimits: 'current' } };
}
