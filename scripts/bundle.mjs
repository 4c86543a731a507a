// Bundles a program into one file: node scripts/bundle.mjs MAIN.ts FILE. Terraform starts a plugin several times a
// command, and people wait for a command line tool, so a bundle holds only what the program needs, behind a launcher that caches
// its code (docs/decisions/0015-compile-cache.md). `npm run bench -- plugin-start` measures it.
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
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

/** The members of our JSON files are parsed when they are first read. To make all datasets takes 2 % of a start. */
const tablesOnDemand = {
  name: 'tables-on-demand',
  setup(bundle) {
    bundle.onLoad({ filter: /[/\\]lib[/\\].*\.json$/ }, ({ path }) => {
      const members = Object.entries(JSON.parse(readFileSync(path, 'utf8'))).map(([name, member]) => {
        const key = JSON.stringify(name);
        const value = `JSON.parse(${JSON.stringify(JSON.stringify(member))})`;
        return `get ${key}() { return keep(this, ${key}, ${value}); }`;
      });
      const keep = `function keep(table, key, value) {
        Object.defineProperty(table, key, { value, enumerable: true });
        return value;
      }`;
      return { contents: `export default { ${members.join(', ')} };\n${keep}` };
    });
  },
};

/** protobufjs works without it. It compiles WebAssembly when it loads, and no message has integers that need it. */
const noLongIntegers = replaceModule('no-long-integers', /^long$/, '');

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

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const shared = {
  absWorkingDir: root,
  define: { bundledVersion: JSON.stringify(version) },
  bundle: true,
  platform: 'node',
  target: 'node20',
  write: false,
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/** The launcher stays readable: it is what a person sees who opens the file. Old versions of Node.js parse it, and say that they are too old. */
const launcher = await build({
  ...shared,
  target: 'node12',
  minify: false,
  entryPoints: [join('lib', 'drivers', 'launcher', 'main.ts')],
});
const compiledLauncher = join(root, '.tmp', 'build', 'drivers', 'launcher');
const { packProgram } = require(join(compiledLauncher, 'packed-program.js'));
const { nodeRuntimeVariables } = require(join(compiledLauncher, 'node-variables.js'));

/** What finds Node.js where Terraform starts the file itself, as a plugin. */
const findNode = readFileSync(join(root, 'lib', 'drivers', 'launcher', 'plugin.sh'), 'utf8').replace(
  'VARIABLES_OF_OTHERS',
  nodeRuntimeVariables.join(' '),
);

/** Before anything is loaded that an old version lacks. A plugin has these lines in its head. */
const refuseOldNode = `var current = process.versions.node.split('.');
if (current[0] < 20 || (current[0] == 20 && current[1] < 19)) {
  console.error('edge-platform needs Node.js 20.19 or later, and ' + process.execPath + ' is version ' +
    process.versions.node + '. Install a later one, or select it, such as with: nvm use 22');
  process.exit(2);
}`;

/** License texts of packages that declare a license in package.json alone. */
const licenseFiles = new Map([
  [
    '@bomb.sh/tab',
    'MIT License, https://opensource.org/license/mit, Bombshell Authors, https://github.com/bombshell-dev (according to its package.json)',
  ],
  ['abstract-logging', 'MIT License, http://jsumners.mit-license.org/ (according to its Readme.md)'],
]);

/** The packages that are in bundles so far, by name and version. */
const bundled = new Map();

/** The names and versions of the packages in each file of dist so far. */
const contents = {};

/**
 * Bundles a program into one executable file that starts with the launcher. A file without an extension is a plugin: sh starts
 * it.
 */
export async function bundleProgram(entryPoint, file) {
  const program = await build({
    ...shared,
    entryPoints: [entryPoint],
    outdir: dist,
    plugins: [tablesOnDemand, oneHttpParser, noLongIntegers, emulatorOfThePackage],
    // A script that the launcher compiles has require() alone.
    supported: { 'dynamic-import': false },
  });
  const notice = `/*\n${noticeOf(program, file)}\n*/\n${launcher.outputFiles[0].text}`;
  const isScript = ['.js', '.cjs'].includes(extname(file));
  const head = isScript
    ? `#!/usr/bin/env node\n${refuseOldNode}\n${notice}`
    : `${findNode}\n//launcher\n${notice}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packProgram(head, program.outputFiles[0].text));
  chmodSync(file, 0o755);
}

/** Bundles a program into one script without a launcher. */
export async function bundleScript(entryPoint, file) {
  const script = await build({ ...shared, entryPoints: [entryPoint] });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, script.outputFiles[0].text);
}

/**
 * Bundles modules of a library into one file, which exports each by its name and loads it when it is first used. The library's own
 * imports of cdktf become those of the user's host.
 */
export async function bundleLibrary({ modules, file, host }) {
  const exported = modules.map(JSON.stringify).map((name) => `get ${name}() { return require(${name}); }`);
  const library = await build({
    ...shared,
    stdin: { contents: `module.exports = { ${exported.join(', ')} };`, resolveDir: root },
    plugins: [oneHttpParser],
    alias: host === 'cdktf' ? {} : { cdktf: host },
    external: [host, 'constructs'],
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `/*\n${noticeOf(library, file)}\n*/\n${library.outputFiles[0].text}`);
}

/** Writes all that was bundled: the licenses for people, and the packages of each file of dist for programs. */
export function writePackages({ licensesFile, recordFile }) {
  const packages = [...bundled].sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = packages.map(([title, { license, text }]) => `${title} (${license})\n\n${text}\n`);
  const intro = 'Files of this package contain the following packages.\n';
  writeFileSync(licensesFile, [intro, ...texts].join(`\n${'-'.repeat(80)}\n\n`));
  const record = {
    packages: Object.fromEntries(
      packages.map(([title, { name, version, license, path }]) => [title, { name, version, license, path }]),
    ),
    files: Object.fromEntries(Object.entries(contents).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
}

/** Which packages a bundle contains, for the head of the file that it becomes. */
function noticeOf({ metafile }, file) {
  const packages = new Map(
    Object.keys(metafile.inputs)
      .filter((path) => path.includes('node_modules/'))
      .map(packageOf)
      .map((each) => [each.title, each]),
  );
  for (const [title, each] of packages) bundled.set(title, each);
  contents[relative(dist, file).split(sep).join('/')] = [...packages.keys()].sort();
  const lines = [...packages.values()].map(({ title, license }) => `  ${title} (${license})`);
  return [
    'Contains, with their licenses in THIRD-PARTY-LICENSES.txt of the npm package:',
    ...lines.sort(),
  ].join('\n');
}

/** The package of a file in node_modules, with the text of its license. */
function packageOf(path) {
  const folder = join(root, /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(path)[1]);
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const title = `${name} ${version}`;
  const texts = readdirSync(folder)
    .filter((each) => /^(licen[cs]e|notice|copying)/i.test(each))
    .map((each) => readFileSync(join(folder, each), 'utf8').trim());
  const terms = texts.length > 0 ? texts.join('\n\n') : licenseFiles.get(name);
  if (terms === undefined || license === undefined) throw new Error(`The license of ${title} is unknown.`);
  const text = license.startsWith('MPL-') ? `${sourceOf(title, repository)}\n\n${terms}` : terms;
  const at = folder.split(sep).join('/');
  return { title, name, version, license, text, path: at.slice(at.indexOf('node_modules/')) };
}

/** Where the source code is: the Mozilla Public License requires that whoever receives a bundle learns it. */
function sourceOf(title, { url, directory } = {}) {
  if (url === undefined) throw new Error(`The source code of ${title} is unknown.`);
  const address = url.replace(/^git(\+https)?:/, 'https:').replace(/\.git$/, '');
  return `Source code: ${address}${directory === undefined ? '' : `/tree/HEAD/${encodeURI(directory)}`}`;
}

const [, script, entryPoint, file] = process.argv;
if (script === fileURLToPath(import.meta.url)) await bundleProgram(resolve(entryPoint), resolve(file));
