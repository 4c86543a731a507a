import { codeOf } from '../../ground/words';

/** How often to check for the parent process. */
const parentCheckMs = 500;

/**
 * Calls `end` when Terraform has ended for any reason: a plugin whose parent was killed would otherwise wait forever. It gets
 * another parent, except on Windows, where the id stays that of the ended process. Ignores Ctrl-C, which reaches the whole
 * process group: Terraform handles it and calls StopProvider.
 */
export function followParent(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent || !isRunning(parent)) end();
  }, parentCheckMs);
  timer.unref();
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', end);
}

/** Whether a process runs, also one that this user may not signal. */
export function isRunning(pid: number): boolean {
  try {
    // Signal 0 checks only.
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
