import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { compareKeys } from '../../../ground/compare';
import type { Finished } from '../../../ground/program';
import { findTerraform, userEnvironment } from '../../../terraform/binary';
import { copyFolder, TerraformFolder } from '../../../terraform/folder';
import { readErrors, type TerraformDiagnostic } from '../../../terraform/messages';
import { shownChanges } from '../../../terraform/plan';
import type { OldModule } from '../model';
import { reduceConfiguration, type Piece, type Reduction } from './reduce';

export interface PlanOptions {
  /** The folder of the configuration. Its other files are copied, for functions that read files. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The parameters `-var=…` and `-var-file=…`, with absolute paths. */
  readonly parameters: readonly string[];
}

export interface BlockFailure {
  readonly piece: Piece;
  readonly reason: string;
}

/**
 * Plans a reduced configuration in a temporary folder with an empty state. A block that Terraform cannot evaluate does not hide the
 * others: it is planned again without a value.
 *
 * @returns `resource_changes` of the plan, as `terraform show -json` has them, and the blocks that Terraform could not evaluate as they are written
 *
 * @throws an Error where Terraform is missing, and with its output where no block causes the error
 */
export async function planReduced(reduction: Reduction, options: PlanOptions) {
  if (findTerraform(options.env) === undefined)
    throw new Error(
      'terraform or tofu is not on the PATH. Install version 1.11 or later: it evaluates the configuration.',
    );
  const temporary = await mkdtemp(join(tmpdir(), 'edge-convert-'));
  try {
    const folder = await copyOtherFiles(resolve(options.folder), reduction.modules, temporary);
    return await planIn(folder, reduction, options);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const refusal = 'Terraform cannot evaluate the configuration';

/** The most runs of a plan: each finds at least one more block that cannot be evaluated, and more would take minutes. */
const mostRuns = 20;

async function planIn(folder: string, reduction: Reduction, { env, parameters }: PlanOptions) {
  const terraform = new TerraformFolder(folder, userEnvironment(env));
  const failures = new Map<string, BlockFailure>();
  let written: readonly string[] = [];
  for (let run = 0; run < mostRuns; run += 1) {
    const { files, pieces } = reduceConfiguration(reduction, new Set(failures.keys()));
    await replaceFiles(folder, written, files);
    written = [...files.keys()];
    const init = run === 0 ? await terraform.init() : undefined;
    if (init !== undefined && init.code !== 0) throw new Error(`${refusal}:\n${init.output}`);
    const planned = await terraform.savePlan('edge.tfplan', parameters);
    if (planned.code === 0) {
      const changes = shownChanges(await terraform.show('edge.tfplan'));
      // Terraform reports errors in any order.
      return { changes, failures: [...failures].sort(compareKeys).map(([, failure]) => failure) };
    }
    addFailures(failures, errorsOf(planned), pieces);
  }
  throw new Error(`${refusal}: too many of its blocks have errors.`);
}

/** The summary of Terraform's error for a variable without a value. */
const noValue = 'No value for required variable';

function addFailures(
  failures: Map<string, BlockFailure>,
  errors: readonly TerraformDiagnostic[],
  pieces: ReadonlyMap<string, Piece>,
): void {
  let isNew = false;
  for (const error of errors) {
    const piece = pieces.get((error.range?.filename ?? '').split(sep).join('/'));
    if (piece === undefined || failures.has(piece.path)) continue;
    // A value of a wrong type is a mistake of the person who gives it.
    if (piece.block.type === 'variable' && !error.summary.startsWith(noValue)) continue;
    failures.set(piece.path, { piece, reason: `${error.summary}. ${error.detail}`.trim() });
    isNew = true;
  }
  if (isNew) return;
  const texts = errors.map(({ summary, detail }) => `${summary}. ${detail}`.trim());
  throw new Error(`${refusal}:\n${texts.join('\n')}`);
}

function errorsOf(failed: Finished): readonly TerraformDiagnostic[] {
  const found = readErrors(failed);
  return found.length > 0 ? found : [{ severity: 'error', summary: failed.output, detail: '' }];
}

async function replaceFiles(
  folder: string,
  before: readonly string[],
  files: ReadonlyMap<string, string>,
): Promise<void> {
  await Promise.all(before.filter((path) => !files.has(path)).map((path) => unlink(join(folder, path))));
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/**
 * Copies the files of all modules without what the reduced configuration replaces, and without Terraform's own files. Modules beside the
 * root module are beside it in the copy too.
 *
 * @returns the copy of the root module
 */
async function copyOtherFiles(root: string, modules: readonly OldModule[], to: string): Promise<string> {
  const beside = modules.filter(({ path }) => path.startsWith('..')).map(({ path }) => resolve(root, path));
  const levels = modules.map(({ path }) => path.split('/').filter((part) => part === '..').length);
  const base = resolve(root, '../'.repeat(Math.max(0, ...levels)));
  for (const folder of [root, ...beside])
    await copyFolder(folder, join(to, relative(base, folder)), (name) => replaced.test(name));
  return join(to, relative(base, root));
}

/** The names of files that the reduced configuration replaces: code, its tests and the lock file. */
const replaced = /\.(?:tf|tofu)(?:\.json)?$|\.(?:tftest|tofutest)\.hcl$|^\.terraform\.lock\.hcl$/;
