import { promises as timers } from 'node:timers';
import type { EdgeClient } from '../client';
import type { Caller } from './handler';

/** The first pause between two reads, in milliseconds. Each further one is twice as long, up to the longest. */
const shortestPause = 250;
export const longestPause = 8_000;

/** How long a write whose reply is lost stays in doubt, in milliseconds: longer than lists lag behind. The client has repeated it before. */
export const doubtMs = 30_000;

/** Reads until a write shows: lists and copies of the service may lag behind. Returns the last read, also where the patience has ended before. */
export async function readBack<T>(
  read: () => Promise<T>,
  isShown: (found: T) => boolean,
  { service, signal }: Caller<EdgeClient>,
  patienceMs = service.patienceMs,
): Promise<T> {
  let waited = 0;
  for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
    const found = await read();
    if (isShown(found) || waited >= patienceMs) return found;
    // Ends early when Terraform is interrupted; the next read then fails with the reason.
    await timers.setTimeout(pause, undefined, { signal }).catch(() => undefined);
    waited += pause;
  }
}
