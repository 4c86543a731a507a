// Compiles lib/ to dist/ and bundles the programs: the provider plugin, the runner of the provisioner driver, the command.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
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
  ['drivers/plugin/main.ts', 'plugin/terraform-provider-edge'],
  ['drivers/provisioner/main.ts', 'plugin/edge-platform-runner.cjs'],
  ['cli/main.ts', 'cli/main.js'],
  ['cli/logs/preview/worker.ts', 'cli/worker.js'],
];
rmSync(join(dist, 'cli'), { recursive: true });
await Promise.all(
  programs.map(([main, file]) =>
    bundleProgram(join(root, 'lib', ...main.split('/')), join(dist, ...file.split('/'))),
  ),
);
