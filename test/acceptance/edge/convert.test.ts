import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '../../../lib/cli/convert/read';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { writeTypescriptProject } from '../../../lib/cli/convert/write/typescript';
import { localStateOf } from '../../../lib/cli/convert/write/typescript/plan';
import { installHere } from '../../../lib/cli/provider/install';
import type { Fixture } from '../../../lib/emulator';
import { listOf, textOf } from '../../../lib/ground/json';
import { pick, start, type Running } from '../../emulator/support';
import { GeneratedProject } from '../../support/generated-project';
import { goldenFolder } from '../../support/golden-conversion';
import { serveOldProvider } from '../../support/retired-states';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';
import { makeFolder, writeFiles } from '../../support/folder';

interface Deployment {
  readonly dir: TerraformDir;
  readonly emulator: Running;
  /** How many objects the new code has from the state of the old one. */
  readonly moved: number;
  /** Values of the variables that the code needs. */
  readonly values: readonly string[];
}

/** A case of `test/convert` with a `world.json`, converted and ready to be deployed over the state of its old code. */
async function deploy(
  name: string,
  language: 'hcl' | 'typescript',
  story: (deployment: Deployment) => Promise<void>,
): Promise<void> {
  const folder = join(goldenFolder, name);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const emulator = await start({ fixture: read('world.json') as Fixture });
  const provider = await serveOldProvider();
  const env = { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'a-token', ...provider.environment };
  const scratch = makeFolder();
  const project = new GeneratedProject(env);
  const old = await readConfiguration(join(folder, 'input'), { stateFile: join(folder, 'state.json') });
  const conversion = convertConfiguration(old);
  // To forget the previous WAF, Terraform needs the schemas of the service's provider.
  const state = read('state.json') as { readonly resources: readonly unknown[] };
  const resources = state.resources.filter((each) => textOf(pick(each, 'type'))?.includes('_waf_') === false);
  const moved = JSON.stringify({ ...state, resources });
  let dir = new TerraformDir(scratch, env);
  if (language === 'hcl') {
    writeFiles(scratch, [...writeHclProject(old, conversion).files, ['terraform.tfstate', moved]]);
    installHere(scratch);
  } else {
    const options = { name: 'edge', command: 'edge-platform convert', host: 'cdktn' } as const;
    const { files } = writeTypescriptProject(old, conversion, options);
    writeFiles(project.path, [...files, [localStateOf('edge'), moved]]);
    project.install();
    await project.compile();
    expect(await project.synthesize()).toEqual([]);
    dir = project.stack('edge');
  }
  await dir.init();
  const values = conversion.variables
    .filter(({ sensitive }) => sensitive)
    .map(({ name: variable }) => `-var=${variable}=not-in-any-file-0001`);
  await story({
    dir,
    emulator,
    moved: resources.flatMap((each) => listOf(pick(each, 'instances'))).length,
    values: name === 'jobs-in-use' ? [...values, '-var=token=not-in-any-file-0001'] : values,
  });
  await dir.stop();
}

/** @returns the other changes */
async function expectAdopted({ dir, emulator, moved, values }: Deployment): Promise<readonly string[]> {
  const { changes, diagnostics } = await dir.applyJson(...values);
  expect(changes.filter((each) => each.startsWith('move '))).toHaveLength(moved);
  expect(await emulator.writes()).toEqual([]);
  const warnings = new Set(diagnostics.map(({ summary }) => summary));
  expect([...warnings].filter((each) => each !== 'Log fields retired by the service')).toEqual([]);
  expect((await dir.plan(values)).stdout).toContain('No changes.');
  return changes.filter((each) => !each.startsWith('move '));
}

describeWithTerraform('a converted configuration', () => {
  it('is formatted, adopts what exists without a call that writes, and migrates each WAF when the variable is set', async () => {
    await deploy('adoption', 'hcl', async (deployment) => {
      const { dir, emulator } = deployment;
      await dir.run(['fmt', '-check', '-recursive', '-diff']);
      expect(await expectAdopted(deployment)).toEqual(['create terraform_data.after']);
      const gate = '-var=acknowledge_waf_migration=true';
      expect((await dir.applyJson(gate)).changes).toEqual([
        'create module.waf["blog"].edge_waf_migration.php[0]',
        'create module.waf["shop"].edge_waf_migration.php[0]',
      ]);
      expect((await emulator.writes()).filter((call) => call.startsWith('DELETE'))).toEqual([]);
      expect((await dir.plan([gate])).stdout).toContain('No changes.');
    });
  });

  it('adopts the same as a CDKTF project, the modules included', async () => {
    await deploy('adoption', 'typescript', async (deployment) => {
      expect(await expectAdopted(deployment)).toEqual(['create terraform_data.after']);
    });
  });

  it('adopts log jobs in the shapes that are in use', async () => {
    await deploy('jobs-in-use', 'hcl', async (deployment) => {
      expect(await expectAdopted(deployment)).toEqual(['create terraform_data.token']);
    });
  });
});
