import type { readWorld } from '../views/world';

/** Contents and settings of the emulator. */
export type WorldData = ReturnType<typeof readWorld>;

/** How long a zone that migrates has both WAFs. */
export interface CutoverData {
  readonly ms: number;
}
