import type { ImportedObject, Inventory } from '../../../lib/cli/import/inventory';
import { isSameObject, planState } from '../../../lib/drivers/state/planned-state';
import { resources } from '../../../lib/resources';
import type { ObjectValue } from '../../../lib/schema';
import type { Synthesized } from './run-project';

/** Every object is imported once, and its configuration leaves it as it is. */
export function expectUnchanged({ objects }: Inventory, { resources: configs, imports }: Synthesized): void {
  const byImport = new Map(
    [...imports].map(([address, id]) => [`${address.split('.', 1).join('')} ${id}`, address]),
  );
  const found = objects.map((object) => {
    const address = byImport.get(`${object.typeName} ${object.importId}`);
    return { object, config: configs.get(address ?? '') };
  });
  for (const { object, config } of found) expect(changesOf(object, config)).toEqual([]);
  expect([configs.size, imports.size]).toEqual([objects.length, objects.length]);
}

function changesOf(
  { typeName, importId, attributes }: ImportedObject,
  config: ObjectValue | undefined,
): unknown[] {
  if (config === undefined) return [`${importId} is not imported`];
  const contract = resources.find((each) => each.contract.typeName === typeName)?.contract;
  if (contract === undefined) throw new Error(`There is no resource ${typeName}.`);
  const prior = asInTerraform(attributes);
  const planned = planState(contract.attributes, { prior, config: asInTerraform(config) });
  if (isSameObject(contract.attributes, planned, prior)) return [];
  return Object.keys(planned)
    .filter((name) => JSON.stringify(planned[name] ?? null) !== JSON.stringify(prior[name] ?? null))
    .map((name) => ({ importId, name, prior: prior[name], planned: planned[name] }));
}

/** Terraform has texts in Unicode's composed form only. */
function asInTerraform(values: ObjectValue): ObjectValue {
  return JSON.parse(JSON.stringify(values).normalize('NFC')) as ObjectValue;
}
