import { copyFileSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { packageVersion } from '../../client/package-version';
import { providerSource } from '../../drivers/plugin/delivery';
import { currentPlatform } from '../../drivers/plugin/platform';
import { standalonePlatforms } from '../../drivers/plugin/standalone/node-packages';
import { standalonePackages } from '../../drivers/plugin/standalone/package';
import { formatJson } from '../../ground/json';
import { draftOf, replaceFile } from '../files';
import { printBlocks } from '../outcome';
import { code, list, prose, type Block } from '../report/blocks';
import { notify } from '../terminal';
import { archiveName, archivePrefix, archiveTime, sha256Of, writeArchive } from './archive';
import { writeMirrorDocuments } from './mirror';
import { splitPlatforms } from './options';

export interface BuildOptions {
  readonly out: string;
  readonly platform?: readonly string[];
}

export async function runBuild({ out, platform = [] }: BuildOptions): Promise<void> {
  const built = await buildProvider({
    platforms: readPlatforms(platform),
    out,
    version: packageVersion(),
    env: process.env,
    home: homedir(),
    report: notify,
  });
  await printBlocks(reportBuild(built));
}

interface BuildRequest {
  readonly platforms: readonly string[];
  readonly out: string;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly report: (line: string) => void;
}

interface BuiltProvider {
  readonly out: string;
  readonly archives: readonly BuiltArchive[];
  /** The names of the other files in `out`. */
  readonly documents: readonly string[];
  readonly mirror: string;
}

interface BuiltArchive {
  readonly platform: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly isSigned: boolean;
}

/**
 * Writes a standalone provider for each platform, as the registry of Terraform distributes providers, and a mirror of it. Files
 * of other platforms and versions in the folder stay.
 */
export async function buildProvider(request: BuildRequest): Promise<BuiltProvider> {
  const { version, report } = request;
  const time = archiveTime(request.env);
  const out = resolve(request.out);
  const mirror = join(out, 'mirror');
  const addressFolder = join(mirror, providerSource);
  mkdirSync(addressFolder, { recursive: true });
  const packages = standalonePackages(request.platforms, request);
  const archives: (BuiltArchive & { hashes: string[] })[] = [];
  for (const each of packages) {
    const fileName = archiveName(version, each.platform);
    report(`Compressing ${fileName}.`);
    const file = join(out, fileName);
    await writeWhole(file, (draft) => writeArchive(each, draft, time));
    const mirrored = join(addressFolder, fileName);
    rmSync(mirrored, { force: true });
    linkOrCopy(file, mirrored);
    archives.push({
      platform: each.platform,
      fileName,
      bytes: statSync(file).size,
      isSigned: each.isSigned,
      hashes: [each.h1, `zh:${await sha256Of(file)}`],
    });
  }
  await writeMirrorDocuments(addressFolder, version, archives);
  return { out, archives, mirror, documents: await writeDocuments(out, version) };
}

/** The platforms of an option: several words, commas, or `all`. Without one, that of this machine. */
export function readPlatforms(given: readonly string[]): readonly string[] {
  const names = splitPlatforms(given);
  if (names.includes('all')) return standalonePlatforms;
  const chosen = [...new Set(names.length === 0 ? [currentPlatform()] : names)];
  const wrong = chosen.filter((each) => !standalonePlatforms.includes(each));
  if (wrong.length === 0) return chosen;
  throw new Error(
    `--platform: there is no standalone provider for ${wrong.join(', ')}. Platforms: ${standalonePlatforms.join(', ')}, or all.`,
  );
}

/** The registry's manifest, and the checksums of all files of the version in the folder. */
async function writeDocuments(out: string, version: string): Promise<string[]> {
  const prefix = archivePrefix(version);
  const [manifest, sums] = [`${prefix}_manifest.json`, `${prefix}_SHA256SUMS`];
  const metadata = { version: 1, metadata: { protocol_versions: ['6.0'] } };
  await replaceFile(join(out, manifest), formatJson(metadata));
  const names = readdirSync(out).filter((name) => name.startsWith(`${prefix}_`) && name.endsWith('.zip'));
  const lines: string[] = [];
  for (const name of [...names, manifest].sort()) lines.push(`${await sha256Of(join(out, name))}  ${name}\n`);
  await replaceFile(join(out, sums), lines.join(''));
  return [sums, manifest];
}

/** Links a file of the same folder, which takes no space, or copies it where the file system does not allow that. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** An interruption leaves no half of a file. */
async function writeWhole(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = draftOf(file);
  await write(draft);
  renameSync(draft, file);
}

/** The report of a build: the files, and the CLI configuration that names their mirror. */
export function reportBuild({ out, archives, documents, mirror }: BuiltProvider): readonly Block[] {
  const unsigned = archives.filter(({ isSigned }) => !isSigned);
  return [
    list(
      [
        ...archives.map(({ fileName, bytes }) => `${fileName} (${(bytes / 1e6).toFixed(1)} MB)`),
        ...documents,
        'mirror/',
      ],
      { title: `Wrote to ${out}:` },
    ),
    code(
      `provider_installation {
  filesystem_mirror {
    path    = "${mirror.replaceAll('\\', '/')}"
    include = ["${providerSource}"]
  }
  direct {
    exclude = ["${providerSource}"]
  }
}`,
      'mirror is a filesystem mirror, and a network mirror on any web server with HTTPS. In the CLI configuration of Terraform (~/.terraformrc):',
    ),
    prose('For a web server, replace filesystem_mirror by network_mirror, and path by url.'),
    prose(unsigned.length === 0 ? '' : signingNote(unsigned)),
  ];
}

/** macOS kills programs for Apple silicon that have no signature. */
function signingNote(archives: readonly BuiltArchive[]): string {
  const platforms = archives.map(({ platform }) => platform).join(',');
  return (
    `Not signed: ${archives.map(({ platform }) => platform).join(', ')}. macOS does not run it. ` +
    `To sign it ad hoc, run \`edge-platform provider build --platform ${platforms}\` on a Mac, where codesign is.`
  );
}
