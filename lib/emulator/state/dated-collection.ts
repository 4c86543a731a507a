import { Collection } from './collection';

export interface Dated {
  readonly id: string;
  readonly created_on: string;
  readonly modified_on: string;
}

/** Objects that have all settings of the last write, with the times of the first and the last. */
export abstract class DatedCollection<Settings extends object> extends Collection<Settings & Dated> {
  create(ownerId: string, settings: Settings, id = this.world.newId()): Settings & Dated {
    this.check(ownerId, settings, id);
    const now = this.world.now().toISOString();
    return this.put(ownerId, { ...settings, id, created_on: now, modified_on: now });
  }

  change(ownerId: string, { id, created_on }: Dated, settings: Settings): Settings & Dated {
    this.check(ownerId, settings, id);
    return this.put(ownerId, { ...settings, id, created_on, modified_on: this.world.now().toISOString() });
  }

  /** Refuses what the service refuses beyond the schema. */
  protected abstract check(ownerId: string, settings: Settings, id: string): void;
}
