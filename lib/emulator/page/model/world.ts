import type { readWorld } from '../views/world';

/** What is in the emulator, and how it is set up. */
export type WorldData = ReturnType<typeof readWorld>;

/** How long a zone that migrates has both WAFs. */
export interface CutoverData {
  readonly ms: number;
}
