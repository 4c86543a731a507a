// Writes the packages of other languages: python/ has wheels, java/ is a Maven repository, go/ has a module for each host, dotnet/ has
// generated code that is not compiled. README.md says what each needs.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { buildAssembly } from './assembly.mjs';
import { maven } from './maven.mjs';
import { targetsOf } from './names.mjs';
import { writeTablet } from './python/docstrings.mjs';
import { namesOf, withPythonNames } from './python/names.mjs';

const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '../..');
const work = join(root, '.tmp', 'languages');

const languages = ['python', 'java', 'go', 'dotnet'];
const hosts = ['cdktf', 'cdktn'];

/** The Maven repository with the hosts, which packages of Java need to be compiled. */
export const javaHosts = join(work, 'java-hosts');
/** The Go modules of the hosts, by the name of the host. */
const goHosts = join(work, 'go-hosts');

/** Archives have one time, so that the same sources make the same bytes. */
const epoch = process.env.SOURCE_DATE_EPOCH ?? '315532800';

/**
 * Writes the package of a language for a host into a folder.
 *
 * @param isRelease - adds what a registry requires and a local installation does not need
 */
async function writePackage(language, host, out, isRelease) {
  mkdirSync(out, { recursive: true });
  mkdirSync(work, { recursive: true });
  const code = mkdtempSync(join(work, '.code-'));
  try {
    const module = buildAssembly(host);
    generate(module, language, code, language === 'python' ? await pythonExamples(module, code) : []);
    if (language === 'python') usePythonNames(join(code, language), module);
    writers[language](join(code, language), host, out, isRelease);
  } finally {
    rmSync(code, { recursive: true, force: true });
  }
}

/** The options with which examples in docstrings are Python. The other languages have them as they are, in TypeScript. */
async function pythonExamples(module, folder) {
  const tablet = join(folder, 'examples.tabl.json');
  await writeTablet(module, tablet);
  return ['--rosetta-tablet', tablet, '--rosetta-unknown-snippets', 'fail'];
}

function usePythonNames(folder, module) {
  const names = namesOf(JSON.parse(readFileSync(join(module, '.jsii'), 'utf8')));
  for (const file of filesBelow(folder).filter((each) => each.endsWith('.py')))
    writeFileSync(file, withPythonNames(readFileSync(file, 'utf8'), names));
}

const writers = {
  python(code, _host, out) {
    const wheel = [
      '-m',
      'pip',
      'wheel',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--wheel-dir',
      out,
    ];
    run('python3', [...wheel, code]);
  },

  java(code, host, out, isRelease) {
    makeJavaHost(host);
    deployJava(code, out, isRelease);
  },

  go(code, host, out) {
    const { packageName } = targetsOf(host).go;
    const target = join(out, packageName);
    rmSync(target, { recursive: true, force: true });
    cpSync(join(code, packageName), target, { recursive: true });
    copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
    useOldestConstructs(join(target, 'go.mod'));
  },

  dotnet(code, host, out) {
    const { packageId } = targetsOf(host).dotnet;
    rmSync(join(out, packageId), { recursive: true, force: true });
    cpSync(join(code, packageId), join(out, packageId), { recursive: true });
  },
};

/** The registry of Maven has no current host: it is generated from the host's npm package. */
function makeJavaHost(host) {
  const done = join(javaHosts, `${host}-${versionOf(host)}`);
  if (existsSync(done)) return;
  const code = mkdtempSync(join(work, '.code-'));
  try {
    generate(hostFolder(host), 'java', code);
    deployJava(join(code, 'java'), javaHosts);
    writeFileSync(done, '');
  } finally {
    rmSync(code, { recursive: true, force: true });
  }
}

/** Makes the Go module of a host that the proxy does not serve; returns its folder. */
export function makeGoHost(host) {
  const target = join(goHosts, host);
  if (existsSync(target)) return target;
  const code = mkdtempSync(join(work, '.code-'));
  try {
    generate(hostFolder(host), 'go', code);
    useOldestConstructs(join(code, 'go', host, 'go.mod'));
    cpSync(join(code, 'go', host), target, { recursive: true });
  } finally {
    rmSync(code, { recursive: true, force: true });
  }
  return target;
}

const hostFolder = (host) => join(require.resolve(`${host}/package.json`), '..');

const versionOf = (name) => require(`${name}/package.json`).version;

/** The range of constructs begins with a version that all registries have; pacmak writes the one that is installed here. */
function useOldestConstructs(goMod) {
  edit(goMod, /(aws\/constructs-go\/constructs\/v10) v[\d.]+/, '$1 v10.6.0');
}

function generate(module, language, out, options = []) {
  const pacmak = require.resolve('jsii-pacmak/bin/jsii-pacmak');
  run(process.execPath, [
    pacmak,
    '--code-only',
    '--force-target',
    '--targets',
    language,
    '--outdir',
    out,
    ...options,
    module,
  ]);
  if (language === 'java') setDates(join(out, language));
}

/** pacmak writes when it ran into each file of Java. */
function setDates(folder) {
  for (const file of filesBelow(folder).filter((each) => /\.(java|xml)$/.test(each)))
    edit(
      file,
      /( on |\bdate = ")\d{4}-\d\d-\d\dT[\d:.]+Z/g,
      `$1${new Date(Number(epoch) * 1000).toISOString()}`,
    );
}

function deployJava(folder, repository, isRelease = false) {
  // Maven accepts times from two seconds after those of zip archives on.
  const date = new Date(Math.max(Number(epoch), 315532802) * 1000).toISOString().replace('.000', '');
  const flags = [
    '-DskipTests',
    // Maven Central requires both, and they take half of the time.
    ...(isRelease ? ['-Dnotimestamp=true'] : ['-Dmaven.javadoc.skip', '-Dmaven.source.skip']),
    `-Dproject.build.outputTimestamp=${date}`,
  ];
  const target = `-DaltDeploymentRepository=out::default::${pathToFileURL(repository).href}`;
  const [program, ...args] = maven([javaHosts]);
  run(program, [...args, ...flags, target, 'deploy'], folder);
  // A registry writes its own, with the time of the upload.
  if (isRelease)
    for (const file of filesBelow(repository).filter((each) => basename(each).startsWith('maven-metadata')))
      rmSync(file);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
}

function edit(file, from, to) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

function run(program, args, cwd = root) {
  const silent = { JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: process.versions.node.split('.')[0] };
  const env = { ...process.env, ...silent, SOURCE_DATE_EPOCH: epoch };
  try {
    execFileSync(program, args, { cwd, env, stdio: 'pipe' });
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim();
    throw new Error(`${program} ${args.join(' ')} failed: ${output || error.message}`, { cause: error });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const several = { type: 'string', multiple: true };
  const { values } = parseArgs({
    options: {
      language: several,
      host: several,
      out: { type: 'string', default: join(root, 'out/languages') },
      release: { type: 'boolean', default: false },
    },
  });
  try {
    for (const language of values.language ?? languages)
      for (const host of values.host ?? hosts) {
        const folder = resolve(values.out, language);
        await writePackage(language, host, folder, values.release);
        console.log(`${language} ${host}: ${folder}`);
      }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
