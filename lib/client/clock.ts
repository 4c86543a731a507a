/** Time as the client uses it. */
export interface Clock {
  /** Milliseconds. Only differences matter. */
  now(): number;
  /** Calls `action` once after `ms`. Returns what cancels that. */
  schedule(ms: number, action: () => void): () => void;
}

/** The clock of the machine. A timer keeps the process alive: somebody waits for the call behind it. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
