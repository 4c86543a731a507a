import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../../lib/cli/project/host';
import { projectFiles } from '../../../lib/cli/project/project-files';

const own = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
  readonly version: string;
  readonly engines: object;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

interface ProjectManifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly engines: object;
}

const filesOf = (host: Host, name = 'x') =>
  projectFiles({ name, description: 'Zones of Example, Inc.', entry: 'main.ts', host });
const manifestOf = (host: Host, name?: string) =>
  JSON.parse(filesOf(host, name).get('package.json') ?? '') as ProjectManifest;

it.each(['cdktn', 'cdktf'] as const)('writes the files around the code of a project for %s', (host) => {
  const files = filesOf(host, 'Edge: Example, Inc.');
  expect([...files.keys()]).toEqual(['package.json', 'tsconfig.json', 'cdktf.json', '.gitignore']);
  expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
    name: 'edge-example-inc',
    private: true,
    description: 'Zones of Example, Inc.',
    scripts: { check: 'tsc', synth: `${host} synth`, diff: `${host} diff`, deploy: `${host} deploy` },
  });
  expect(JSON.parse(files.get('cdktf.json') ?? '')).toMatchObject({
    language: 'typescript',
    app: 'npx tsx main.ts',
    projectId: 'edge-example-inc',
    sendCrashReports: 'false',
  });
  expect(JSON.parse(files.get('tsconfig.json') ?? '')).toMatchObject({ compilerOptions: { strict: true } });
  expect(files.get('.gitignore')).toContain('*.tfstate\n');
});

it('takes the versions that this package is tested with', () => {
  const { cdktf, constructs } = own.peerDependencies;
  const ours = { 'cdktf-edge-platform': `^${own.version}` };
  const [ofCdktf, ofCdktn] = [manifestOf('cdktf'), manifestOf('cdktn')];
  expect(ofCdktf.dependencies).toEqual({ cdktf, constructs, ...ours });
  expect(ofCdktf.engines).toEqual(own.engines);
  // Those of test/hosts. The command of CDK Terrain is no package of this checkout: it asks for a later Node.js.
  const { cdktn } = own.devDependencies;
  expect(ofCdktn.dependencies).toEqual({ cdktn, constructs: '~10.7.0', ...ours });
  const { 'cdktn-cli': command, ...others } = ofCdktn.devDependencies;
  expect([command, ofCdktn.engines]).toEqual([cdktn, { node: '>=22.19.0' }]);
  for (const [name, range] of Object.entries({ ...ofCdktf.devDependencies, ...others }))
    expect([name, range]).toEqual([name, own.devDependencies[name]]);
});

it.each(['', '日本', '---', '__proto__', 'A'.repeat(300)])('makes a name of npm of %j', (name) => {
  expect(manifestOf('cdktn', name).name).toMatch(/^[a-z0-9][a-z0-9-]{0,99}$/);
});
