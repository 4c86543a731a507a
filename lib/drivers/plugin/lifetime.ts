/** How often the parent is looked at. */
const parentCheckMs = 500;

/**
 * Calls `end` when Terraform is gone, however it died: a plugin whose parent was killed is handed to another process
 * and would otherwise wait for ever. Ctrl-C reaches the whole terminal group; it is Terraform's to handle, which then
 * asks the provider to stop, so it is ignored here.
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
