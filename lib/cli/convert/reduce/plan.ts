import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fieldsOf, objectsOf, type JsonObject } from '../../../ground/json';
import { findTerraform } from '../../../terraform-binary';
import { readMessages, type TerraformDiagnostic } from '../../../testing/terraform/messages';
import { terraformIn } from '../../import/verify';
import type { OldModule } from '../model';
import { reduceConfiguration, type Fallback, type Piece, type Reduction } from './reduce';

/** How a reduced configuration is planned. */
export interface PlanOptions {
  /** The folder of the configuration. Its other files are copied, for functions that read files. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** `-var=…` and `-var-file=…`, with absolute paths. */
  readonly parameters: readonly string[];
  /** Adds files to the temporary folder before Terraform starts, such as a provider. */
  readonly prepare?: (folder: string) => void;
}

export interface ReducedPlan {
  /** `resource_changes` of the plan, as `terraform show -json` has them. */
  readonly changes: readonly JsonObject[];
  /** The blocks that Terraform could not evaluate as they are written. */
  readonly failures: readonly BlockFailure[];
}

export interface BlockFailure {
  readonly piece: Piece;
  readonly fallback: Fallback;
  /** Terraform's error. */
  readonly reason: string;
}

/**
 * Plans a reduced configuration in a temporary folder with an empty state. A block that Terraform cannot evaluate does not hide the
 * others: it is planned again with the keys of the state, or without a value.
 *
 * @throws an Error where Terraform is missing, and with its output where no block causes the error
 */
export async function planReduced(reduction: Reduction, options: PlanOptions): Promise<ReducedPlan> {
  if (findTerraform(options.env) === undefined)
    throw new Error(
      'terraform or tofu is not on the PATH. Install version 1.11 or later: it evaluates the configuration.',
    );
  const temporary = await mkdtemp(join(tmpdir(), 'edge-convert-'));
  try {
    const folder = await copyOtherFiles(resolve(options.folder), reduction.modules, temporary);
    options.prepare?.(folder);
    return await planIn(folder, reduction, options);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Each run finds at least one more block that cannot be evaluated; more runs than this would take minutes. */
const mostRuns = 20;

async function planIn(
  folder: string,
  reduction: Reduction,
  { env, parameters }: PlanOptions,
): Promise<ReducedPlan> {
  const terraform = terraformIn(folder, env);
  const failures = new Map<string, BlockFailure>();
  let written: readonly string[] = [];
  for (let run = 0; run < mostRuns; run += 1) {
    const fallbacks = new Map([...failures].map(([path, { fallback }]) => [path, fallback]));
    const { files, pieces } = reduceConfiguration(reduction, fallbacks);
    await replaceFiles(folder, written, files);
    written = [...files.keys()];
    if (run === 0) await succeed(terraform('init', '-input=false', '-no-color'));
    const planned = await terraform('plan', '-json', '-input=false', '-out=edge.tfplan', ...parameters);
    if (planned.code === 0) {
      const shown: unknown = JSON.parse(await succeed(terraform('show', '-json', 'edge.tfplan')));
      const changes = objectsOf(fieldsOf(shown).resource_changes);
      return { changes, failures: [...failures.values()] };
    }
    addFailures(failures, errorsOf(planned.output), pieces);
  }
  throw new Error('Terraform cannot evaluate the configuration: too many of its blocks have errors.');
}

function addFailures(
  failures: Map<string, BlockFailure>,
  errors: readonly TerraformDiagnostic[],
  pieces: ReadonlyMap<string, Piece>,
): void {
  let isNew = false;
  for (const error of errors) {
    const piece = pieces.get((error.range?.filename ?? '').split(sep).join('/'));
    const before = piece === undefined ? undefined : failures.get(piece.path);
    if (piece === undefined || piece.block.section === 'variable' || before?.fallback === 'unknown') continue;
    const isAboutKeys = /\b(?:for_each|count)\b/.test(error.summary) && before === undefined;
    const reason = `${error.summary}. ${error.detail}`.trim();
    failures.set(piece.path, {
      piece,
      fallback: isAboutKeys ? 'keys of the state' : 'unknown',
      reason: before?.reason ?? reason,
    });
    isNew = true;
  }
  if (isNew) return;
  const texts = errors.map(({ summary, detail }) => `${summary}. ${detail}`.trim());
  throw new Error(`Terraform cannot evaluate the configuration:\n${texts.join('\n')}`);
}

async function succeed(ended: Promise<{ readonly code: number; readonly output: string }>): Promise<string> {
  const { code, output } = await ended;
  if (code !== 0) throw new Error(`Terraform cannot evaluate the configuration:\n${output}`);
  return output;
}

function errorsOf(output: string): readonly TerraformDiagnostic[] {
  let found: readonly TerraformDiagnostic[];
  try {
    found = readMessages({ stdout: output }).flatMap(({ diagnostic }) =>
      diagnostic?.severity === 'error' ? [diagnostic] : [],
    );
  } catch {
    // Some failures of Terraform's own are text.
    found = [];
  }
  return found.length > 0 ? found : [{ severity: 'error', summary: output, detail: '' }];
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
  for (const folder of [root, ...beside]) await copyFolder(folder, join(to, relative(base, folder)));
  return join(to, relative(base, root));
}

async function copyFolder(from: string, to: string): Promise<void> {
  const ignored =
    /[/\\](?:\.terraform|\.terraform\.lock\.hcl|\.git|node_modules|[^/\\]*\.tfstate[^/\\]*|[^/\\]*\.(?:tf|tofu)(?:\.json)?|[^/\\]*\.(?:tftest|tofutest)\.hcl)$/;
  await cp(from, to, {
    recursive: true,
    dereference: true,
    // A link may lead nowhere.
    filter: (path) => path === from || (!ignored.test(path) && existsSync(path)),
  });
}
