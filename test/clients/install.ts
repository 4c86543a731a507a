import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SdkName } from './operations';

/** An SDK of the service, of one version, and the program that makes calls with it. */
export interface Sdk {
  readonly name: SdkName;
  readonly program: Program | string;
}

export interface Program {
  readonly command: string;
  readonly parameters: readonly string[];
  readonly folder: string;
}

/** The newest versions of November 2026. They are installed into the user's cache folder once, and are no dependencies. */
const versions = { python: '5.9.0', typescript: '7.3.0', go: 'v7.9.0' } as const;

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cdktf-edge-platform-clients');
const drivers = join(__dirname, 'drivers');

export const sdks: readonly Sdk[] = [
  { name: 'Python', program: installPython() },
  { name: 'TypeScript', program: installTypeScript() },
  { name: 'Go', program: installGo() },
];

function installPython(): Program | string {
  if (!succeeds('python3', ['-c', 'import venv, ensurepip'])) return 'there is no Python 3 with venv';
  const folder = folderOf('python', versions.python);
  const python = join(folder, 'bin', 'python');
  const fetch = () => {
    run('python3', ['-m', 'venv', '--clear', folder], cache);
    return succeeds(python, ['-m', 'pip', 'install', '--quiet', `cloudflare==${versions.python}`]);
  };
  if (!succeeds(python, ['-c', 'import cloudflare']) && !fetch()) return unreachable('pip');
  return { command: python, parameters: [join(drivers, 'driver.py')], folder };
}

function installTypeScript(): Program | string {
  const folder = folderOf('typescript', versions.typescript);
  writeFileSync(join(folder, 'package.json'), '{}');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  if (!succeeds('npm', ['install', ...quiet, `cloudflare@${versions.typescript}`], folder))
    return unreachable('npm');
  return { command: process.execPath, parameters: [join(drivers, 'driver.mjs')], folder };
}

function installGo(): Program | string {
  if (!succeeds('go', ['version'])) return 'there is no Go';
  const folder = folderOf('go', versions.go);
  const module = `github.com/cloudflare/cloudflare-go/v7 ${versions.go}`;
  writeFileSync(join(folder, 'go.mod'), `module driver\n\ngo 1.22\n\nrequire ${module}\n`);
  copyFileSync(join(drivers, 'driver.go'), join(folder, 'main.go'));
  if (!succeeds('go', ['mod', 'tidy'], folder)) return unreachable('go');
  run('go', ['build', '-o', 'driver', '.'], folder);
  return { command: join(folder, 'driver'), parameters: [], folder };
}

function folderOf(name: string, version: string): string {
  const folder = join(cache, `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function unreachable(tool: string): string {
  return `${tool} cannot fetch it from its registry`;
}

function succeeds(command: string, parameters: readonly string[], folder?: string): boolean {
  return spawnSync(command, parameters, { cwd: folder }).status === 0;
}

function run(command: string, parameters: readonly string[], folder: string): void {
  execFileSync(command, parameters, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
