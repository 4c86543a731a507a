import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifest, root, run } from './release';

/** Writes the packages of a language for both hosts. Needs a build. C# has no part: its packages are generated, and never compiled. */
export function makeLanguagePackages(language: 'python' | 'java' | 'go', folder: string): void {
  const script = join('scripts', 'languages', 'package.mjs');
  run(process.execPath, [script, '--language', language, '--out', dirname(folder), '--release']);
}

/** The host of the package that a file of a release is, undefined for another file. */
export function hostOfPackage(file: string): string | undefined {
  return languageFiles.map((pattern) => pattern.exec(file)?.[1]).find((host) => host !== undefined);
}

const version = manifest.version.replaceAll('.', '\\.');

const languageFiles = [
  new RegExp(`^python/(cdkt[fn])_edge_platform-${version}-py3-none-any\\.whl$`),
  new RegExp(`^java/.*/(cdkt[fn])-edge-platform-${version}\\.jar$`),
  new RegExp(`^go/(cdkt[fn])edgeplatform/jsii/.*\\.tgz$`),
];

/** Whether a file of the build is in the packages of other languages: the constructs and what they read. */
export function isInPackages(builtFile: string, host: string): boolean {
  return existsSync(join(root, '.tmp', 'languages', host, builtFile));
}
