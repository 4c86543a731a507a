import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import {
  describeSupported,
  executableOf,
  executableVariable,
  isSupported,
  lockPlugin,
  providerSource,
  userMirror,
  writePlugin,
  type ProviderExecutable,
} from '../../drivers/plugin/delivery';
import { currentPlatform } from '../../drivers/plugin/platform';
import { messageOf } from '../../ground/words';
import { findProgram, terraformName } from '../../terraform/binary';
import { shownPath } from '../files';
import { printBlocks } from '../outcome';
import { code, prose, type Block } from '../report/blocks';
import { splitPlatforms } from './options';
import { notify } from '../terminal';
import { packageVersion } from '../../client/package-version';

export interface InstallOptions {
  readonly dir?: string;
  readonly executable?: string;
  readonly platform?: readonly string[];
}

export async function runInstall({ dir, executable, platform = [] }: InstallOptions): Promise<void> {
  let installed;
  try {
    installed = installPlugin({
      folder: process.cwd(),
      home: homedir(),
      mirror: dir,
      platforms: platform,
      executable,
      version: packageVersion(),
      env: process.env,
      report: notify,
    });
  } catch (error) {
    throw new Error(`cannot install the provider: ${messageOf(error)}`, { cause: error });
  }
  await printBlocks(reportInstallation(installed, terraformName(process.env)));
}

interface InstallRequest {
  readonly folder: string;
  readonly home: string;
  /**
   * Folder of the mirror.
   *
   * @default - `terraform.d/plugins` of the current folder
   */
  readonly mirror?: string | undefined;
  /** Platforms besides this one, such as `darwin_arm64`. */
  readonly platforms: readonly string[];
  /** `script` or `standalone`; without it, {@link chooseExecutable} does. */
  readonly executable?: string | undefined;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly report?: (line: string) => void;
}

interface Installation {
  readonly version: string;
  readonly executable: ProviderExecutable;
  /** Why it is the standalone one, where nobody asked for it. */
  readonly reason: string | undefined;
  /** Relative to the current folder where it is below it, else its full path. */
  readonly mirror: string;
  readonly platforms: readonly string[];
  /** The lock file with the entry of the plugin; undefined for a mirror that belongs to no project. */
  readonly lockFile: string | undefined;
  /** The project that the mirror belongs to, if it is not that of the current folder. */
  readonly otherProject: string | undefined;
  /** Whether Terraform searches the mirror by default. */
  readonly isSearched: boolean;
}

/**
 * Writes the plugin to a mirror, and to the lock file of the project whose `terraform.d/plugins` the mirror is.
 *
 * @throws an error for a platform that has no such plugin, and where it cannot be built
 */
export function installPlugin(request: InstallRequest): Installation {
  const { folder, home, mirror, platforms, version, env, report } = request;
  const path = resolve(folder, expandHome(mirror ?? join('terraform.d', 'plugins'), home));
  const { executable, reason } = chooseExecutable(request, currentPlatform());
  const chosen = choosePlatforms(splitPlatforms(platforms), currentPlatform(), executable);
  // Before the plugin is built.
  mkdirSync(join(path, providerSource, version), { recursive: true });
  const hashes = writePlugin(path, {
    platforms: chosen,
    executable,
    version,
    env,
    home,
    ...(report === undefined ? {} : { report }),
  });
  const project = projectOf(path);
  if (project !== undefined) lockPlugin(project, version, hashes);
  const shown = (target: string) => shownPath(target, folder);
  return {
    version,
    executable,
    reason,
    mirror: shown(path),
    platforms: chosen,
    lockFile: project === undefined ? undefined : shown(join(project, '.terraform.lock.hcl')),
    otherProject: project === undefined || project === resolve(folder) ? undefined : project,
    isSearched: project !== undefined || path === userMirror(home, env),
  };
}

/** Installs the plugin for this platform in a folder that a plan is made in. */
export function installHere(folder: string): void {
  installPlugin({ folder, home: homedir(), platforms: [], version: packageVersion(), env: process.env });
}

/** The form of the plugin: as requested, else as the environment says, else the script where Terraform can start it. */
export function chooseExecutable(
  { executable, env }: Pick<InstallRequest, 'executable' | 'env'>,
  here: string,
): Pick<Installation, 'executable' | 'reason'> {
  const requested = executableOf({ [executableVariable]: executable }) ?? executableOf(env);
  if (requested !== undefined) return { executable: requested, reason: undefined };
  const standalone = (reason: string) => ({ executable: 'standalone' as const, reason });
  if (here.startsWith('windows_')) return standalone('Terraform for Windows cannot start the script');
  if (
    (env.EDGE_NODE ?? '') === '' &&
    findProgram('node', env) === undefined &&
    isSupported(here, 'standalone')
  )
    return standalone('there is no node on the PATH, which the script needs');
  return { executable: 'script', reason: undefined };
}

export function choosePlatforms(
  requested: readonly string[],
  here: string,
  executable: ProviderExecutable,
): readonly string[] {
  const wrong = requested.filter((each) => !isSupported(each, executable));
  if (wrong.length > 0)
    throw new Error(
      `--platform: unsupported: ${wrong.join(', ')}. ${describeSupported(executable)}${otherForm(wrong, executable)}`,
    );
  const chosen = [...new Set([...(isSupported(here, executable) ? [here] : []), ...requested])];
  if (chosen.length > 0) return chosen;
  throw new Error(
    `There is no ${executable} plugin for ${here}. ${describeSupported(executable)} Name the platforms that run Terraform with --platform.`,
  );
}

function otherForm(platforms: readonly string[], executable: ProviderExecutable): string {
  const isThere = executable === 'script' && platforms.every((each) => isSupported(each, 'standalone'));
  return isThere ? ' Add --executable standalone.' : '';
}

/** A shell expands `~` only at the beginning of a word, so not in `--dir=~/…`. */
function expandHome(path: string, home: string): string {
  return /^~(?=[/\\]|$)/.test(path) ? join(home, path.slice(1)) : path;
}

/** The folder whose `terraform.d/plugins` a mirror is. */
function projectOf(mirror: string): string | undefined {
  const parent = dirname(mirror);
  return basename(mirror) === 'plugins' && basename(parent) === 'terraform.d' ? dirname(parent) : undefined;
}

/** The report of an installation, with the block to write and how to lock. `terraform` is the program that the user runs. */
export function reportInstallation(installed: Installation, terraform: string): readonly Block[] {
  const { version, executable, reason, mirror, platforms, lockFile, otherProject, isSearched } = installed;
  const form = executable === 'script' ? 'the provider' : 'the standalone provider';
  const locked =
    lockFile === undefined
      ? `\`${terraform} init\` writes its hash to the lock file of each project.`
      : `Its hash is in ${lockFile}: commit that file.`;
  return [
    prose(`Installed ${form} edge ${version} for ${platforms.join(', ')} in ${mirror}. ${locked}`),
    prose(reason === undefined ? '' : `It is the standalone one, because ${reason}.`),
    code(requirement(version), 'Declare it in your configuration:'),
    isSearched
      ? prose(`Then run \`${terraform} init\`${otherProject === undefined ? '' : ` in ${otherProject}`}.`)
      : code(
          `${terraform} init -plugin-dir=${mirror}`,
          `${terraform} does not search ${mirror} by default. Name it:`,
        ),
    code(
      lockCommand(installed, terraform),
      `\`${terraform} providers lock\` asks registries and fails for this provider, which has none. It needs the mirror and the address of the provider:`,
    ),
  ];
}

export function requirement(version: string): string {
  return `terraform {
  required_providers {
    edge = {
      source  = "${providerSource}"
      version = "${version}"
    }
  }
}`;
}

function lockCommand({ mirror, platforms }: Installation, terraform: string): string {
  const options = [`-fs-mirror=${mirror}`, ...platforms.map((each) => `-platform=${each}`), providerSource];
  // The shells of Windows continue a command in the next line in ways of their own.
  const separator = process.platform === 'win32' ? ' ' : ' \\\n  ';
  return [`${terraform} providers lock`, ...options].join(separator);
}
