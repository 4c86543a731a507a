/** A state file that the emulator does not start with, or cannot write any more. The message names it and the cure. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  readonly code = 'EDGE_EMULATOR_STATE';
}
