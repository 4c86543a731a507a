import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { isObject, parseJson, withoutByteOrderMark, type JsonObject } from '../../../ground/json';
import { messageOf } from '../../../ground/words';
import type { ModuleCall, OldFile, OldModule } from '../model';
import { blocksIn } from '../blocks';
import { literalOf } from '../../../hcl/template';
import { readContent } from '../../../hcl/content';

/** A `module` block whose module is in a registry or a repository, or in a folder that does not exist. */
export interface UnreadModuleCall {
  /** The path of the module that has the block. */
  readonly from: string;
  readonly file: string;
  readonly name: string;
  readonly source: string;
}

/**
 * Reads a module and the modules in folders that it calls, below its own or beside it. The root module is the first.
 *
 * @throws an Error that names file, line and rule of what is not HCL or JSON, and one for a folder without Terraform files
 */
export async function readModules(folder: string) {
  const modules = new Map<string, OldModule>();
  const outside: UnreadModuleCall[] = [];
  const open = [''];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (modules.has(path)) continue;
    const files = await readFiles(folder, path);
    const calls: ModuleCall[] = [];
    for (const { from, name, file, source, isRepeated } of callsIn(files, path)) {
      const to = folderOf(folder, path, source);
      if (to === undefined) outside.push({ from, file, name, source });
      else calls.push({ from, name, to, isRepeated });
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
        : { path: file, syntax: 'hcl', text, content: readContent(file, text) };
    }),
  );
}

/** Whether Terraform reads a file of this name. It ignores hidden files and the backups of editors. */
function isTerraformFile(name: string): boolean {
  return /\.tf(?:\.json)?$/.test(name) && !/^\.|^#.*#$/.test(name);
}

function parseJsonFile(file: string, text: string): JsonObject {
  let content: unknown;
  try {
    content = parseJson(withoutByteOrderMark(text));
  } catch (error) {
    throw new Error(`${file}: ${messageOf(error)}`, { cause: error });
  }
  if (!isObject(content)) throw new Error(`${file}: is no JSON object.`);
  return content;
}

function callsIn(files: readonly OldFile[], from: string) {
  return blocksIn(files, 'module').flatMap(({ labels: [name = ''], body, file }) => {
    if (typeof body.source !== 'string') return [];
    const isRepeated = body.for_each !== undefined || body.count !== undefined;
    return [{ from, file, name, isRepeated, source: literalOf(body.source) ?? body.source }];
  });
}

/** The folder of a source, relative to the root module, beginning with `..` for one beside it; undefined for what is no folder. */
function folderOf(root: string, from: string, source: string): string | undefined {
  if (!/^\.\.?(?:[/\\]|$)/.test(source)) return undefined;
  const path = relative(resolve(root), resolve(root, from, source))
    .split(sep)
    .join(posix.sep);
  return path === '' || !existsSync(join(root, path)) ? undefined : path;
}
