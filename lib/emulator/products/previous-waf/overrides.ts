import type { UriOverride } from '../../../waf';
import type { Table } from '../../state/store';
import type { World } from '../../world';
import { previousRefusals as refusals } from '../../previous-api/errors';

export type OverrideSettings = Omit<UriOverride, 'id'>;

/** The URI-based overrides of all zones. */
export class Overrides {
  private readonly overrides: Table<UriOverride>;

  constructor(private readonly world: World) {
    this.overrides = world.store.table<UriOverride>('waf_overrides');
  }

  list(zoneId: string): readonly UriOverride[] {
    return this.overrides.list(zoneId);
  }

  get(zoneId: string, id: string): UriOverride {
    const override = this.overrides.get(zoneId, id);
    if (override === undefined) throw refusals.noOverride(id);
    return override;
  }

  has(zoneId: string, id: string): boolean {
    return this.overrides.get(zoneId, id) !== undefined;
  }

  put(zoneId: string, settings: OverrideSettings, id = this.world.newId()): UriOverride {
    const override = { id, ...settings };
    this.world.store.commit([this.overrides.put(zoneId, id, override)]);
    return override;
  }

  delete(zoneId: string, id: string): void {
    this.get(zoneId, id);
    this.world.store.commit([this.overrides.delete(zoneId, id)]);
  }
}
