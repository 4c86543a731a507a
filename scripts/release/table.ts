import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../../lib/ground/compare';
import { filesIn } from './files';

/** What a folder has, a line of at most 80 columns for each file and folder in the folders of its parts, with the sizes. */
export function tableOf(folder: string): string {
  const rows = entriesIn(folder).flatMap((entry) =>
    entry.isDirectory()
      ? entriesIn(join(folder, entry.name)).map((each) => rowOf(folder, `${entry.name}/${each.name}`))
      : [rowOf(folder, entry.name)],
  );
  return rows.map(({ name, size }) => `${fit(name, 68)}${size.padStart(12)}\n`).join('');
}

const entriesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));

function rowOf(folder: string, name: string): { readonly name: string; readonly size: string } {
  const path = join(folder, name);
  if (!statSync(path).isDirectory()) return { name, size: sizeOf(statSync(path).size) };
  const files = filesIn(path);
  const total = files.reduce((sum, file) => sum + statSync(join(path, file)).size, 0);
  return { name: `${name}/ (${files.length} files)`, size: sizeOf(total) };
}

/** A size as people read it, in units of 1000. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

const fit = (text: string, width: number) =>
  text.length <= width ? text.padEnd(width) : `${text.slice(0, width - 1)}…`;
