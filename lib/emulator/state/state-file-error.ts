/** A state file that the emulator cannot start with or cannot write. The message names the file and the fix. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  readonly code = 'EDGE_EMULATOR_STATE';
}
