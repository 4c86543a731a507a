import type { Store, Table } from './state/store';

/** The emulator's clock. A control can move it on; a reset takes that back. */
export class Clock {
  private readonly advances: Table<number>;

  constructor(
    private readonly store: Store,
    private readonly base: () => Date = () => new Date(),
  ) {
    this.advances = store.table('clock');
  }

  now(): Date {
    return new Date(this.base().getTime() + this.advancedMs);
  }

  get advancedMs(): number {
    return this.advances.get('', 'all') ?? 0;
  }

  advance(ms: number): void {
    this.store.commit([this.advances.put('', 'all', this.advancedMs + ms)]);
  }
}
