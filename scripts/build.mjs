// Compiles lib/ to dist/ and bundles what Terraform starts, the provider plugin and the runner of the provisioner driver.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
// `npm run typecheck` finds type errors; checking here as well doubles the time of a build.
execFileSync('tsgo', ['-p', join(root, 'tsconfig.build.json'), '--noCheck'], {
  stdio: 'inherit',
  env: { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH },
});
// Needs the compiled launcher.
const { bundleProgram } = await import('./bundle-program.mjs');
const programs = [
  ['plugin', 'terraform-provider-edge.js'],
  ['provisioner', 'edge-platform-runner.js'],
];
await Promise.all(
  programs.map(([driver, file]) =>
    bundleProgram(join(root, 'lib', 'drivers', driver, 'main.ts'), join(dist, 'plugin', file)),
  ),
);
chmodSync(join(dist, 'cli', 'main.js'), 0o755);
