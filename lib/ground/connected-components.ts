import { getOrAdd } from './remember';

/** The connected components of items: sets that have a key in common, or each with the next one, in the order of their first items. */
export function connectedComponents<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => Iterable<unknown>,
): readonly (readonly Item[])[] {
  const parents = new Map<unknown, unknown>();
  const rootOf = (key: unknown): unknown => {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  const firsts = items.map((item) => {
    const [first = item, ...more] = keysOf(item);
    const root = rootOf(first);
    for (const key of more) {
      const other = rootOf(key);
      if (other !== root) parents.set(other, root);
    }
    return first;
  });
  const sets = new Map<unknown, Item[]>();
  for (const [at, item] of items.entries()) getOrAdd(sets, rootOf(firsts[at]), () => []).push(item);
  return [...sets.values()];
}
