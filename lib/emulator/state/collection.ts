import type { ApiRefusal } from '../http/errors';
import type { World } from '../world';
import type { Change, Table } from './store';

/** The objects of one kind of all zones or accounts, each below its owner. */
export class Collection<Item extends { readonly id: string }> {
  private readonly table: Table<Item>;

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
    this.world.store.commit([this.write(ownerId, item)]);
    return item;
  }

  /** The change that saves an object, for a commit of several. */
  write(ownerId: string, item: Item): Change {
    return this.table.put(ownerId, item.id, item);
  }

  delete(ownerId: string, id: string): void {
    this.get(ownerId, id);
    this.world.store.commit([this.table.delete(ownerId, id)]);
  }
}
