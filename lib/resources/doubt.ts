/**
 * Looks after a write whose fate is in doubt. When even looking fails there is nothing to say against the write's own
 * error, so that one is told: undefined.
 */
export async function lookAfter<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await look();
  } catch {
    return undefined;
  }
}
