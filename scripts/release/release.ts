import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(__dirname, '..', '..');

/** What of package.json a release reads. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly engines: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

export const git = (...command: string[]): string =>
  execFileSync('git', command, { cwd: root, encoding: 'utf8' }).trim();

/** The time of all that is made, in seconds since 1970: `SOURCE_DATE_EPOCH`, else that of the commit. */
export function timeOfRelease(): number {
  const chosen = process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct');
  if (!/^\d+$/.test(chosen))
    throw new Error(`SOURCE_DATE_EPOCH is "${chosen}". Give whole seconds since 1970, such as 1790000000.`);
  return Number(chosen);
}

/** Gives the files of the commit the modes that git knows: archives have them, and a checkout has those of the user's umask. */
export function setModes(): void {
  process.umask(0o022);
  for (const line of git('ls-files', '--stage').split('\n')) {
    const [, mode = '', file = ''] = /^100(\d{3}) \S+ \d\t([^"].*)$/.exec(line) ?? [];
    if (file !== '' && existsSync(join(root, file))) chmodSync(join(root, file), Number.parseInt(mode, 8));
  }
}

/** Runs a program in the repository. Its progress and errors appear, its result does not. */
export function run(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  execFileSync(program, parameters, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(timeOfRelease()), ...env },
  });
}
