import { readdirSync, readFileSync } from 'node:fs';

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
