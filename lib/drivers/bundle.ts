import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Reads the bundle of the compiled package or, when run from the sources, of the last build. `what` names it in an error. */
export function readBundle(fileName: string, what: string): Buffer {
  const root = join(__dirname, '..');
  const paths = [join(root, 'plugin', fileName), join(root, '..', 'dist', 'plugin', fileName)];
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined) return readFileSync(found);
  throw new Error(
    `${what} is missing: there is no ${fileName} in cdktf-edge-platform. Reinstall the package; in a checkout, run npm run build.`,
  );
}

export function packageFile(path: string): string {
  return join(__dirname, '..', '..', path);
}

/** Writes a bundle, and does not touch a file that already has this content. */
export function writeBundle(file: string, content: Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
