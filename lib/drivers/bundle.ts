import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What Terraform starts of this package, in one file each; `what` is for the error. */
export interface Bundle {
  readonly fileName: string;
  readonly what: string;
}

/** The bundle beside the compiled package; when run from the sources, the one that was built last. */
export function readBundle({ fileName, what }: Bundle): Buffer {
  const root = join(__dirname, '..');
  const places = [join(root, 'plugin', fileName), join(root, '..', 'dist', 'plugin', fileName)];
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return readFileSync(found);
  throw new Error(
    `${what} is missing: there is no ${fileName} in cdktf-edge-platform. Install the package anew; in a checkout, run npm run build.`,
  );
}

/** Writes a file that is not there just so. */
export function placeFile(file: string, content: Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
