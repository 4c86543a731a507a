export interface Reading {
  readonly total: number;
  readonly done: number;
  /** Calls that these took. Those of unfinished subjects would be charged to finished ones, and make the estimate jump. */
  readonly callsOfDone: number;
  /** The fewest and about the most calls of all subjects together. */
  readonly least: number;
  readonly most: number;
}

/** How many subjects of middle cost count before the first one is read: a few cheap or expensive ones say little about all. */
const assumed = 10;

/** The calls of all subjects: those that are read, and for each other one the mean of what is read and assumed. */
export function expectedCalls({ total, done, callsOfDone, least, most }: Reading): number {
  if (total === done) return callsOfDone;
  const middle = (least + most) / 2 / total;
  const mean = (assumed * middle + callsOfDone) / (assumed + done);
  return callsOfDone + (total - done) * mean;
}

const windowMs = 5 * 60_000;

/** The shortest time for a number of calls, in milliseconds: those beyond the limit wait for the next 5 minutes. */
export function leastTimeMs(calls: number, requestsPer5Minutes: number): number {
  return Math.floor(Math.max(0, calls - 1) / requestsPer5Minutes) * windowMs;
}

/** The calls of each window so far, when calls wait for the limit until a time in milliseconds. */
export function callsPerWindow(calls: number, untilMs: number): number {
  return calls / Math.max(1, Math.round(untilMs / windowMs));
}

/**
 * About the same for an estimated number of calls: the middle of the times of numbers close to it, so that it changes as little as
 * they do, and not by 5 minutes at each limit.
 */
export function usualTimeMs(calls: number, requestsPer5Minutes: number): number {
  const windows = calls / requestsPer5Minutes;
  return windows <= 1 ? 0 : (windows - 0.5) * windowMs;
}
