import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from '../../scripts/release/bill-of-materials';
import { differencesOf } from '../../scripts/release/differences';
import { materialsOf } from '../../scripts/release/materials';
import { makeNpmPackages } from '../../scripts/release/npm-packages';
import { manifest, root } from '../../scripts/release/release';
import { schemaErrors } from '../../scripts/release/schema';
import { makeFolder } from '../support/folder';

interface Bom {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly type: string;
    readonly name: string;
    readonly version?: string;
    readonly group?: string;
    readonly purl?: string;
    readonly licenses?: readonly { readonly license: { readonly id?: string } }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

describe('the bill of materials of the build', () => {
  const text = billOfMaterials(materialsOf());
  const bom = JSON.parse(text) as Bom;

  it('follows the schema of CycloneDX', () => {
    expect(schemaErrors(text)).toEqual([]);
  });

  it('fails the check of the schema with an unknown license', () => {
    const broken = text.replace('"id": "MIT"', '"id": "MITT"');
    expect(schemaErrors(broken)).toContainEqual(
      expect.stringContaining('must be equal to one of the allowed'),
    );
  });

  it('has every package of THIRD-PARTY-LICENSES.txt with its license', () => {
    const licenses = readFileSync(join(root, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const listed = [...licenses.matchAll(/^-{80}\n\n(\S+ \S+ \(.*\))$/gm)].map(([, title]) => title);
    const packages = bom.components
      .filter(({ purl }) => purl?.startsWith('pkg:npm/'))
      .map(
        ({ group, name, version, licenses: [only] = [] }) =>
          `${group === undefined ? '' : `${group}/`}${name} ${version} (${only?.license.id})`,
      );
    expect(listed.length).toBeGreaterThan(50);
    expect(packages.sort()).toEqual(listed.sort());
  });

  it('says which file has which package', () => {
    const parts = (ref: string) => bom.dependencies.find((each) => each.ref === ref)?.dependsOn ?? [];
    expect(parts('file:dist/plugin/terraform-provider-edge')).toContainEqual(
      expect.stringMatching(/^pkg:npm\/protobufjs@/),
    );
  });

  it('is the same in a second run', () => {
    expect(billOfMaterials(materialsOf())).toBe(text);
  });
});

describe('the npm packages of a release', () => {
  it('have the same bytes in a second run, and the name of each host installs the same code', () => {
    const folders = [makeFolder(), makeFolder()];
    for (const folder of folders) makeNpmPackages(folder);
    expect(differencesOf(folders[0] ?? '', folders[1] ?? '')).toEqual([]);
    const list = (name: string) =>
      execFileSync('tar', ['tzf', join(folders[0] ?? '', `${name}-${manifest.version}.tgz`)], {
        encoding: 'utf8',
      }).split('\n');
    expect(list('cdktf-edge-platform')).toContain('package/dist/cdktn/index.js');
    expect(list('cdktn-edge-platform')).toEqual(
      expect.arrayContaining(
        ['index', 'client', 'emulator', 'logs', 'testing'].flatMap((module) => [
          `package/${module}.js`,
          `package/${module}.d.ts`,
        ]),
      ),
    );
  });
});
