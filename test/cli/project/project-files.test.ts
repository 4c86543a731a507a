import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles } from '../../../lib/cli/project/project-files';

const own = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
  readonly version: string;
  readonly engines: object;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

it('writes the files around the code of a project', () => {
  const files = projectFiles({
    name: 'Edge: Example, Inc.',
    description: 'Zones of Example, Inc.',
    entry: 'main.ts',
  });
  expect([...files.keys()]).toEqual(['package.json', 'tsconfig.json', 'cdktf.json', '.gitignore']);
  expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
    name: 'edge-example-inc',
    private: true,
    description: 'Zones of Example, Inc.',
    scripts: { check: 'tsc', synth: 'cdktf synth', diff: 'cdktf diff', deploy: 'cdktf deploy' },
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
  const manifest = JSON.parse(
    projectFiles({ name: 'x', description: '', entry: 'main.ts' }).get('package.json') ?? '',
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>> & { engines: object };
  const { cdktf, constructs } = own.peerDependencies;
  expect(manifest.dependencies).toEqual({ cdktf, constructs, 'cdktf-edge-platform': `^${own.version}` });
  for (const [name, range] of Object.entries(manifest.devDependencies))
    expect([name, range]).toEqual([name, own.devDependencies[name]]);
  expect(manifest.engines).toEqual(own.engines);
});

it.each(['', '日本', '---', '__proto__', 'A'.repeat(300)])('makes a name of npm of %j', (name) => {
  const manifest = JSON.parse(
    projectFiles({ name, description: '', entry: 'main.ts' }).get('package.json') ?? '',
  ) as { name: string };
  expect(manifest.name).toMatch(/^[a-z0-9][a-z0-9-]{0,99}$/);
});
