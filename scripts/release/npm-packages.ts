import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from '../../lib/ground/json';
import { type Manifest, manifest, root, run } from './release';

/** Writes the tarballs of npm: the package, and the one for CDK Terrain. Needs a build. */
export function makeNpmPackages(folder: string): void {
  const forTerrain = join(root, '.tmp', 'release', terrainName);
  rmSync(forTerrain, { recursive: true, force: true });
  mkdirSync(forTerrain, { recursive: true });
  for (const [file, text] of terrainPackage(manifest)) writeFileSync(join(forTerrain, file), text);
  copyFileSync(join(root, 'LICENSE'), join(forTerrain, 'LICENSE'));
  for (const each of [root, forTerrain])
    run('npm', ['pack', each, '--ignore-scripts', '--silent', '--pack-destination', folder]);
}

const terrainName = 'cdktn-edge-platform';

/**
 * The files of the npm package for CDK Terrain, by path. It has the modules of the package of the same version, with the
 * constructs for cdktn as its index, and the command. So both names install the same code.
 */
export function terrainPackage(ours: Manifest): Map<string, string> {
  const modules = Object.keys(ours.exports)
    .filter((path) => !['.', './cdktn', './package.json'].includes(path))
    .map((path) => path.slice(2));
  const files = new Map<string, string>();
  for (const module of ['index', ...modules]) {
    const source = `${ours.name}/${module === 'index' ? 'cdktn' : module}`;
    files.set(`${module}.js`, `module.exports = require('${source}');\n`);
    files.set(`${module}.d.ts`, `export * from '${source}';\n`);
  }
  return files
    .set('main.js', command(ours.name))
    .set('README.md', readme(ours.name))
    .set('package.json', formatJson(terrainManifest(ours, modules)));
}

function terrainManifest(ours: Manifest, modules: readonly string[]): object {
  const exports: Record<string, unknown> = { '.': moduleNamed('index') };
  for (const module of modules) exports[`./${module}`] = moduleNamed(module);
  return {
    name: terrainName,
    version: ours.version,
    description: `The package ${ours.name} under the name of CDK Terrain: its constructs for cdktn, its command, its modules.`,
    license: ours.license,
    engines: ours.engines,
    type: 'commonjs',
    main: './index.js',
    types: './index.d.ts',
    exports: { ...exports, './package.json': './package.json' },
    bin: { 'edge-platform': 'main.js' },
    dependencies: { [ours.name]: ours.version },
    peerDependencies: { cdktn: ours.devDependencies.cdktn, constructs: ours.peerDependencies.constructs },
  };
}

const moduleNamed = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });

const command = (name: string) => `#!/usr/bin/env node
const { dirname, join } = require('node:path');

require(join(dirname(require.resolve('${name}/package.json')), 'dist', 'cli', 'main.js'));
`;

const readme = (name: string) => `# ${terrainName}

The constructs of [${name}](https://www.npmjs.com/package/${name}) for CDK Terrain (\`cdktn\`), with its command and
its other modules. This package contains no code of its own: it depends on ${name} of the same version.

\`\`\`sh
npm install ${terrainName} cdktn constructs@~10.7.0
\`\`\`

\`\`\`ts
import { EdgeProvider, LogpushJob } from '${terrainName}';
\`\`\`
`;
