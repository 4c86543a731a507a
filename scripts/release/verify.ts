import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differencesOf } from './differences';
import { git, root } from './release';

/**
 * Makes the release again, from a clone of the commit with packages of its own, in another folder, time zone and umask.
 * Hands back what differs, a line each, and the folder of the clone, which stays if something does.
 */
export function makeAgain(release: string, parts: readonly string[], time: number) {
  const clone = join(mkdtempSync(join(tmpdir(), 'release-again-')), 'clone');
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(program, parameters, {
      cwd: clone,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(time), TZ: 'Asia/Tokyo' },
    });
  const umask = process.umask(0o027);
  try {
    execFileSync('git', ['clone', '--quiet', root, clone], { stdio: ['ignore', 'ignore', 'inherit'] });
    run('git', 'checkout', '--quiet', '--detach', git('rev-parse', 'HEAD'));
    run('npm', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent');
    run('npm', 'run', '--silent', 'release:dry', '--', '--only', parts.join(','), '--out', 'out/release');
  } finally {
    process.umask(umask);
  }
  const differences = differencesOf(release, join(clone, 'out', 'release'));
  if (differences.length === 0) rmSync(join(clone, '..'), { recursive: true });
  return { clone, differences };
}
