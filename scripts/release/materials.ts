import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePackages } from '../../lib/drivers/plugin/standalone/node-packages';
import { type Material, type Materials, nodeTitle } from './bill-of-materials';
import { filesIn, sha256Of } from './files';
import { hostOfPackage, isInPackages } from './language-packages';
import { manifest, root, timeOfRelease } from './release';

/** What is in the build, and in the files of a release, which may be none. */
export function materialsOf(release?: string): Materials {
  const record = readJson('.tmp/bundled-packages.json') as {
    packages: Record<string, { name: string; version: string; license: string; path: string }>;
    files: Record<string, string[]>;
  };
  const lock = readJson('package-lock.json') as { packages: Record<string, { integrity?: string }> };
  const built = Object.entries(record.files).map(([file, packages]) => material(`dist/${file}`, packages));
  const published = release === undefined ? [] : publishedFiles(release, built);
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
    nodes: Object.entries(nodePackages).flatMap(([platform, node]) =>
      published.some(({ name }) => name === archiveOf(platform)) ? [node] : [],
    ),
    files: [...built, ...published],
    time: timeOfRelease(),
  };
}

const material = (path: string, contains: readonly string[]): Material => ({
  name: path,
  sha256: sha256Of(join(root, path)),
  contains,
});

/** The files of a release that have files of the build in them, or a Node.js. */
function publishedFiles(folder: string, built: readonly Material[]): Material[] {
  const contents = new Map<string, readonly string[]>([
    [`npm/${manifest.name}-${manifest.version}.tgz`, built.map(({ name }) => name)],
    ...Object.entries(nodePackages).map(
      ([platform, node]) =>
        [archiveOf(platform), ['dist/plugin/terraform-provider-edge', nodeTitle(node)]] as const,
    ),
  ]);
  return filesIn(folder).flatMap((file) => {
    const host = hostOfPackage(file);
    const contains =
      host === undefined
        ? contents.get(file)
        : built.map(({ name }) => name).filter((name) => isInPackages(name, host));
    return contains === undefined ? [] : [{ name: file, sha256: sha256Of(join(folder, file)), contains }];
  });
}

const archiveOf = (platform: string) =>
  `provider/terraform-provider-edge_${manifest.version}_${platform}.zip`;

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
