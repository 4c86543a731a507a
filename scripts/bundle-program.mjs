// Bundles a program into one file: node scripts/bundle-program.mjs MAIN.ts FILE. Terraform starts a plugin several times a
// command, and people wait for a command line tool, so a bundle holds only what the program needs, behind a launcher that caches
// its code (docs/decisions/0015-compile-cache.md). `npm run bench -- plugin-start` measures it.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

/** Puts another module in the place of a package, for what the package's index loads and the program does not use. */
const replaceModule = (name, filter, contents) => ({
  name,
  setup(bundle) {
    bundle.onResolve({ filter }, () => ({ path: name, namespace: name }));
    bundle.onLoad({ filter: /.*/, namespace: name }, () => ({ contents, resolveDir: root }));
  },
});

/** undici prefers its HTTP parser with SIMD instructions. One parser is enough, and the one without them runs everywhere. */
const oneHttpParser = {
  name: 'one-http-parser',
  setup(bundle) {
    bundle.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../llhttp/llhttp-wasm.js'),
    }));
  },
};

/** The index of grpc-js loads its client and every way to balance load; the plugin is a server on a Unix socket. */
const grpcServerOnly = replaceModule(
  'grpc-server-only',
  /^@grpc\/grpc-js$/,
  `exports.Server = require('@grpc/grpc-js/build/src/server').Server;
  exports.ServerCredentials = require('@grpc/grpc-js/build/src/server-credentials').ServerCredentials;
  require('@grpc/grpc-js/build/src/resolver-uds').setup();`,
);

/** Makes the clients of diagnostics services, which need @grpc/proto-loader and which the plugin does not have. */
const noGrpcClients = {
  name: 'no-grpc-clients',
  setup(bundle) {
    bundle.onLoad({ filter: /\/grpc-js\/build\/src\/make-client\.js$/ }, () => ({ contents: '' }));
  },
};

/** The emulator is a module of the package too, so the command loads that one instead of a copy of its own. */
const emulatorOfThePackage = {
  name: 'emulator-of-the-package',
  setup(bundle) {
    bundle.onResolve({ filter: /\/emulator\/index\.js$/ }, () => ({
      path: '../emulator/index.js',
      external: true,
    }));
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  write: false,
  logLevel: 'warning',
};

/** The launcher stays readable: it is what a person sees who opens the file. */
const launcher = await build({ ...shared, entryPoints: [join('lib', 'drivers', 'launcher', 'main.ts')] });
const { packProgram } = require(join(dist, 'drivers', 'launcher', 'packed-program.js'));

/** What finds Node.js where Terraform starts the file itself, as a plugin. */
const findNode = readFileSync(join(root, 'lib', 'drivers', 'launcher', 'plugin.sh'), 'utf8');

/**
 * Bundles a program into one executable file that starts with the launcher. A file without an extension is a plugin: sh starts
 * it.
 */
export async function bundleProgram(entryPoint, file) {
  const program = await build({
    ...shared,
    entryPoints: [entryPoint],
    outdir: dist,
    minify: true,
    legalComments: 'external',
    plugins: [oneHttpParser, grpcServerOnly, noGrpcClients, emulatorOfThePackage],
    external: ['@grpc/proto-loader'],
    // A script that the launcher compiles has require() alone.
    supported: { 'dynamic-import': false },
  });
  const text = (ending) => program.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const licenses = text('.LEGAL.txt').replaceAll('*/', '*\\/');
  const notice = `/*\n${licenses}*/\n${launcher.outputFiles[0].text}`;
  const isScript = ['.js', '.cjs'].includes(extname(file));
  const head = isScript ? `#!/usr/bin/env node\n${notice}` : `${findNode}\n//launcher\n${notice}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packProgram(head, text(`${parse(entryPoint).name}.js`)));
  chmodSync(file, 0o755);
}

const [, script, entryPoint, file] = process.argv;
if (script === fileURLToPath(import.meta.url)) await bundleProgram(resolve(entryPoint), resolve(file));
