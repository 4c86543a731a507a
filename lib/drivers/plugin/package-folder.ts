import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packageHashOf } from './package-hash';

/** A file of a provider package: its content, or the path of a file of the user's cache that may be linked. */
export type PackageFile = { readonly name: string } & (
  | { readonly content: Buffer }
  | { readonly path: string }
);

/** Makes a folder a provider package. Files that are as they should be stay untouched; others go, because the hash is that of all. */
export function writePackage(folder: string, files: readonly PackageFile[]): void {
  mkdirSync(folder, { recursive: true });
  const names = files.map(({ name }) => name);
  for (const other of readdirSync(folder).filter((name) => !names.includes(name)))
    rmSync(join(folder, other), { recursive: true });
  for (const each of files) {
    const target = join(folder, each.name);
    if (isCurrent(target, each)) continue;
    // Not in place: it may be a link to a file of the cache.
    rmSync(target, { recursive: true, force: true });
    if ('content' in each) writeFileSync(target, each.content);
    else linkOrCopy(each.path, target);
  }
  // Also for an unchanged file: an archive of the folder may have lost the executable bit.
  for (const name of names) if (name.startsWith('terraform-provider-')) makeExecutable(join(folder, name));
}

/** Terraform's hash of the package in a folder. */
export function hashFolder(folder: string): string {
  return packageHashOf(
    new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const)),
  );
}

/** Links a file, which takes no space, or copies it where the file system or its border does not allow that. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function isCurrent(target: string, file: PackageFile): boolean {
  if (!existsSync(target)) return false;
  if ('content' in file) return readFileSync(target).equals(file.content);
  const [present, cached] = [statSync(target), statSync(file.path)];
  if (present.ino === cached.ino && present.dev === cached.dev) return true;
  return present.size === cached.size && readFileSync(target).equals(readFileSync(file.path));
}

function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o777) !== 0o755) chmodSync(file, 0o755);
}
