import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../ground/words';
import { packageFile, readBundle } from '../../bundle';
import { cacheFolder } from '../../launcher/cache-folder';
import { findUntrustedPath, reasonForDistrust, type UntrustedPath } from '../../launcher/cache-trust';
import { nodeEnvironment } from '../../launcher/node-variables';
import { hashFolder, packageHashOf } from '../package-folder';
import { currentPlatform } from '../platform';
import { readPlugin } from '../script';
import { buildExecutable } from './executable';
import { downloadNode, type DownloadedNode } from './node-download';
import { nodePackageOf, standalonePlatforms, type NodePackage } from './node-packages';

export interface ProviderPackage {
  readonly platform: string;
  readonly folder: string;
  readonly fileNames: readonly string[];
  readonly h1: string;
  /** Whether macOS runs the executable. It runs none without a signature; on macOS the build signs the executable ad hoc. */
  readonly isSigned: boolean;
}

export interface StandaloneOptions {
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** Receives a line for what takes seconds. */
  readonly report?: (line: string) => void;
}

/** The version of the build. Raise it with a change of how the same parts become a package. */
const recipe = '1';

const expiryMs = 30 * 24 * 60 * 60 * 1000;

/** Builds packages of the standalone provider, or finds them in the user's cache. @throws an error that begins with the platform at fault */
export function standalonePackages(
  platforms: readonly string[],
  options: StandaloneOptions,
): readonly ProviderPackage[] {
  for (const each of platforms) nodePackageOf(each);
  const cache = openCache(options);
  return withDownloads(cache, options, (download) =>
    platforms.map((platform) => {
      const folder = join(cache, cacheKey(platform, options.version), platform);
      const cached = readCached(folder, platform);
      if (cached !== undefined) return cached;
      rmSync(folder, { recursive: true, force: true });
      try {
        buildPackage(platform, folder, download, options);
      } catch (error) {
        throw new Error(`cannot build the standalone provider for ${platform}: ${messageOf(error)}`, {
          cause: error,
        });
      }
      const built = readCached(folder, platform);
      if (built === undefined) throw new Error(`${folder} has changed while it was written. Run this again.`);
      return built;
    }),
  );
}

export function executableName(version: string, platform: string): string {
  return `terraform-provider-edge_v${version}${platform.startsWith('windows_') ? '.exe' : ''}`;
}

function openCache({ env, home }: StandaloneOptions): string {
  const cache = cacheFolder({ env, platform: process.platform, home }, 'cdktf-edge-platform-standalone');
  if (cache === undefined)
    throw new Error('there is no folder for the standalone provider: set HOME or XDG_CACHE_HOME.');
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(
      `cannot write the standalone provider to ${cache}: ${messageOf(error)}. Set XDG_CACHE_HOME to another folder.`,
      { cause: error },
    );
  }
  requireTrust((uid) => findUntrustedPath(cache, uid));
  return cache;
}

/** Terraform starts what a cache has, with the user's credentials: refuses one that others may have written. On Windows it is in the user's profile. */
function requireTrust(find: (uid: number) => UntrustedPath | undefined): void {
  const uid = process.getuid?.();
  const found = uid === undefined ? undefined : find(uid);
  if (found === undefined) return;
  throw new Error(
    `the cache of standalone providers cannot be trusted: ${found.path} ${found.reason}. Terraform would run what is in it with your credentials, ` +
      'so it must be yours, and no other user may change it. Remove it if it is in a folder of yours, or set XDG_CACHE_HOME to another folder of yours.',
  );
}

function readTrusted(path: string): Buffer {
  const check = (stats: Stats) =>
    requireTrust((uid) => {
      const reason = reasonForDistrust(stats, uid);
      return reason === undefined ? undefined : { path, reason };
    });
  check(lstatSync(path));
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    // Another one may be there now.
    check(fstatSync(file));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The key of an entry. Two processes of one version find the same entry; an entry of other contents has another key. */
function cacheKey(platform: string, version: string): string {
  const { integrity } = nodePackageOf(platform);
  const hash = createHash('sha256');
  for (const each of [recipe, version, readPlugin(), readLauncher(), integrity, ...licenses().values()])
    hash.update(each).update('\0');
  return hash.digest('hex').slice(0, 32);
}

/** The packages that this process has verified, by folder: each has the size of a Node.js. */
const verified = new Map<string, ProviderPackage>();

/** The package in a folder, if it is as it was built. */
function readCached(folder: string, platform: string): ProviderPackage | undefined {
  const known = verified.get(folder);
  if (known?.fileNames.every((name) => existsSync(join(known.folder, name))) === true) return known;
  const hashFile = join(folder, 'h1');
  const files = join(folder, 'package');
  if (!existsSync(hashFile) || !existsSync(files)) return undefined;
  for (const level of [join(folder, '..'), folder, files])
    requireTrust((uid) => findUntrustedPath(level, uid));
  const fileNames = readdirSync(files).sort();
  const h1 = packageHashOf(new Map(fileNames.map((name) => [name, readTrusted(join(files, name))])));
  if (readTrusted(hashFile).toString('utf8') !== h1) return undefined;
  touch(join(folder, '..'));
  const found = { platform, folder: files, fileNames, h1, isSigned: isSigned(platform) };
  verified.set(folder, found);
  return found;
}

function isSigned(platform: string): boolean {
  return !platform.startsWith('darwin_') || process.platform === 'darwin';
}

type Download = (platform: string) => DownloadedNode;

/** Builds a package beside its folder, and renames it: a concurrent build finds either none or all of it. */
function buildPackage(
  platform: string,
  folder: string,
  download: Download,
  options: StandaloneOptions,
): void {
  const here = currentPlatform();
  if (!standalonePlatforms.includes(here))
    throw new Error(`${here} cannot build it. Build it on one of ${standalonePlatforms.join(', ')}`);
  const builder = download(here);
  checkBuilder(builder.program, here);
  const node = download(platform);
  options.report?.(`Building the standalone provider for ${platform}.`);
  mkdirSync(join(folder, '..'), { recursive: true, mode: 0o700 });
  withFolder(join(folder, '..', '.building-'), (work) => {
    const built = join(work, 'built');
    const files = join(built, 'package');
    mkdirSync(files, { recursive: true, mode: 0o700 });
    const executable = join(files, executableName(options.version, platform));
    const parts = {
      builder: builder.program,
      node: node.program,
      program: readPlugin(),
      launcher: readLauncher(),
    };
    buildExecutable({ ...parts, env: options.env }, work, executable);
    if (platform.startsWith('darwin_') && process.platform === 'darwin')
      execFileSync('codesign', ['--sign', '-', '--force', executable], { stdio: 'pipe' });
    chmodSync(executable, 0o755);
    for (const [name, text] of licenses(platform, node.license ?? builder.license))
      writeFileSync(join(files, name), text, { mode: 0o644 });
    writeFileSync(join(built, 'h1'), hashFolder(files), { mode: 0o600 });
    moveUnlessThere(built, folder);
  });
}

function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function checkBuilder(program: string, platform: string): void {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe', env: {} });
  } catch (error) {
    const { name, version } = nodePackageOf(platform);
    throw new Error(
      `the Node.js that builds it (${name}@${version} of npm) does not run here: ${messageOf(error)}. On Linux it needs glibc 2.28 or later, ` +
        'which Alpine does not have. Build it on another machine with `edge-platform provider build`, or use the script, which runs with the Node.js of the system',
      { cause: error },
    );
  }
}

function licenses(platform?: string, ofNode?: string): ReadonlyMap<string, string> {
  const bundled = readFileSync(packageFile('dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  return new Map([
    ['LICENSE', readFileSync(packageFile('LICENSE'), 'utf8')],
    [
      'THIRD-PARTY-LICENSES.txt',
      platform === undefined ? bundled : bundled + describeNode(nodePackageOf(platform), ofNode),
    ],
  ]);
}

function describeNode({ version }: NodePackage, license?: string): string {
  const text = license ?? `https://github.com/nodejs/node/blob/v${version}/LICENSE`;
  return `\n${'-'.repeat(80)}\n\nNode.js ${version}\n\n${text}\n`;
}

function readLauncher(): Buffer {
  return readBundle('standalone.cjs', 'The launcher of the standalone provider');
}

/** Downloads each Node.js at most once, into a folder that is removed at the end. */
function withDownloads<T>(
  cache: string,
  { env, report }: StandaloneOptions,
  action: (download: Download) => T,
): T {
  const downloaded = new Map<string, DownloadedNode>();
  let folder: string | undefined;
  try {
    return action((platform) => {
      const known = downloaded.get(platform);
      if (known !== undefined) return known;
      if (folder === undefined) removeExpired(cache);
      folder ??= mkdtempSync(join(cache, '.node-'));
      const { name, version } = nodePackageOf(platform);
      report?.(`Downloading Node.js ${version} for ${platform} (${name} of npm).`);
      const node = downloadNode(platform, folder, nodeEnvironment(env));
      downloaded.set(platform, node);
      return node;
    });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function withFolder<T>(prefix: string, action: (folder: string) => T): T {
  const folder = mkdtempSync(prefix);
  try {
    return action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what no process has used for a month: an entry is as large as a Node.js. */
function removeExpired(cache: string): void {
  for (const name of readdirSync(cache)) {
    const entry = join(cache, name);
    try {
      if (Date.now() - statSync(entry).mtimeMs > expiryMs) rmSync(entry, { recursive: true });
    } catch {
      // Another process has removed it.
    }
  }
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // A file system that is mounted for reading.
  }
}
