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
