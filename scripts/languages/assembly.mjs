// The constructs as a jsii module, from which packages for Python, Java, Go and C# are generated. jsii describes the sources and
// refuses what another language cannot say; the code of the module is that of dist/, which carries its libraries in itself.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isForHost, libraryOf } from '../assemble.mjs';
import { withDocLinks } from '../doc-links.mjs';
import { findIncompatibilities } from './compatibility.mjs';
import { packageName, repository, targetsOf } from './names.mjs';

const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const folder = join(root, '.tmp', 'languages');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What registries show of a package. */
const readme = join(import.meta.dirname, 'package-readme.md');

/** The descriptions name types that constructs has since 10.6. cdktn accepts it before 10.8 only. */
const constructsOf = { cdktf: '^10.6.0', cdktn: '>=10.6.0 <10.8.0' };

/** What the constructs read at synth and no module requires. */
const dataFiles = [
  'plugin/terraform-provider-edge',
  'plugin/standalone.cjs',
  'plugin/edge-platform-runner.cjs',
  'THIRD-PARTY-LICENSES.txt',
];

/**
 * The folder with the module of a host, made anew where sources or dist/ have changed. Needs a build.
 *
 * @param host - `cdktf` or `cdktn`
 */
export function buildAssembly(host) {
  const sources = reach(join(root, 'lib/index.ts'), sourcesOf);
  const main = join(dist, host === 'cdktf' ? 'index.js' : 'cdktn/index.js');
  const code = [...reach(main, requiredBy), ...dataFiles.map((each) => join(dist, each))];
  const key = hashOf([...sources, ...code, join(root, 'package.json'), ...ownFiles]);
  const target = join(folder, host);
  if (keyOf(target) === key) return target;

  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, '.building-'));
  try {
    const assembly = describe(join(scratch, 'sources'), sources, host);
    const built = join(scratch, 'module');
    for (const file of code) copyInto(built, file);
    cpSync(join(scratch, 'sources/compiled'), join(built, 'compiled'), {
      recursive: true,
      filter: (path) => statSync(path).isDirectory() || path.endsWith('.d.ts'),
    });
    writeFileSync(join(built, '.jsii'), JSON.stringify(assembly));
    writeFileSync(
      join(built, 'package.json'),
      JSON.stringify(manifestOf(host, relative(root, main)), null, 2),
    );
    copyFileSync(readme, join(built, 'README.md'));
    copyInto(built, join(root, 'LICENSE'));
    appendFileSync(join(built, relative(root, main)), typeNames(assembly));
    symlinkSync(join(root, 'node_modules'), join(built, 'node_modules'), 'dir');
    writeFileSync(join(built, 'key'), key);
    // Another process may have made the same meanwhile, and be using it.
    if (keyOf(target) !== key) {
      if (existsSync(target)) renameSync(target, join(scratch, 'old'));
      renameSync(built, target);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return target;
}

function keyOf(module) {
  const file = join(module, 'key');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const ownFiles = [
  readme,
  ...['assembly.mjs', 'names.mjs', '../assemble.mjs', '../doc-links.mjs'].map((each) =>
    join(import.meta.dirname, each),
  ),
];

/** What jsii says about the sources. */
function describe(scratch, sources, host) {
  for (const file of sources) {
    const target = join(scratch, relative(root, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, textFor(host, file));
  }
  // Those in node_modules are of constructs of cdktf.
  for (const library of librariesForHost(sources))
    for (const file of declarationsOf(library)) {
      const target = join(scratch, 'lib', relative(root, file));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, textFor(host, file));
    }
  copyFileSync(readme, join(scratch, 'README.md'));
  writeFileSync(
    join(scratch, 'package.json'),
    JSON.stringify(manifestOf(host, 'compiled/lib/index.js'), null, 2),
  );
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'), 'dir');
  execFileSync(process.execPath, [require.resolve('jsii/bin/jsii'), '--silence-warnings=reserved-word'], {
    cwd: scratch,
    stdio: 'inherit',
    env: {
      ...process.env,
      JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: process.versions.node.split('.')[0],
    },
  });
  return withoutTwins(JSON.parse(readFileSync(join(scratch, '.jsii'), 'utf8')), host);
}

/** A source or declaration for a host, as the build writes code for it to dist. */
function textFor(host, file) {
  // Bases that the index does not export: jsii moves their members to what extends them.
  const source = readFileSync(file, 'utf8').replaceAll('/** Base of', '/** @internal Base of');
  const text = withDocLinks(relative(join(root, 'lib'), file), source);
  return host === 'cdktf' ? text : text.replaceAll(/(from ')cdktf(?=['/])/g, `$1${host}`);
}

/** The libraries that declare constructs. */
function librariesForHost(sources) {
  const specifiers = [...sources].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bfrom '([^']*)'/g)].map(([, specifier]) => specifier),
  );
  return new Set(specifiers.filter(isForHost).map(libraryOf));
}

function declarationsOf(library) {
  const folder = join(root, 'node_modules', library);
  return readdirSync(folder, { recursive: true })
    .filter((each) => each === 'package.json' || each.endsWith('.d.ts'))
    .map((each) => join(folder, each));
}

/**
 * Log fields whose names differ in case alone, such as `ClientASN` and `clientASN`, have one name in other languages. The last one of
 * them stays, which most datasets have. A job refuses a wrong one and names the right one.
 */
function withoutTwins(assembly, host) {
  const type = assembly.types[`${packageName(host)}.LogField`];
  const last = new Map(type.properties.map(({ name }) => [name.toLowerCase(), name]));
  type.properties = type.properties.filter(({ name }) => last.get(name.toLowerCase()) === name);
  return assembly;
}

/** Objects that our code makes are of their class in the other language only if the class says its name. */
function typeNames({ name, version, types }) {
  const lines = Object.values(types)
    .filter(({ kind }) => kind === 'class')
    .map(
      (type) =>
        `Object.defineProperty(exports.${type.name}, Symbol.for('jsii.rtti'), { value: { fqn: '${name}.${type.name}', version: '${version}' } });`,
    );
  return `\n${lines.join('\n')}\n`;
}

function manifestOf(host, main) {
  const { version, license, author, devDependencies } = manifest;
  const peers = { [host]: devDependencies[host], constructs: constructsOf[host] };
  return {
    name: packageName(host),
    version,
    description:
      'Constructs and Terraform provider for the edge platform API (Cloudflare v4): custom log fields, log-delivery jobs, pool notifications, WAF migration.',
    homepage: repository.replace(/\.git$/, ''),
    license,
    author,
    repository: { type: 'git', url: repository },
    main,
    types: 'compiled/lib/index.d.ts',
    files: ['dist', '.jsii'],
    stability: 'experimental',
    peerDependencies: peers,
    // jsii wants the lowest version that the peer dependency allows.
    devDependencies: Object.fromEntries(
      Object.entries(peers).map(([name, range]) => [name, /[\d.]+/.exec(range)[0]]),
    ),
    jsii: {
      outdir: 'out',
      targets: targetsOf(host),
      tsc: { outDir: 'compiled', rootDir: '.' },
      excludeTypescript: ['out', 'compiled'],
    },
  };
}

/** A file and all that it needs of ours, directly or not. */
function reach(file, specifiersOf, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  if (file.endsWith('.json')) return found;
  for (const specifier of specifiersOf(readFileSync(file, 'utf8'))) {
    const base = join(dirname(file), specifier);
    const target = [base, `${base}.ts`, `${base}.js`, join(base, 'index.ts'), join(base, 'index.js')].find(
      (each) => /\.(ts|js|json)$/.test(each) && existsSync(each),
    );
    if (target === undefined)
      throw new Error(`${relative(root, file)} needs ${specifier}, which is not there.`);
    reach(target, specifiersOf, found);
  }
  return found;
}

function sourcesOf(text) {
  return [...text.matchAll(/\b(?:from|import)\s+'(\.[^']*)'/g)].map(([, specifier]) => specifier);
}

function requiredBy(text) {
  return [...text.matchAll(/\brequire\("(\.[^"]*)"\)/g)].map(([, specifier]) => specifier);
}

function copyInto(target, file) {
  const copy = join(target, relative(root, file));
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(file, copy);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const assembly = JSON.parse(readFileSync(join(buildAssembly('cdktf'), '.jsii'), 'utf8'));
  const incompatibilities = findIncompatibilities(assembly, join(root, 'lib/index.ts'));
  for (const each of incompatibilities) console.error(each);
  const count = Object.keys(assembly.types).length;
  if (incompatibilities.length === 0)
    console.log(`jsii accepts ${count} public types, and each language can express them.`);
  else process.exitCode = 1;
}
