import type { PrivateState } from '../handler';
import type { Baseline } from './entry-point';

/** What is kept beside the state: no configuration speaks of it, and the service does not tell. */
export interface Memory {
  readonly baseline?: Baseline;
  /** Whether the baseline is of an import, which knows of no configuration. */
  readonly isImported?: boolean;
  /** Whether the last call was made, so that nothing is left to do but to wait. */
  readonly isHandingOver?: boolean;
}

export function recall(privateState: PrivateState): Memory {
  const kept = privateState.get();
  return typeof kept === 'object' && kept !== null ? kept : {};
}

export function remember(privateState: PrivateState, part: Memory): void {
  privateState.set({ ...recall(privateState), ...part });
}
