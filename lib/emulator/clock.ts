import type { Setting, Store } from './state/store';

/** The emulator's clock. A control can move it on; a reset takes that back. */
export class Clock {
  private readonly advances: Setting<number>;

  constructor(
    store: Store,
    private readonly base: () => Date = () => new Date(),
  ) {
    this.advances = store.setting('clock', 0);
  }

  now(): Date {
    return new Date(this.base().getTime() + this.advancedMs);
  }

  get advancedMs(): number {
    return this.advances.get();
  }

  advance(ms: number): void {
    this.advances.set(this.advancedMs + ms);
  }
}
