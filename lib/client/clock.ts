/** The time that the client uses. */
export interface Clock {
  /** The current time in milliseconds. Only differences matter. */
  now(): number;
  /** Calls `action` once after `ms`. Returns a function that cancels the call. */
  schedule(ms: number, action: () => void): () => void;
}

/** The clock of the machine. A timer keeps the process alive: somebody waits for the call behind it. */
export const systemClock: Clock = {
  // Node.js loads a module for `performance`.
  now: () => process.uptime() * 1000,
  schedule: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
