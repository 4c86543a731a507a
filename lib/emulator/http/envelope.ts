import type { ErrorEntry } from './errors';

/** The envelope of every response except a 204. */
export interface Envelope {
  readonly result: unknown;
  readonly success: boolean;
  readonly errors: readonly object[];
  readonly messages: readonly object[];
  readonly result_info?: object;
}

export function succeed(result: unknown, resultInfo?: object): Envelope {
  const envelope: Envelope = { result: result ?? null, success: true, errors: [], messages: [] };
  return resultInfo === undefined ? envelope : { ...envelope, result_info: resultInfo };
}

export function fail(errors: readonly ErrorEntry[]): Envelope {
  return { result: null, success: false, errors: errors.map(visible), messages: [] };
}

function visible({ at: _at, ...entry }: ErrorEntry): object {
  return entry;
}
