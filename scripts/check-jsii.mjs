// Checks that the public constructs are legal for jsii, so that they can be published for Python, Java, C# and Go:
// compiles a copy of what lib/index.ts reaches as a jsii module. Fails with jsii's messages.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const peers = ['cdktf', 'constructs'];

const folder = mkdtempSync(join(tmpdir(), 'check-jsii-'));
try {
  const files = reach(join(root, 'lib/index.ts'));
  for (const file of files) {
    const target = join(folder, relative(root, file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
  writeFileSync(join(folder, 'README.md'), '');
  writeFileSync(join(folder, 'package.json'), JSON.stringify(jsiiManifest(), null, 2));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  execFileSync(process.execPath, [require.resolve('jsii/bin/jsii'), '--silence-warnings=reserved-word'], {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: process.versions.node.split('.')[0],
    },
  });
  const assembly = JSON.parse(readFileSync(join(folder, '.jsii'), 'utf8'));
  console.log(`jsii accepts ${Object.keys(assembly.types).length} public types in ${files.size} files.`);
} catch (error) {
  if (typeof error.status !== 'number') throw error;
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A file and all that it imports of ours, directly or not. */
function reach(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  if (file.endsWith('.json')) return found;
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/\bfrom\s+'(\.[^']*)'/g)) {
    const base = join(dirname(file), specifier);
    const target = [base, `${base}.ts`, join(base, 'index.ts')].find(
      (each) => /\.(ts|json)$/.test(each) && existsSync(each),
    );
    if (target === undefined)
      throw new Error(`${relative(root, file)} imports ${specifier}, which is not there.`);
    reach(target, found);
  }
  return found;
}

function jsiiManifest() {
  const { name, version, description, license, author } = manifest;
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = manifest;
  const declared = { ...devDependencies, ...dependencies, ...peerDependencies };
  const versions = (names) => Object.fromEntries(names.map((each) => [each, declared[each]]));
  const libraries = Object.keys(dependencies).filter((each) => !peers.includes(each));
  return {
    name,
    version,
    description,
    license,
    author,
    repository: { type: 'git', url: 'https://example.com/cdktf-edge-platform.git' },
    main: 'compiled/lib/index.js',
    types: 'compiled/lib/index.d.ts',
    stability: 'experimental',
    peerDependencies: versions(peers),
    // jsii wants the lowest version that the peer dependency allows.
    devDependencies: Object.fromEntries(peers.map((each) => [each, declared[each].replace(/^\^/, '')])),
    dependencies: versions(libraries),
    bundleDependencies: libraries,
    jsii: {
      outdir: 'out',
      targets: {},
      tsc: { outDir: 'compiled', rootDir: '.' },
      excludeTypescript: ['out', 'compiled'],
    },
  };
}
