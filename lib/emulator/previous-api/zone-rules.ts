import type { Table } from '../state/store';
import type { World } from '../world';

/** The rules of an API of the previous WAF, of all zones. */
export abstract class ZoneRules<Kept> {
  constructor(
    protected readonly world: World,
    protected readonly rules: Table<Kept>,
  ) {}

  /** @throws an answer of the API where the zone has no such rule */
  abstract get(zoneId: string, id: string): unknown;

  has(zoneId: string, id: string): boolean {
    return this.rules.get(zoneId, id) !== undefined;
  }

  delete(zoneId: string, id: string): void {
    this.get(zoneId, id);
    this.world.store.commit([this.rules.delete(zoneId, id)]);
  }
}
