/** How often to check for the parent process. */
const parentCheckMs = 500;

/**
 * Calls `end` when Terraform has ended for any reason: a plugin whose parent was killed gets another parent and would otherwise
 * wait forever. Ignores Ctrl-C, which reaches the whole process group: Terraform handles it and calls StopProvider.
 */
export function followParent(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) end();
  }, parentCheckMs);
  timer.unref();
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', end);
}
