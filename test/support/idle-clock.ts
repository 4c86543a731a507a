import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../lib/client/clock';

/** How long no code reads the clock before it may jump, in milliseconds of the machine. */
const idleMs = 3;

/** How often the event loop turns after that: on a busy machine, replies may have arrived while the process did not run. */
const idleTurns = 5;

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

/**
 * A clock that stands still while there is work, and jumps to its next timer when all wait. The client and the emulator can
 * share one: then hours of waiting for the request limit pass in seconds.
 */
export class IdleClock implements Clock {
  #now = 0;
  #looks = 0;
  readonly #timers = new Set<Timer>();
  #isWatching = false;

  now(): number {
    this.#looks += 1;
    return this.#now;
  }

  /** The same time for the emulator's option `now`. */
  readonly date = (): Date => new Date(Date.UTC(2026, 0, 1) + this.now());

  schedule(ms: number, action: () => void): () => void {
    const timer = { at: this.now() + ms, action };
    this.#timers.add(timer);
    this.#watch();
    return () => {
      this.#timers.delete(timer);
    };
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const looks = this.#looks;
    void sleep(idleMs).then(async () => {
      for (let turn = 0; turn < idleTurns && this.#looks === looks; turn += 1) await turnOfLoop();
      this.#isWatching = false;
      if (this.#looks === looks) this.#jump();
      if (this.#timers.size > 0) this.#watch();
    });
  }

  #jump(): void {
    const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
    if (next === undefined) return;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.action();
  }
}
