import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const script = join(__dirname, '../../scripts/bundle.mjs');
const bundles = new Map<string, Buffer>();

/** Bundles a program for Terraform as `npm run build` does, once per test file. */
export function bundleProgram(main: string, file: string): void {
  const bundle = bundles.get(main);
  if (bundle === undefined) {
    execFileSync(process.execPath, [script, main, file]);
    bundles.set(main, readFileSync(file));
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bundle, { mode: 0o755 });
}
