import type { Clock } from '../../../lib/client/clock';

/** Lets promises that are resolved already run on. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

export class ManualClock implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly action: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  get waiting(): number {
    return this.#timers.length;
  }

  schedule(ms: number, action: () => void): () => void {
    const timer = { at: this.#now + ms, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** Moves on, and fires each timer at its time. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const due = this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (due === undefined) break;
      this.#now = Math.max(this.#now, due.at);
      this.#timers = this.#timers.filter((each) => each !== due);
      due.action();
    }
    this.#now = end;
    await settle();
  }
}

/** A clock on which every waiting is over at once: the time jumps to its end. */
export class JumpingClock implements Clock {
  #now = 0;
  readonly waits: number[] = [];

  now(): number {
    return this.#now;
  }

  schedule(ms: number, action: () => void): () => void {
    const at = this.#now + ms;
    this.waits.push(ms);
    let isCancelled = false;
    setImmediate(() => {
      if (isCancelled) return;
      this.#now = Math.max(this.#now, at);
      action();
    });
    return () => {
      isCancelled = true;
    };
  }
}
