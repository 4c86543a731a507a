/** How often to check for the parent process. */
const parentCheckMs = 500;

/**
 * Calls `end` when Terraform has ended, for whatever reason: a plugin whose parent was killed gets another parent and would
 * otherwise wait forever. Ctrl-C reaches the whole process group. It is ignored here: Terraform handles it and asks the
 * provider to stop.
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
