import type { EdgeClient } from '../../client';
import type { Reading } from '../../drivers/list-objects';
import { resources } from '../../resources';
import type { Resource } from '../../resources/handler';

export function resourceOf(typeName: string): Resource<EdgeClient> {
  const found = resources.find(({ contract }) => contract.typeName === typeName);
  if (found === undefined) throw new Error(`no resource ${typeName}`);
  return found;
}

/** Reads with all kinds of fields that the service may have. */
export function readingWith(service: EdgeClient, signal: AbortSignal): Reading<EdgeClient> {
  return { service, signal, settings: { customFieldLimits: 'current' } };
}
