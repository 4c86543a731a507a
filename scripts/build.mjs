// Builds the package in dist/: writes the names of log fields and the props of constructs, compiles lib/, assembles the modules, and bundles the programs: the
// provider plugin, the runner of the provisioner driver, the command.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const compiled = join(root, '.tmp', 'build');

execFileSync(process.execPath, [join(root, 'scripts', 'log-names.mjs')], { stdio: 'inherit' });
execFileSync(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'construct-props.ts')], {
  stdio: 'inherit',
});
for (const folder of [dist, compiled]) rmSync(folder, { recursive: true, force: true });
// `npm run typecheck` finds type errors; checking here as well doubles the time of a build.
execFileSync('tsgo', ['-p', join(root, 'tsconfig.build.json'), '--noCheck'], {
  stdio: 'inherit',
  env: { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH },
});
// Needs the compiled launcher.
const { bundleLibrary, bundleProgram, bundleScript, writePackages } = await import('./bundle.mjs');
const { bundlePage } = await import('./page.mjs');
const { assemble } = await import('./assemble.mjs');
const programs = [
  ['drivers/plugin/main.ts', 'plugin/terraform-provider-edge'],
  ['drivers/provisioner/main.ts', 'plugin/edge-platform-runner.cjs'],
  ['cli/main.ts', 'cli/main.js'],
  ['cli/logs/preview/worker.ts', 'cli/worker.js'],
];
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.values(manifest.exports)
  .map((entry) => /^\.\/dist\/(?!cdktn\/)(.*)\.js$/.exec(entry.default ?? '')?.[1])
  .filter((entry) => entry !== undefined);
await Promise.all([
  bundlePage(join(dist, 'emulator', 'page', 'page.html')),
  assemble({ compiled, dist, entries, bundleLibrary }),
  bundleScript(
    join(root, 'lib', 'drivers', 'launcher', 'standalone.ts'),
    join(dist, 'plugin', 'standalone.cjs'),
  ),
  ...programs.map(([main, file]) =>
    bundleProgram(join(root, 'lib', ...main.split('/')), join(dist, ...file.split('/'))),
  ),
]);
writePackages({
  licensesFile: join(dist, 'THIRD-PARTY-LICENSES.txt'),
  // The bill of materials of a release is made of it.
  recordFile: join(root, '.tmp', 'bundled-packages.json'),
});
