import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of this package that Terraform starts; `what` names it in an error. */
export interface Bundle {
  readonly fileName: string;
  readonly what: string;
}

/** The bundle beside the compiled package, or, when run from the sources, the one that was built last. */
export function readBundle({ fileName, what }: Bundle): Buffer {
  const root = join(__dirname, '..');
  const places = [join(root, 'plugin', fileName), join(root, '..', 'dist', 'plugin', fileName)];
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return readFileSync(found);
  throw new Error(
    `${what} is missing: there is no ${fileName} in cdktf-edge-platform. Install the package anew; in a checkout, run npm run build.`,
  );
}

/**
 * Writes a bundle into a folder of the stack's own. Node.js takes a script for an ES module when the nearest package.json
 * says so, and that may be the one of the project that the stack's folder lies in. `folder` gets one that says otherwise.
 */
export function placeBundle(folder: string, path: string, content: Buffer): void {
  placeFile(join(folder, path), content);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "type": "commonjs" }\n');
}

/** Leaves a file untouched that has this content. */
function placeFile(file: string, content: Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
