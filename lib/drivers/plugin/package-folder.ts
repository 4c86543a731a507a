import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { compareKeys } from '../../ground/compare';

export type PackageFile = { readonly name: string } & (
  | { readonly content: Buffer }
  | { readonly path: string }
);

/** Makes a folder a provider package; one with the hash stays as it is. @throws an error if the files have another hash: they have changed meanwhile */
export function writePackage(folder: string, files: readonly PackageFile[], hash: string): void {
  mkdirSync(folder, { recursive: true });
  const names = files.map(({ name }) => name);
  for (const other of readdirSync(folder).filter((name) => !names.includes(name)))
    rmSync(join(folder, other), { recursive: true });
  if (!isCurrent(folder, names, hash)) {
    for (const each of files) copyFile(each, join(folder, each.name));
    if (hashFolder(folder) !== hash)
      throw new Error(
        `${folder} has another hash than its package, which has changed meanwhile. Run this again.`,
      );
  }
  // Also for an unchanged file: an archive of the folder may have lost the executable bit.
  for (const name of names) if (name.startsWith('terraform-provider-')) makeExecutable(join(folder, name));
}

export function hashFolder(folder: string): string {
  return packageHashOf(
    new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const)),
  );
}

/** Whether a folder has a package. A file that is also elsewhere, such as in a cache, could be changed there. */
function isCurrent(folder: string, names: readonly string[], hash: string): boolean {
  const isFile = (name: string) => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.nlink === 1;
  };
  return names.every(isFile) && hashFolder(folder) === hash;
}

function copyFile(file: PackageFile, target: string): void {
  // Not in place: it may be a link.
  rmSync(target, { recursive: true, force: true });
  if ('content' in file) writeFileSync(target, file.content);
  // Some file systems copy without taking space.
  else copyFileSync(file.path, target, constants.COPYFILE_FICLONE);
}

function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o777) !== 0o755) chmodSync(file, 0o755);
}

/** Terraform's `h1` hash of a provider package: of the names and contents of its files. */
export function packageHashOf(files: ReadonlyMap<string, Buffer>): string {
  const listing = [...files]
    .sort(compareKeys)
    .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  return `h1:${createHash('sha256').update(listing.join('')).digest('base64')}`;
}
