import fc from 'fast-check';
import { findUnwritable, writeProject, type WriteOptions } from '../../../lib/cli/import/write';
import type { Inventory } from '../../../lib/cli/import/inventory';
import { runs } from '../../support/exhaustive';
import { inventories } from './arbitraries';
import { account, inventoryOf, job, migration, policy, small } from './inventories';
import { runProject } from './run-project';
import { expectUnchanged } from './unchanged';

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

it('names the zones instead of their ids, if asked to', () => {
  const typescript = write(small, { zones: 'name' }).get('zones/example.com.ts');
  expect(typescript).toContain("const zoneName = 'example.com';");
  expect(typescript).toContain("'example-com-errors', {\n    zoneName,\n");
  const hcl = write(small, { zones: 'name', language: 'hcl' }).get('zone-example.com.tf');
  expect(hcl).toContain('data "edge_zone" "example_com" {\n  name = "example.com"\n}\n');
  expect(hcl).toContain('zone_id          = data.edge_zone.example_com.id\n');
});

it('gives the same files whatever the order of the objects', () => {
  const reversed = { ...small, objects: [...small.objects].reverse() };
  for (const language of ['typescript', 'hcl'] as const)
    expect([...write(reversed, { language })]).toEqual([...write(small, { language })]);
});

it('names ids that are taken by others apart', () => {
  const zones = ['constructor', 'edge', 'EDGE'].map((name, at) => ({ id: String(at).repeat(32), name }));
  const objects = zones.flatMap((zone) => [
    migration({}, { account, zone }),
    job({ name: 'errors' }, { account, zone }),
    job({ name: 'Errors', id: '1002' }, { account, zone }),
  ]);
  const policies = ['edge', 'constructor', 'Edge'].map((name, at) =>
    policy({ name, id: String(at).repeat(32) }),
  );
  const inventory = inventoryOf([...objects, ...policies]);
  expectUnchanged(inventory, runProject(write(inventory)));
});

it('lists what no code can keep in the README, with the reason', () => {
  const inventory = inventoryOf([job({}), job({ id: '1002', name: 'bad name' })]);
  const files = write(inventory);
  expect(files.get('imports.ts')).not.toContain('1002');
  expect(files.get('README.md')).toMatch(
    /1 existing object,[^]*Invalid job name[^]*- edge_logpush_job bad name of example\.com/,
  );
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
