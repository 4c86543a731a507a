import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { fieldsOf, isObject, parseJson, withoutByteOrderMark, type JsonObject } from '../../../ground/json';
import { messageOf } from '../../../ground/words';
import type { ModuleCall, OldFile, OldModule } from '../model';
import { blocksIn } from '../reduce/blocks';
import { literalOf } from '../../../hcl/template';
import { parseHcl } from './hcl';
import { own, setOwn } from '../../../ground/record';

/** A `module` block whose module is in a registry or a repository, or in a folder that does not exist. */
export interface OutsideCall {
  /** The path of the module that has the block. */
  readonly from: string;
  readonly file: string;
  readonly name: string;
  /** As it is written. */
  readonly source: string;
}

export interface ReadModules {
  /** The root module first. */
  readonly modules: readonly OldModule[];
  readonly outside: readonly OutsideCall[];
}

/**
 * Reads a module and the modules in folders that it calls, below its own or beside it.
 *
 * @throws an Error that names file, line and rule of what is not HCL or JSON, and one for a folder without Terraform files
 */
export async function readModules(folder: string): Promise<ReadModules> {
  const modules = new Map<string, OldModule>();
  const outside: OutsideCall[] = [];
  const open = [''];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (modules.has(path)) continue;
    const files = await readFiles(folder, path);
    const calls: ModuleCall[] = [];
    for (const { source, ...call } of files.flatMap((file) => callsIn(file, path))) {
      const to = folderOf(folder, path, source);
      if (to === undefined) outside.push({ from: path, file: call.file, name: call.name, source });
      else calls.push({ ...call, to });
    }
    modules.set(path, { path, files, calls });
    open.push(...calls.map(({ to }) => to));
  }
  return { modules: [...modules.values()], outside };
}

async function readFiles(folder: string, path: string): Promise<OldFile[]> {
  const names = (await readdir(join(folder, path), { withFileTypes: true }))
    .filter((entry) => !entry.isDirectory() && isTerraformFile(entry.name))
    .map(({ name }) => name)
    .sort();
  return Promise.all(
    names.map(async (name): Promise<OldFile> => {
      const file = path === '' ? name : `${path}/${name}`;
      const text = await readFile(join(folder, file), 'utf8');
      return name.endsWith('.json')
        ? { path: file, syntax: 'json', text, content: parseJsonFile(file, text) }
        : { path: file, syntax: 'hcl', text, content: await parseHcl(file, text) };
    }),
  );
}

/** Terraform ignores hidden files and the backups of editors. */
function isTerraformFile(name: string): boolean {
  return /\.tf(?:\.json)?$/.test(name) && !/^\.|^#.*#$/.test(name);
}

/** Terraform's JSON syntax allows objects where a block can be repeated; the result always has lists. */
function parseJsonFile(file: string, text: string): JsonObject {
  let content: unknown;
  try {
    content = parseJson(withoutByteOrderMark(text));
  } catch (error) {
    throw new Error(`${file}: ${messageOf(error)}`, { cause: error });
  }
  if (!isObject(content)) throw new Error(`${file}: is no JSON object.`);
  return Object.fromEntries(
    Object.entries(content).map(([section, value]) => {
      const depth = own(labelsOf, section);
      return [section, depth === undefined ? value : normalize(value, depth)];
    }),
  );
}

/** How many labels the blocks of a section have. */
const labelsOf: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  ephemeral: 2,
  module: 1,
  output: 1,
  provider: 1,
  variable: 1,
  check: 1,
  import: 0,
  locals: 0,
  moved: 0,
  removed: 0,
  terraform: 0,
};

/** Objects by label, each with the list of its bodies. */
function normalize(value: unknown, depth: number): unknown {
  const objects = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject);
  if (depth === 0) return objects;
  const result: Record<string, unknown> = {};
  for (const object of objects)
    for (const [label, inner] of Object.entries(object)) {
      if (label === '//') continue;
      const normal = normalize(inner, depth - 1);
      const before = own(result, label);
      const both =
        depth === 1
          ? [...(Array.isArray(before) ? (before as unknown[]) : []), ...(normal as unknown[])]
          : { ...fieldsOf(before), ...(normal as object) };
      setOwn(result, label, both);
    }
  return result;
}

function callsIn({ path: file, content }: OldFile, from: string) {
  return blocksIn(content, file).flatMap(({ section, labels: [name = ''], body }) => {
    if (section !== 'module' || typeof body.source !== 'string') return [];
    const isRepeated = body.for_each !== undefined || body.count !== undefined;
    return [{ from, file, name, isRepeated, source: literalOf(body.source) ?? body.source }];
  });
}

/** Relative to the root module, beginning with `..` for one beside it; undefined for what is no folder. */
function folderOf(root: string, from: string, source: string): string | undefined {
  if (!/^\.\.?(?:[/\\]|$)/.test(source)) return undefined;
  const path = relative(resolve(root), resolve(root, from, source))
    .split(sep)
    .join(posix.sep);
  return path === '' || !existsSync(join(root, path)) ? undefined : path;
}
