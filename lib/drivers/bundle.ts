import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A bundled file of this package that Terraform starts. `what` names it in an error. */
export interface Bundle {
  readonly fileName: string;
  readonly what: string;
}

/** Reads the bundle of the compiled package or, when run from the sources, of the last build. */
export function readBundle({ fileName, what }: Bundle): Buffer {
  const root = join(__dirname, '..');
  const paths = [join(root, 'plugin', fileName), join(root, '..', 'dist', 'plugin', fileName)];
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined) return readFileSync(found);
  throw new Error(
    `${what} is missing: there is no ${fileName} in cdktf-edge-platform. Reinstall the package; in a checkout, run npm run build.`,
  );
}

/**
 * Writes a bundle to a folder of the stack. Node.js runs a script as an ES module if the nearest package.json says so, which
 * may be that of the surrounding project. So the folder gets a package.json of its own that says CommonJS.
 */
export function writeBundle(folder: string, path: string, content: Buffer): void {
  writeIfChanged(join(folder, path), content);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "type": "commonjs" }\n');
}

/** Does not touch a file that already has this content. */
function writeIfChanged(file: string, content: Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
