import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Material, type Materials, goTitle } from './bill-of-materials';
import { filesIn, sha256Of } from './files';
import { goModulesOf } from './go-modules';
import { manifest, root, timeOfRelease } from './release';

/** What is in the build, and in the files of a release, which may be none. */
export function materialsOf(release?: string): Materials {
  const record = readJson('.tmp/bundled-packages.json') as {
    packages: Record<string, { name: string; version: string; license: string; path: string }>;
    files: Record<string, string[]>;
  };
  const lock = readJson('package-lock.json') as { packages: Record<string, { integrity?: string }> };
  const goModules = goModulesOf(gunzipSync(readFileSync(join(root, parserOfHcl))));
  const built = Object.entries(record.files).map(([file, packages]) => material(`dist/${file}`, packages));
  const parser = material(parserOfHcl, [
    ...Object.keys(record.packages).filter((title) => title.startsWith('@cdktf/hcl2json ')),
    ...goModules.map(goTitle),
  ]);
  const { name, version, license, description } = manifest;
  return {
    name,
    version,
    license,
    description,
    packages: Object.values(record.packages).map(({ path, ...each }) => ({
      ...each,
      integrity: lock.packages[path]?.integrity,
    })),
    goModules,
    nodes: [],
    files: [...built, parser, ...(release === undefined ? [] : publishedFiles(release, [...built, parser]))],
    time: timeOfRelease(),
  };
}

const parserOfHcl = 'dist/cli/hcl2json.wasm.gz';

const material = (path: string, contains: readonly string[]): Material => ({
  name: path,
  sha256: sha256Of(join(root, path)),
  contains,
});

function publishedFiles(folder: string, built: readonly Material[]): Material[] {
  return filesIn(folder).flatMap((file) => {
    if (file !== `npm/${manifest.name}-${manifest.version}.tgz`) return [];
    const contains = built.map(({ name }) => name);
    return [{ name: file, sha256: sha256Of(join(folder, file)), contains }];
  });
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
