import type { JsonObject } from '../../ground/json';
import { answer, bodyOf, route } from './route';
import type { Answer, Call, Route } from './route';

/** A plain collection, and what callers can do with its objects. */
export interface Crud<Owner, Item> {
  /** Of the list. The path of an object ends with the parameter `id`. */
  readonly path: string;
  readonly id: string;
  /** The zone or account of a call. */
  readonly owner: (call: Call) => Owner;
  readonly items: {
    readonly list: (owner: Owner) => readonly Item[];
    /** @throws an answer of the API where there is no such object */
    readonly get: (owner: Owner, id: string) => Item;
    readonly delete?: (owner: Owner, id: string) => void;
  };
  readonly render: (item: Item) => object;
  /** @default - all objects, in their order */
  readonly list?: (items: readonly Item[], call: Call) => Answer;
  readonly create?: (owner: Owner, body: JsonObject) => Item | Promise<Item>;
  readonly replace?: (owner: Owner, before: Item, body: JsonObject) => Item | Promise<Item>;
  readonly update?: (owner: Owner, before: Item, body: JsonObject) => Item | Promise<Item>;
  /** @default - the object */
  readonly written?: (item: Item) => Answer;
  /** @default - the id */
  readonly deleted?: (id: string) => Answer;
}

/** The routes of a collection. The object of a path is looked up before the body is read. */
export function crud<Owner, Item>(collection: Crud<Owner, Item>): readonly Route[] {
  const { path, id, owner, items, create, replace, update } = collection;
  const one = `${path}/:${id}`;
  const itemOf = (call: Call) => items.get(owner(call), call.param(id));
  const shown = (item: Item) => answer.resource(collection.render(item));
  const {
    list = (all) => answer.resource(all.map(collection.render)),
    written = shown,
    deleted = (deletedId) => answer.report({ id: deletedId }),
  } = collection;
  return [
    route.get(path, (call) => list(items.list(owner(call)), call)),
    create && route.post(path, async (call) => written(await create(owner(call), bodyOf(call)))),
    route.get(one, (call) => shown(itemOf(call))),
    replace &&
      route.put(one, async (call) => written(await replace(owner(call), itemOf(call), bodyOf(call)))),
    update &&
      route.patch(one, async (call) => written(await update(owner(call), itemOf(call), bodyOf(call)))),
    items.delete &&
      route.delete(one, (call) => {
        items.delete?.(owner(call), call.param(id));
        return deleted(call.param(id));
      }),
  ].filter((each) => each !== undefined);
}
