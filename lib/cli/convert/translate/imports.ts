import type { ConvertedObject, OldInstance, OldResource } from '../model';
import { newAddress } from '../addresses';
import type { Draft } from './draft';

/**
 * Imports the object of each instance. An instance that a known state lacks does not exist yet. Returns whether all of them are
 * adopted.
 */
export function addImports(
  draft: Draft,
  resource: OldResource,
  object: ConvertedObject,
  idOf: (instance: OldInstance) => string | undefined,
): boolean {
  if (resource.instances.length === 0) {
    draft.findOn(resource, {
      code: 'convert.import_id',
      severity: 'todo',
      text: `The instances of the block are not known, so there are no import blocks for ${object.typeName}.${object.name}. Add them before the first apply, or it creates the objects a second time. With --state, the state tells the instances.`,
    });
    return true;
  }
  const existing = resource.instances.filter((instance) => mayExist(draft, instance));
  for (const instance of existing) {
    const id = idOf(instance);
    const to = newAddress(object, instance, instance.key);
    if (id !== undefined) draft.imports.push({ to, id });
    else
      draft.find({
        code: 'convert.import_id',
        severity: 'todo',
        address: instance.address,
        file: resource.file,
        text: `The id of the object is not known. Add an import block for ${to} before the first apply, or it creates the object a second time. With --state, the state tells the id.`,
      });
  }
  return existing.length > 0;
}

/** Without a state, everything may exist. */
export function mayExist({ old }: Draft, { state }: OldInstance): boolean {
  return old.state === undefined || state !== undefined;
}
