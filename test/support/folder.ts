import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';

/** A folder of a test's own. It goes with the temporary folder of its file, see `environment.js`. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'test-'));
}

type Content = string | Uint8Array;

export function writeFiles(
  folder: string,
  files: Iterable<readonly [path: string, content: Content]> | Readonly<Record<string, Content>>,
): void {
  for (const [path, content] of Symbol.iterator in files ? files : Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The files of a folder by their paths, with `/`. */
export function readFiles(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(
    paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')] as const),
  );
}

/** The folder has these files. `UPDATE=1` writes them. */
export function expectFiles(folder: string, expected: ReadonlyMap<string, string>): void {
  if (process.env.UPDATE === '1') {
    rmSync(folder, { recursive: true, force: true });
    writeFiles(folder, expected);
  }
  expect(Object.fromEntries(expected)).toEqual(Object.fromEntries(readFiles(folder)));
}
