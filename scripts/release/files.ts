import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The files in a folder and its folders, relative to it with `/`, sorted by bytes. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The SHA-256 of a file, in hexadecimal. */
export function sha256Of(file: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  const descriptor = openSync(file, 'r');
  try {
    for (let size = readSync(descriptor, piece); size > 0; size = readSync(descriptor, piece))
      hash.update(piece.subarray(0, size));
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

/** What `sha256sum --check` reads: a line for each file of a folder. */
export function checksumsOf(folder: string): string {
  return filesIn(folder)
    .map((file) => `${sha256Of(join(folder, file))}  ${file}\n`)
    .join('');
}
