import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { chooseHost } from '../../project/host';
import { outputFolder, stacksIn } from '../../project/stacks';
import type { OldModule } from '../model';
import { bodiesOf, literalOf } from '../../../hcl/template';
import { blocksIn } from '../blocks';

/**
 * The folder of the root module: the folder itself, or the one stack that a CDKTF project has synthesized.
 *
 * @throws an Error that says what to run or to name instead
 */
export async function findRootModule(folder: string): Promise<string> {
  if (!existsSync(folder))
    throw new Error(`${folder} does not exist. Name the folder with the Terraform configuration.`);
  if (!statSync(folder).isDirectory())
    throw new Error(`${folder} is no folder. Name the folder of the configuration.`);
  await refuseTofuFiles(folder);
  if (await hasConfiguration(folder)) return folder;
  if (existsSync(join(folder, 'cdktf.json'))) return findStack(folder);
  const names = await readdir(folder);
  const other = otherTools.find(({ file }) => names.some((name) => file.test(name)));
  if (other !== undefined) throw new Error(`${folder} ${other.what}. ${other.fix}`);
  const below = await foldersBelow(folder);
  const hint =
    below.length === 0
      ? 'Name the folder of a root module: the one in which you run `terraform plan`.'
      : `Name one of the folders below it that do: ${below.slice(0, 5).join(', ')}${below.length > 5 ? ', …' : ''}.`;
  throw new Error(`${folder} has no .tf or .tf.json file. ${hint}`);
}

/** Folders of code without a configuration that could be read. */
const otherTools: readonly { readonly file: RegExp; readonly what: string; readonly fix: string }[] = [
  {
    file: /^Pulumi\.ya?ml$/,
    what: 'is a Pulumi program, which is not converted',
    fix:
      'Its state and its code stay with Pulumi, so nothing moves: take its resources out of Pulumi with `pulumi state delete`, which deletes ' +
      'nothing at the service, and write their code with `edge-platform import`.',
  },
  {
    file: /^terragrunt\.(?:hcl|stack\.hcl|hcl\.json)$/,
    what: 'is a folder of Terragrunt without Terraform code of its own',
    fix:
      'Convert the module that its `source` names, or the copy that `terragrunt init` makes: a folder below .terragrunt-cache. Take the ' +
      'inputs from `terragrunt render-json`, and pass them with --var-file.',
  },
];

export async function readWorkspace(folder: string): Promise<string> {
  const file = join(folder, '.terraform', 'environment');
  const name = existsSync(file) ? (await readFile(file, 'utf8')).trim() : '';
  return name === '' ? 'default' : name;
}

/** A state in a file, as a configuration without a remote backend has it. */
export interface LocalState {
  readonly file: string;
  /** The path where Terraform looks for it, relative to the folder. */
  readonly path: string;
  /** Whether Terraform looks for it in the folder of the configuration, so that a copy of the folder needs it too. */
  readonly isInFolder: boolean;
}

/**
 * The state that Terraform would use in the folder, if it is a file that exists. Where there is none, it is the file that was `given`:
 * without it, Terraform would create the objects of the copy again.
 */
export function findLocalState(
  folder: string,
  modules: readonly OldModule[],
  workspace: string,
  given: string | undefined,
): LocalState | undefined {
  const root = modules.find(({ path }) => path === '');
  const settings = blocksIn(root?.files ?? [], 'terraform').map(({ body }) => body);
  if (settings.some((each) => 'cloud' in each)) return undefined;
  const backends = settings.flatMap(({ backend }) => bodiesOf(backend));
  if (backends.some((each) => !('local' in each))) return undefined;
  const path = backends.flatMap(({ local }) => bodiesOf(local)).map((each) => each.path)[0];
  const own = typeof path === 'string' ? literalOf(path) : undefined;
  if (path !== undefined && own === undefined) return undefined;
  const usual = workspace === 'default' ? '.' : join('terraform.tfstate.d', workspace);
  const place = own ?? join(usual, 'terraform.tfstate');
  const file = [resolve(folder, place), given].find((each) => each !== undefined && existsSync(each));
  return file === undefined ? undefined : { file, path: place, isInFolder: !isAbsolute(place) };
}

function findStack(project: string): string {
  const found = stacksIn(outputFolder(project));
  const [only] = found;
  if (only === undefined)
    throw new Error(
      `${project} is a project without a synthesized stack. Run \`npx ${chooseHost(undefined, project)} synth\` in it first.`,
    );
  if (found.length > 1)
    throw new Error(
      `${project} has ${found.length} stacks, and one is converted at a time. Name its folder: ` +
        `${found.join(', ')}.`,
    );
  return only;
}

async function hasConfiguration(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => /^[^.].*\.tf(?:\.json)?$/.test(name));
}

/** Refuses .tofu files, which OpenTofu reads in place of .tf files of the same name. */
async function refuseTofuFiles(folder: string): Promise<void> {
  const found = (await readdir(folder)).filter((name) => /^[^.].*\.tofu(?:\.json)?$/.test(name));
  if (found.length > 0)
    throw new Error(
      `${folder} has files that only OpenTofu reads: ${found.join(', ')}. Give each the name of a .tf file, in place of one that it may ` +
        'replace, and convert again. OpenTofu reads those too.',
    );
}

async function foldersBelow(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory());
  const found = await Promise.all(
    entries.map(async ({ name }) =>
      (await hasConfiguration(join(folder, name))) ? [join(folder, name)] : [],
    ),
  );
  return found.flat().sort();
}
