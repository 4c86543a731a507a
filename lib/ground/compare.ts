/** Compares for `sort`. Texts by code units, not by a locale: their order is the same on every machine. */
export function compare<Key extends string | number>(a: Key, b: Key): number {
  return a < b ? -1 : Number(a > b);
}

export function compareKeys(
  [a]: readonly [string, ...unknown[]],
  [b]: readonly [string, ...unknown[]],
): number {
  return compare(a, b);
}

/** Each item once: of items with the same key the last one counts, at the place of the first. */
export function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

export function equalLists(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** Whether two lists have the same items, in any order and number. */
export function equalSets(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [a, b] = [new Set(one), new Set(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
