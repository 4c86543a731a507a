import fc from 'fast-check';
import { isSameObject, planState } from '../../../lib/drivers/state/planned-state';
import { findUnwritable, writeProject, type WriteOptions } from '../../../lib/cli/import/write';
import type { ImportedObject, Inventory } from '../../../lib/cli/import/inventory';
import { resources } from '../../../lib/resources';
import type { ObjectValue } from '../../../lib/schema';
import { runs } from '../../support/exhaustive';
import { inventories } from './arbitraries';
import { small } from './inventories';
import { runProject, type Synthesized } from './run-project';

const options = { title: 'Example, Inc.', command: 'edge-platform import --account example --out .' };

describe('a small zone', () => {
  it.each(['typescript', 'hcl'] as const)('reads in %s as a person would write it', (language) => {
    const files = write(small, { language });
    const sources = [...files].filter(([path]) => /\.(?:ts|tf|md)$/.test(path));
    expect(sources.map(([path, text]) => `===== ${path}\n${text}`).join('\n')).toMatchSnapshot();
  });

  it('is imported without a change', () => {
    expectUnchanged(small, runProject(write(small)));
  });
});

describe('any account', () => {
  it('is imported without a change, except for what no code can keep', () => {
    fc.assert(
      fc.property(inventories, (inventory) => {
        const kept = inventory.objects.filter((object) => findUnwritable(object).length === 0);
        expectUnchanged({ ...inventory, objects: kept }, runProject(write(inventory)));
      }),
      { numRuns: runs(25) },
    );
  });
});

function write(inventory: Inventory, more: Partial<WriteOptions> = {}): ReadonlyMap<string, string> {
  return writeProject(inventory, { language: 'typescript', ...options, ...more });
}

/** Every object is imported once, and its configuration leaves it as it is. */
function expectUnchanged({ objects }: Inventory, { resources: configs, imports }: Synthesized): void {
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

/** The attributes that a plan changes. */
function changesOf(
  { typeName, importId, attributes: prior }: ImportedObject,
  config: ObjectValue | undefined,
): unknown[] {
  if (config === undefined) return [`${importId} is not imported`];
  const contract = resources.find((each) => each.contract.typeName === typeName)?.contract;
  if (contract === undefined) throw new Error(`There is no resource ${typeName}.`);
  const planned = planState(contract.attributes, { prior, config });
  if (isSameObject(contract.attributes, planned, prior)) return [];
  return Object.keys(planned)
    .filter((name) => JSON.stringify(planned[name] ?? null) !== JSON.stringify(prior[name] ?? null))
    .map((name) => ({ importId, name, prior: prior[name], planned: planned[name] }));
}
