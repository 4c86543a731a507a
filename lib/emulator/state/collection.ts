import type { ApiRefusal } from '../http/errors';
import { scopeKey, type Scope } from '../scope';
import { found } from '../shape';
import type { World } from '../world';
import type { Change, Table } from './store';

/** The objects of one kind of all zones or accounts, each below its owner: an id, or a scope where both have such objects. */
export class Collection<
  Item extends { readonly id: string | number },
  Owner extends string | Scope = string,
> {
  private readonly table: Table<Item>;

  constructor(
    protected readonly world: World,
    tableName: string,
    private readonly notFound: (id: string) => ApiRefusal,
  ) {
    this.table = world.store.table<Item>(tableName);
  }

  list(owner: Owner): readonly Item[] {
    return this.table.list(keyOf(owner));
  }

  find(owner: Owner, id: Item['id'] | string): Item | undefined {
    return this.table.get(keyOf(owner), String(id));
  }

  /** @throws an answer of the API where the owner has no such object */
  get(owner: Owner, id: string): Item {
    return found(this.find(owner, id), () => this.notFound(id));
  }

  put(owner: Owner, item: Item): Item {
    this.world.store.commit([this.write(owner, item)]);
    return item;
  }

  /** The change that saves an object, for a commit of several. */
  write(owner: Owner, item: Item): Change {
    return this.table.put(keyOf(owner), String(item.id), item);
  }

  erase(owner: Owner, id: string): Change {
    return this.table.delete(keyOf(owner), id);
  }

  delete(owner: Owner, id: string): void {
    this.get(owner, id);
    this.world.store.commit([this.erase(owner, id)]);
  }
}

function keyOf(owner: string | Scope): string {
  return typeof owner === 'string' ? owner : scopeKey(owner);
}
