import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf, objectsOf, parseJson, type JsonObject } from '../../../ground/json';
import { messageOf } from '../../../ground/words';
import { joinAddress, pathsTo } from '../addresses';
import { oldKinds, type Finding, type OldModule, type StateObject } from '../model';
import { isBelow } from './instances';
import { readModules, type OutsideCall } from './modules';
import { findOldBlocks, kindOf } from './resources';

/**
 * What is known about the modules that are not read: their old resources stay where they are.
 *
 * @returns with the addresses at which they are called, without keys
 */
export async function inspectOutside({
  folder,
  outside,
  modules,
  state,
  prefixes,
}: {
  readonly folder: string;
  readonly outside: readonly OutsideCall[];
  readonly modules: readonly OldModule[];
  readonly state: readonly StateObject[];
  readonly prefixes: readonly string[];
}) {
  const addresses: string[] = [];
  const findings: Finding[] = [];
  for (const call of outside) {
    const own = pathsTo(call.from, modules).map((path) => joinAddress(path, `module.${call.name}`));
    addresses.push(...own);
    const inState = state.filter(
      ({ mode, type, moduleAddress }) =>
        mode === 'managed' && kindOf(type, oldKinds, prefixes) !== undefined && isBelow(moduleAddress, own),
    ).length;
    const [inCode = 0, problem] = await countBlocks(folder, call, own, prefixes);
    if (inState + inCode > 0 || problem !== undefined)
      findings.push(describe(call, inState, inCode, problem));
  }
  return { addresses, findings };
}

function describe(
  { name, file, source }: OutsideCall,
  inState: number,
  inCode: number,
  problem: string | undefined,
): Finding {
  const counts = [
    ...(inCode === 0 ? [] : [`${inCode} of its blocks`]),
    ...(inState === 0 ? [] : [`${inState} of its resources in the state`]),
  ].join(' and ');
  const isOld = counts !== '';
  return {
    code: 'convert.module_outside',
    severity: 'todo',
    address: `module.${name}`,
    file,
    text: isOld
      ? `The module ${source} is not in a folder beside the code, so it is not converted: ${counts} are of retired kinds and stay as they are. ` +
        'Copy the module below the folder, change its source, and convert again.'
      : `The module ${source} was not read${problem === undefined ? '' : `: ${problem}`}. If it has resources of retired kinds, copy it below ` +
        'the folder, change its source, and convert again.',
  };
}

/** The old blocks of a module; undefined with the reason where it cannot be read. */
async function countBlocks(
  folder: string,
  { from, source }: OutsideCall,
  addresses: readonly string[],
  prefixes: readonly string[],
): Promise<readonly [count: number | undefined, problem: string | undefined]> {
  if (/^\.\.?(?:[/\\]|$)/.test(source)) return [undefined, `there is no folder ${join(from, source)}`];
  const path = await installedAt(folder, addresses);
  if (path === undefined || !existsSync(path)) return [undefined, '`terraform init` has not downloaded it'];
  try {
    const { modules } = await readModules(path);
    return [findOldBlocks(modules, prefixes).length, undefined];
  } catch (error) {
    return [undefined, messageOf(error)];
  }
}

/** Where `terraform init` has put a module. */
async function installedAt(folder: string, addresses: readonly string[]): Promise<string | undefined> {
  const file = join(folder, '.terraform', 'modules', 'modules.json');
  if (!existsSync(file)) return undefined;
  let manifest: unknown;
  try {
    manifest = parseJson(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
  const entries = objectsOf(fieldsOf(manifest).Modules);
  const found = entries.find(
    ({ Key: key }: JsonObject) =>
      typeof key === 'string' && addresses.includes(`module.${key.replaceAll('.', '.module.')}`),
  );
  return typeof found?.Dir === 'string' ? join(folder, found.Dir) : undefined;
}
