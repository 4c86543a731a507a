import type { JsonObject } from '../../ground/json';
import { listed, type ListRules } from './list-query';
import { answer, bodyOf, itemsOf, route, type Answer, type Call, type Route } from './route';

export interface Crud<Owner, Item extends object> {
  /** Path of the list. That of an object ends with the parameter `id`. */
  readonly path: string;
  readonly id: string;
  /** Whose objects a call is about: a zone, an account, or what they have. */
  readonly owner: (call: Call) => Owner;
  readonly items: {
    readonly list: (owner: Owner) => readonly Item[];
    /** @throws an answer of the API where there is no such object */
    readonly get: (owner: Owner, id: string) => Item;
    readonly delete?: (owner: Owner, id: string) => void;
  };
  /** @default - the object as it is kept */
  readonly render?: (item: Item, owner: Owner) => object;
  /** @default - all objects, in their order */
  readonly list?: (items: readonly Item[], call: Call) => Answer;
  /** The list has pages, with these filters and orders. */
  readonly pages?: (owner: Owner) => ListRules<Item>;
  readonly create?: (owner: Owner, body: JsonObject) => Item | Promise<Item>;
  /** The body of a create is an array. */
  readonly createAll?: (owner: Owner, items: readonly unknown[]) => readonly Item[];
  readonly replace?: (owner: Owner, before: Item, body: JsonObject) => Item | Promise<Item>;
  readonly update?: (owner: Owner, before: Item, body: JsonObject) => Item | Promise<Item>;
  /** @default - the object */
  readonly written?: (item: Item) => Answer;
  /** @default - the id */
  readonly deleted?: (id: string) => Answer;
}

/** The routes of a collection. The object of a path is looked up before the body is read. */
export function crud<Owner, Item extends object>(collection: Crud<Owner, Item>): readonly Route[] {
  const { path, id, items, pages, create, createAll, replace, update, written } = collection;
  const one = `${path}/:${id}`;
  const { render = (item) => item, deleted = (deletedId) => answer.report({ id: deletedId }) } = collection;
  const rendered = (all: readonly Item[], owner: Owner) =>
    answer.resource(all.map((item) => render(item, owner)));
  const list = (owner: Owner, call: Call) => {
    const all = items.list(owner);
    if (collection.list !== undefined) return collection.list(all, call);
    if (pages === undefined) return rendered(all, owner);
    return listed(all, call.query, pages(owner), (item) => render(item, owner));
  };
  const of = (handle: (owner: Owner, call: Call) => Answer | Promise<Answer>) => (call: Call) =>
    handle(collection.owner(call), call);
  const shown = (item: Item, owner: Owner) => answer.resource(render(item, owner));
  const saved = (change: (owner: Owner, call: Call) => Item | Promise<Item>) =>
    of(async (owner, call) => {
      const item = await change(owner, call);
      return written?.(item) ?? shown(item, owner);
    });
  const change = (write: NonNullable<typeof update>) =>
    saved((owner, call) => write(owner, items.get(owner, call.param(id)), bodyOf(call)));
  return [
    route.get(path, of(list)),
    create &&
      route.post(
        path,
        saved((owner, call) => create(owner, bodyOf(call))),
      ),
    createAll &&
      route.post(
        path,
        of((owner, call) => rendered(createAll(owner, itemsOf(call)), owner)),
        'array',
      ),
    route.get(
      one,
      of((owner, call) => shown(items.get(owner, call.param(id)), owner)),
    ),
    replace && route.put(one, change(replace)),
    update && route.patch(one, change(update)),
    items.delete &&
      route.delete(
        one,
        of((owner, call) => {
          items.delete?.(owner, call.param(id));
          return deleted(call.param(id));
        }),
      ),
  ].filter((each) => each !== undefined);
}
