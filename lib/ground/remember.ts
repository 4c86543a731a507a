/** The value of a key in a map, which is made at the first use. */
export function getOrAdd<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Counts how often each item occurs, in the order of the first ones. */
export function countEach<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

export function sumOf<Item>(items: readonly Item[], countOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + countOf(item), 0);
}

/** Memoizes a function of an object: it makes one value for each, and keeps it as long as the object. */
export function onceFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => getOrAdd(made, key, () => make(key));
}

/** Memoizes a function of a text and an object: it makes one value for both, and keeps it as long as the object. */
export function onceForText<K extends object, V>(
  make: (text: string, of: K) => V,
): (text: string, of: K) => V {
  const made = onceFor((_: K) => new Map<string, V>());
  return (text, of) => getOrAdd(made(of), text, () => make(text, of));
}

const mostTexts = 1000;

/** Memoizes a function of a text. It begins anew after many texts, so that it never keeps more than these. */
export function onceForEachText<V>(make: (text: string) => V): (text: string) => V {
  const made = new Map<string, V>();
  return (text) => {
    if (made.size >= mostTexts) made.clear();
    return getOrAdd(made, text, () => make(text));
  };
}
