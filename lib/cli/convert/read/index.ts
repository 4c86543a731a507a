import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Connection } from '../../connection';
import { readState, type StateObject } from '../../../terraform/state';
import type { Finding, OldConfiguration, OldModule } from '../model';
import { addressOfBlock, blocksIn, declaredIn, mergedBlocks, type Block } from '../blocks';
import type { BlockFailure } from '../reduce/plan';
import { localAddress, withoutKeys } from '../addresses';
import { evaluate, type OldBlock } from './evaluate';
import { findLocalState, findRootModule, readWorkspace, type LocalState } from './folder';
import { findOrphans, withInstances } from './instances';
import { readModules } from './modules';
import { inspectUnreadModules } from './unread-modules';
import { findOldBlocks } from './resources';
import { readZones, zonesOf } from './zones';

export const defaultPrefixes = ['cloudflare', 'vendor'];

export interface ReadOptions {
  /** Files with values of variables, as `-var-file` takes them. */
  readonly varFiles?: readonly string[];
  /** Values of variables, `name=value`, as `-var` takes them. */
  readonly vars?: readonly string[];
  /** A state of version 4, or the output of `terraform show -json`. @default - the state of a local backend, if there is one */
  readonly stateFile?: string;
  /** @default defaultPrefixes */
  readonly prefixes?: readonly string[];
  /** Reads the zones. @default - they are known from code and state alone */
  readonly connection?: Connection;
  /** Gets the progress messages before and after zones are read. @default - stderr */
  readonly notify?: (line: string) => void;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
}

/** A configuration with what the reading found out about it. */
export interface ReadConfiguration extends OldConfiguration {
  readonly findings: readonly Finding[];
  readonly stateFile: string | undefined;
  /** The state that Terraform itself would use, if it is a file. */
  readonly localState: LocalState | undefined;
}

/**
 * Reads a folder with Terraform configuration, HCL or JSON, or a CDKTF project that is synthesized. Terraform evaluates it without a
 * provider. Nothing is written.
 *
 * @throws an Error with the fix where the folder has no configuration, HCL is broken, a file cannot be read, or Terraform is missing
 */
export async function readConfiguration(dir: string, options: ReadOptions = {}): Promise<ReadConfiguration> {
  const { prefixes = defaultPrefixes, env = process.env } = options;
  const folder = await findRootModule(dir);
  const { modules, outside } = await readModules(folder);
  const workspace = await readWorkspace(folder);
  const localState = findLocalState(folder, modules, workspace, options.stateFile);
  const stateFile = options.stateFile ?? localState?.file;
  const state = stateFile === undefined ? undefined : await readState(stateFile, '--state');
  const blocks = findOldBlocks(modules, prefixes);
  if (state !== undefined) refuseOtherState(stateFile ?? '', dir, blocks, modules, state);
  const parameters = variableParameters(options);
  const evaluation =
    blocks.length === 0
      ? { instances: new Map(), failures: [] }
      : await evaluate(blocks, { modules, state, workspace }, { folder, env, parameters });
  const others = inspectUnreadModules(outside, modules, state, prefixes);
  const resources = withInstances(blocks, evaluation, modules, state ?? []);
  const orphans = findOrphans(resources, state ?? [], prefixes, others.addresses);
  const { zones, findings: ofZones } = await readZones(options, zonesOf(resources, orphans));
  return {
    folder,
    modules,
    resources: resources.filter(({ mode }) => mode === 'managed'),
    dataSources: resources.filter(({ mode }) => mode === 'data'),
    orphans,
    state,
    zones,
    stateFile,
    localState,
    findings: [
      ...others.findings,
      ...ofZones,
      ...findUnset(modules, blocks, evaluation.failures),
      ...evaluation.failures.flatMap((failure) => describeFailure(failure, blocks)),
    ],
  };
}

/** The parameters for Terraform. It reads the files of the folder and the environment itself. */
function variableParameters({ varFiles = [], vars = [] }: ReadOptions): readonly string[] {
  const missing = varFiles.find((file) => !existsSync(file));
  if (missing !== undefined) throw new Error(`--var-file: ${missing} does not exist.`);
  const wrong = vars.find((each) => !/^[^=]+=/.test(each));
  if (wrong !== undefined) throw new Error(`--var: ${wrong} has no value. Pass --var name=value.`);
  return [...varFiles.map((file) => `-var-file=${resolve(file)}`), ...vars.map((each) => `-var=${each}`)];
}

/** Refuses a state of another project: all its resources would be orphans. */
function refuseOtherState(
  file: string,
  dir: string,
  blocks: readonly OldBlock[],
  modules: readonly OldModule[],
  state: readonly StateObject[],
): void {
  const managed = state.filter(({ mode }) => mode === 'managed');
  const declared = declaredIn(modules);
  const isOfBlock = ({ address }: StateObject) => declared.has(withoutKeys(address));
  if (managed.length === 0 || blocks.length === 0 || managed.some(isOfBlock)) return;
  throw new Error(
    `--state: ${file} has ${managed.length} resources, and none of them is in ${dir}. It is the state of another project or workspace. ` +
      `Write the right one with \`terraform state pull > state.json\` in ${dir}.`,
  );
}

/** The variables without a value that an old resource may depend on. */
function findUnset(
  modules: readonly OldModule[],
  blocks: readonly OldBlock[],
  failures: readonly BlockFailure[],
): Finding[] {
  const root = modules.find(({ path }) => path === '');
  const used = (root === undefined ? [] : mergedBlocks(root))
    .filter((block) => mayMatter(block, '', blocks))
    .map(({ body }) => JSON.stringify(body))
    .join('\n');
  const isUsed = (name: string) => new RegExp(`\\bvar\\.${name}(?![\\w-])`).test(used);
  const failed = new Set(failures.map(({ piece }) => addressOfBlock(piece.block)));
  const unset = blocksIn(root?.files ?? [], 'variable')
    .filter((block) => failed.has(addressOfBlock(block)) && isUsed(block.labels[0] ?? ''))
    .map(addressOfBlock);
  if (unset.length === 0) return [];
  const subject = unset.length === 1 ? 'The variable has' : 'The variables have';
  return [
    {
      code: 'convert.variable_unset',
      severity: 'note',
      address: unset.join(', '),
      text: `${subject} no value here, so what depends on one is unknown. Pass values with --var or --var-file for exact results.`,
    },
  ];
}

/** The findings on a block that cannot be evaluated, if an old resource may depend on it. */
function describeFailure({ piece, reason }: BlockFailure, blocks: readonly OldBlock[]): Finding[] {
  const { block, module } = piece;
  if (!mayMatter(block, module.path, blocks)) return [];
  const consequence =
    block.type === 'local'
      ? 'Its value is unknown.'
      : 'Its instances are those that the state has, if there is one.';
  return [
    {
      code: 'convert.not_evaluated',
      severity: 'note',
      address: addressOfBlock(block),
      file: block.file,
      text: `${causeOf(reason)} ${consequence}`,
    },
  ];
}

function mayMatter(block: Block, path: string, blocks: readonly OldBlock[]): boolean {
  if (block.type === 'module' || block.type === 'local') return true;
  return blocks.some((each) => each.module === path && addressOfBlock(block) === localAddress(each));
}

/** The cause in an error of Terraform, without what is only true of the reduced configuration. */
function causeOf(reason: string): string {
  const [, loop] = /^Invalid (for_each|count) argument\b/.exec(reason) ?? [];
  if (loop !== undefined)
    return `Its ${loop} is unknown here: it depends on a variable without a value, or on what only the provider or the service knows.`;
  // Its advice is about an apply.
  const [first = ''] = reason.split('\n\n');
  return `Terraform cannot evaluate it without the provider and the service: ${first.replace(/\s+/g, ' ').trim()}`;
}
