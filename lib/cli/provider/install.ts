import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  currentPlatform,
  isPlatform,
  isSupported,
  lockPlugin,
  providerSource,
  writePlugin,
} from '../../drivers/plugin/delivery';
import { joinParagraphs, wrapText } from '../layout';

/** What to install, and where. */
export interface InstallRequest {
  /** The current folder. */
  readonly folder: string;
  /** The user's home folder. */
  readonly home: string;
  /**
   * Folder of the mirror.
   *
   * @default - `terraform.d/plugins` of the current folder
   */
  readonly mirror?: string | undefined;
  /** Platforms besides this one, such as `darwin_arm64`. */
  readonly platforms: readonly string[];
  readonly version: string;
}

/** An installed plugin. */
export interface Installation {
  readonly version: string;
  /** As the user wrote it, or relative to the current folder. */
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
 * @throws an error for a platform that cannot start the plugin, and where no platform is left
 */
export function installPlugin({ folder, home, mirror, platforms, version }: InstallRequest): Installation {
  const path = resolve(folder, expandHome(mirror ?? join('terraform.d', 'plugins'), home));
  const chosen = choosePlatforms(platforms, currentPlatform());
  writePlugin(path, version, chosen);
  const project = projectOf(path);
  if (project !== undefined) lockPlugin(project, version);
  const shown = (target: string) => {
    const near = relative(folder, target);
    return near.startsWith('..') ? target : near;
  };
  return {
    version,
    mirror: shown(path),
    platforms: chosen,
    lockFile: project === undefined ? undefined : shown(join(project, '.terraform.lock.hcl')),
    otherProject: project === undefined || project === resolve(folder) ? undefined : project,
    isSearched: project !== undefined || path === join(home, '.terraform.d', 'plugins'),
  };
}

/** This platform and the requested ones. */
export function choosePlatforms(requested: readonly string[], here: string): readonly string[] {
  const wrong = requested.filter((each) => !isPlatform(each));
  if (wrong.length > 0) throw new Error(refusalOf(wrong));
  const chosen = [...new Set([...(isSupported(here) ? [here] : []), ...requested])];
  if (chosen.length === 0)
    throw new Error(
      `Terraform cannot start the plugin on ${here}, because it is a script. Run Terraform under WSL (linux_amd64), or name the platforms that run Terraform with --platform.`,
    );
  return chosen;
}

function refusalOf(wrong: readonly string[]): string {
  const isWindows = wrong.every((each) => each.startsWith('windows_'));
  const reason = isWindows
    ? 'The plugin is a script, which Terraform cannot start on Windows. Run Terraform under WSL (linux_amd64).'
    : 'Write <os>_<arch> as Terraform does, for example linux_amd64 or darwin_arm64. The systems are darwin, freebsd, linux and openbsd.';
  return `--platform: unsupported: ${wrong.join(', ')}. ${reason}`;
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

/** What was installed, what to write into the configuration, and how to lock. `terraform` is the program that the user runs. */
export function formatInstallation(installed: Installation, terraform: string, width: number): string {
  const { version, mirror, platforms, lockFile } = installed;
  const locked =
    lockFile === undefined
      ? `\`${terraform} init\` writes its hash to the lock file of each project.`
      : `Its hash is in ${lockFile}: commit that file.`;
  return joinParagraphs([
    wrapText(
      `Installed the provider edge ${version} for ${platforms.join(', ')} in ${mirror}. ${locked}`,
      width,
    ),
    wrapText('Declare it in your configuration:', width),
    requirement(version),
    ...nextStep(installed, terraform).map((text) => wrapText(text, width)),
    wrapText(
      `\`${terraform} providers lock\` asks registries and fails for this provider, which has none. It needs the mirror and the address of the provider:`,
      width,
    ),
    lockCommand(installed, terraform),
  ]);
}

function nextStep({ mirror, otherProject, isSearched }: Installation, terraform: string): string[] {
  if (!isSearched)
    return [
      `${terraform} does not search ${mirror} by default. Name it:`,
      `  ${terraform} init -plugin-dir=${mirror}`,
    ];
  return [`Then run \`${terraform} init\`${otherProject === undefined ? '' : ` in ${otherProject}`}.`];
}

function requirement(version: string): string[] {
  return [
    '  terraform {',
    '    required_providers {',
    '      edge = {',
    `        source  = "${providerSource}"`,
    `        version = "${version}"`,
    '      }',
    '    }',
    '  }',
  ];
}

function lockCommand({ mirror, platforms }: Installation, terraform: string): string[] {
  const options = [`-fs-mirror=${mirror}`, ...platforms.map((each) => `-platform=${each}`), providerSource];
  return [
    `  ${terraform} providers lock \\`,
    ...options.map((each, at) => `    ${each}${at < options.length - 1 ? ' \\' : ''}`),
  ];
}
