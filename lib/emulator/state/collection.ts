import type { ApiRefusal } from '../http/errors';
import type { World } from '../world';
import type { Table } from './store';

/** The objects of one kind of all zones or accounts, each below its owner. */
export class Collection<Item extends { readonly id: string }> {
  protected readonly table: Table<Item>;

  constructor(
    protected readonly world: World,
    tableName: string,
    private readonly notFound: (id: string) => ApiRefusal,
  ) {
    this.table = world.store.table<Item>(tableName);
  }

  list(ownerId: string): readonly Item[] {
    return this.table.list(ownerId);
  }

  find(ownerId: string, id: string): Item | undefined {
    return this.table.get(ownerId, id);
  }

  /** @throws an answer of the API where the owner has no such object */
  get(ownerId: string, id: string): Item {
    const item = this.find(ownerId, id);
    if (item === undefined) throw this.notFound(id);
    return item;
  }

  put(ownerId: string, item: Item): Item {
    this.world.store.commit([this.table.put(ownerId, item.id, item)]);
    return item;
  }

  delete(ownerId: string, id: string): void {
    this.get(ownerId, id);
    this.world.store.commit([this.table.delete(ownerId, id)]);
  }
}
