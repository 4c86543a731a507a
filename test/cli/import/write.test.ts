import { groupRemarks, writableObjects } from '../../../lib/cli/import/read/inventory';
import { writeProject, type WriteOptions } from '../../../lib/cli/import/write';
import type { Inventory } from '../../../lib/cli/import/inventory';
import { runs, seed } from '../../support/exhaustive';
import { readGenerated } from '../../support/golden-import';
import { account, inventoryOf, job, migration, policy } from './inventories';
import { runProject } from './run-project';
import { expectUnchanged } from './unchanged';

const options = { title: 'Example, Inc.', command: 'edge-platform import --account example --out .' };

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

it('writes values that this version does not know, and imports them without a change', () => {
  const inventory = inventoryOf([
    job({
      dataset: 'http_requests',
      fields: ['RayID', 'SomeNewField', 'WAFAction'],
      destination_conf: 'carrier://pigeon',
      timestamp_format: 'rfc9999',
      output_options: {
        output_type: 'avro',
        field_names: ['RayID', 'SomeNewField', 'WAFAction'],
        batch_prefix: '',
        batch_suffix: '',
        record_prefix: null,
        record_suffix: null,
        record_delimiter: '',
        field_delimiter: ',',
        record_template: '',
        cve_2021_44228: false,
        merge_subrequests: false,
      },
      sample_rate: 0,
      filter: '{"where":{"key":"NewCount","operator":"lt","value":"9"}}',
    }),
    policy({ new_health: ['Unhealthy', 'Degraded'] }),
  ]);

  const text = [...write(inventory).values()].join('\n');
  expect(text).toMatch(/(?:\/\/|#) The destination begins with "carrier:\/\/"/);
  expect(text).toContain("timestampFormat: 'rfc9999' as TimestampFormat");
  expect(text).toContain("outputType: 'avro' as OutputType");
  expect(text).toContain("[HealthStatus.UNHEALTHY, 'Degraded' as HealthStatus]");
  expectUnchanged(inventory, runProject(write(inventory)));
});

const seeds = Array.from({ length: runs(3) }, (_, at) => seed + at);

it('shares only values that several objects use', async () => {
  for (const from of seeds) {
    const inventory = await readGenerated(from);
    const typescript = write(inventory);
    const [groups, members] = [/^export const (\w+) = \{$/gm, /^ {2}([\p{L}\w]+):/gmu];
    expectUsed(typescript, typescript.get('shared.ts') ?? '', groups, members, '');
    const hcl = write(inventory, { language: 'hcl' });
    expectUsed(hcl, hcl.get('locals.tf') ?? '', /^ {2}(\w+) = \{$/gm, /^ {4}(\w+) +=/gm, 'local.');
  }
});

it.each(seeds)('imports any account without a change, with seed %i', async (from) => {
  const inventory = await readGenerated(from);
  expectUnchanged(inventory, runProject(write(inventory)));
});

/** Every member of every group of constants is used in another file, as `group.member`. */
function expectUsed(
  files: ReadonlyMap<string, string>,
  source: string,
  groups: RegExp,
  members: RegExp,
  prefix: string,
): void {
  const others = [...files.values()].filter((text) => text !== source).join('\n');
  const parts = source.split(groups).slice(1);
  for (let at = 0; at + 1 < parts.length; at += 2)
    for (const [, member = ''] of (parts[at + 1] ?? '').matchAll(members))
      expect(others).toContain(`${prefix}${parts[at] ?? ''}.${member}`);
}

function write(inventory: Inventory, more: Partial<WriteOptions> = {}): ReadonlyMap<string, string> {
  return writeProject(writable(inventory), { language: 'typescript', host: 'cdktn', ...options, ...more });
}

/** As a reading leaves it. */
function writable(inventory: Inventory): Inventory {
  const { objects, remarks } = writableObjects(inventory.objects);
  return { ...inventory, objects, leftOut: [...inventory.leftOut, ...groupRemarks(remarks)] };
}
