// Compiles lib/ to dist/ and bundles what Terraform starts, the provider plugin and the runner of the provisioner driver,
// into one file each: a bundle starts in half the time, and Terraform starts the plugin several times a command.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

rmSync(dist, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [require.resolve('typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
  {
    stdio: 'inherit',
  },
);

/**
 * The index of undici loads fetch, web sockets and caches; the client uses its Pool alone. That is a fifth of the
 * plugin's start (bench/plugin-start.mjs). An import of anything else from undici fails the acceptance tests.
 */
const undiciPoolOnly = {
  name: 'undici-pool-only',
  setup(bundle) {
    bundle.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici-pool' }));
    bundle.onLoad({ filter: /.*/, namespace: 'undici-pool' }, () => ({
      contents: "exports.Pool = require('undici/lib/dispatcher/pool.js');",
      resolveDir: root,
    }));
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'inline',
  plugins: [undiciPoolOnly],
  logLevel: 'warning',
};

const plugin = join(dist, 'plugin', 'terraform-provider-edge.js');
await build({
  ...shared,
  entryPoints: [join('lib', 'drivers', 'plugin', 'main.ts')],
  outfile: plugin,
  banner: { js: '#!/usr/bin/env node' },
  // Loaded by grpc-js for diagnostics services that the plugin does not have.
  external: ['@grpc/proto-loader'],
});

await build({
  ...shared,
  entryPoints: [join('lib', 'drivers', 'provisioner', 'main.ts')],
  outfile: join(dist, 'plugin', 'edge-platform-runner.js'),
});

chmodSync(plugin, 0o755);
chmodSync(join(dist, 'cli', 'main.js'), 0o755);
