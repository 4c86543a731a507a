import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fieldsOf } from '../../ground/json';
import type { Finished } from '../../ground/program';
import { findTerraform, userEnvironment } from '../../terraform/binary';
import { copyFolder, TerraformFolder } from '../../terraform/folder';
import { readErrors } from '../../terraform/messages';
import { readPlan, type PlannedChange } from '../../terraform/plan';
import { stackFile } from '../project/stacks';
import { installHere } from '../provider/install';
import { importFolder, type Language } from './project-folder';
import { compileProject, findMissingPackages, synthesizeProject } from './synthesis';
import { own } from '../../ground/record';

export interface Verification {
  readonly imports: number;
  /** The faults: none if the project compiles and its plan only imports. */
  readonly faults: readonly Fault[];
}

interface Fault {
  /** The subject: the stack, and the address of a resource. */
  readonly subject: string;
  readonly text: string;
}

/**
 * Verifies that a project compiles under `strict`, synthesizes, and that its plan imports every object and changes none. Terraform
 * plans in a temporary copy with an empty state of its own. Nothing is applied.
 *
 * @param env - the credentials and the endpoint of the provider
 * @throws an Error where something that it needs is missing
 */
export async function verifyProject(
  project: string,
  language: Language,
  env: NodeJS.ProcessEnv,
): Promise<Verification> {
  if (findTerraform(env) === undefined)
    throw new Error('--verify: terraform or tofu is not on the PATH. Install version 1.11 or later.');
  const missing = language === 'typescript' ? findMissingPackages(project) : undefined;
  if (missing !== undefined) throw new Error(`--verify: ${missing}`);
  const folder = await mkdtemp(join(tmpdir(), 'edge-import-'));
  try {
    const check = language === 'typescript' ? verifyTypeScript : verifyHcl;
    return await check(project, folder, env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function verifyTypeScript(
  project: string,
  outdir: string,
  env: NodeJS.ProcessEnv,
): Promise<Verification> {
  const compiled = await compileProject(project);
  if (compiled.length > 0) return { imports: 0, faults: compiled };
  const stacks = await synthesizeProject(project, outdir);
  const plans: Verification[] = [];
  for (const { name, folder, content } of stacks) {
    const settings = Object.entries(fieldsOf(content.terraform));
    const terraform = Object.fromEntries(settings.filter(([key]) => key !== 'cloud'));
    const isolated = { ...content, terraform: { ...terraform, backend: { local: {} } } };
    await writeFile(join(folder, stackFile), JSON.stringify(isolated));
    plans.push(await plan(folder, name, env));
  }
  return {
    imports: plans.reduce((sum, { imports }) => sum + imports, 0),
    faults: plans.flatMap(({ faults }) => faults),
  };
}

async function verifyHcl(project: string, copy: string, env: NodeJS.ProcessEnv): Promise<Verification> {
  await copyFolder(project, copy, (name) => name === importFolder);
  await writeFile(join(copy, 'edge_import_override.tf'), 'terraform {\n  backend "local" {}\n}\n');
  if (!existsSync(join(copy, 'terraform.d', 'plugins'))) installHere(copy);
  return plan(copy, basename(resolve(project)), env);
}

async function plan(folder: string, name: string, env: NodeJS.ProcessEnv): Promise<Verification> {
  const terraform = new TerraformFolder(folder, userEnvironment(env));
  const init = await terraform.init();
  if (init.code !== 0) return { imports: 0, faults: [{ subject: name, text: init.output }] };
  const planned = await terraform.savePlan('import.tfplan');
  if (planned.code !== 0) return { imports: 0, faults: faultsOf(name, planned) };
  const { changes } = readPlan(await terraform.show('import.tfplan'), []);
  const imports = changes.filter(({ action }) => action === 'import');
  return {
    imports: imports.length,
    faults: changes
      .filter(({ action }) => action !== 'import')
      .map((change) => ({ subject: `${name}: ${change.address}`, text: describeChange(change) })),
  };
}

function faultsOf(name: string, failed: Finished): Fault[] {
  const faults = readErrors(failed).map(({ summary, detail, address }) => ({
    subject: [name, address].filter((part) => part !== undefined).join(': '),
    text: `${summary}. ${detail}`,
  }));
  return faults.length > 0 ? faults : [{ subject: name, text: failed.output }];
}

const verbs: Readonly<Record<PlannedChange['action'], string>> = {
  import: 'would be imported',
  create: 'would be created: it has no import block, or its import block is in another stack',
  update: 'would be changed',
  replace: 'would be replaced',
  delete: 'would be deleted',
  read: 'would be read during the apply',
  forget: 'would be removed from the state',
  move: 'would be moved',
};

function describeChange({ action, attributes, before, after, sensitive }: PlannedChange): string {
  if (action !== 'update' && action !== 'replace') return `${verbs[action]}.`;
  const lines = attributes.map((name) => {
    if (sensitive.includes(name)) return `  ${name}: (sensitive)`;
    const shown = (values: PlannedChange['before']) => JSON.stringify(own(values, name) ?? null);
    const next = after !== null && Object.hasOwn(after, name) ? shown(after) : '(known after apply)';
    return `  ${name}: ${shown(before)} → ${next}`;
  });
  return [`${verbs[action]}:`, ...lines].join('\n');
}
