import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The processes that a process has started, from /proc: on Linux alone. */
export function childrenOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in parentheses may hold anything; behind it come the state and the parent.
        const [, , found] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ');
        return Number(found) === parent;
      } catch {
        return false;
      }
    });
}

export interface ObservedProcess {
  readonly commandLine: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** All processes below a process, from /proc: on Linux alone. */
export function observeDescendants(parent: number): ObservedProcess[] {
  return childrenOf(parent).flatMap((pid) => [...observe(pid), ...observeDescendants(pid)]);
}

/** Nothing for a process that has just ended. */
function observe(pid: number): ObservedProcess[] {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0');
  try {
    const entries = read('environ').map((entry): [string, string] => {
      const [name = '', ...value] = entry.split('=');
      return [name, value.join('=')];
    });
    return [{ commandLine: read('cmdline').join(' '), environment: Object.fromEntries(entries) }];
  } catch {
    return [];
  }
}

/** Removes the folders of sockets in the temporary folder: a plugin that is killed cannot. Call it when the plugins have ended. */
export function removeSocketsOfKilledPlugins(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (/^edge-\w{6}$/.test(name) && existsSync(join(folder, 'plugin.sock')))
      rmSync(folder, { recursive: true, force: true });
  }
}
