import { copyFile, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { createFile, unlessMissing } from '../../files';
import type { OldConfiguration } from '../model';
import { newModulePaths } from './module-paths';

export interface Copy {
  readonly from: string;
  /** The path, relative to the new folder, with `/` on every platform. */
  readonly to: string;
}

/**
 * The files beside the Terraform files that were read: those of the folder, and those of modules outside of it. Terraform's own data,
 * states and repositories are left out.
 *
 * @param out - the new folder, which may be below the old one
 */
export async function findCopies(
  { folder, modules }: Pick<OldConfiguration, 'folder' | 'modules'>,
  out: string,
): Promise<readonly Copy[]> {
  const places = newModulePaths({ modules });
  const read = new Set(modules.flatMap(({ files }) => files.map(({ path }) => resolve(folder, path))));
  const outside = modules.filter(({ path }) => places.get(path) !== path);
  const roots = [{ path: '' }, ...outside].map(({ path }) => resolve(folder, path));
  // A module may be the parent of the folder.
  const borders = new Set([...roots, resolve(out)]);
  const found: Copy[] = [];
  for (const { path } of [{ path: '' }, ...outside]) {
    const root = resolve(folder, path);
    for (const file of await filesBelow(root, borders)) {
      const from = join(root, file);
      if (!read.has(from)) found.push({ from, to: posix.join(places.get(path) ?? '', file) });
    }
  }
  return found;
}

/**
 * Copies files into a folder.
 *
 * @throws an Error that names a file that is there with other content; then nothing is copied
 */
export async function copyFiles(out: string, copies: readonly Copy[]): Promise<void> {
  const missing: Copy[] = [];
  for (const copy of copies) {
    const before = await unlessMissing(() => readFile(join(out, copy.to)));
    if (before === undefined) missing.push(copy);
    // `terraform init` and `edge-platform provider install` add the new provider to it.
    else if (posix.basename(copy.to) === '.terraform.lock.hcl') continue;
    else if (!before.equals(await readFile(copy.from))) throw refusal(out, copy);
  }
  for (const copy of missing)
    if (!(await createFile(join(out, copy.to), (draft) => copyFile(copy.from, draft))))
      throw refusal(out, copy);
}

function refusal(out: string, { to }: Copy): Error {
  return new Error(
    `--out: ${out} has ${to} with other content, which is not overwritten. Name another folder, or move the file away.`,
  );
}

const leftOut = /^(?:\.terraform|\.git|node_modules|\.terraform\.tfstate\.lock\.info|.*\.tfstate(?:\..*)?)$/;

/** The files below a folder. `open` has the folders around it, against links that lead back to one. */
async function filesBelow(
  root: string,
  borders: ReadonlySet<string>,
  below = '',
  open: readonly string[] = [],
): Promise<string[]> {
  const folder = await realpath(join(root, below));
  if (open.includes(folder)) return [];
  const names = (await readdir(folder)).filter((name) => !leftOut.test(name)).sort();
  const found: string[] = [];
  for (const name of names) {
    const path = posix.join(below, name);
    const entry = await stat(join(root, path)).catch(() => undefined);
    if (entry?.isFile() === true) found.push(path);
    if (entry?.isDirectory() === true && !borders.has(resolve(root, path)))
      found.push(...(await filesBelow(root, borders, path, [...open, folder])));
  }
  return found;
}
