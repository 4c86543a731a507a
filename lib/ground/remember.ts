/** The value of a key. Makes it at the first use. */
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

/** How often each item occurs, in the order of the first ones. */
export function countEach<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** A function that makes one value for each object, and keeps it as long as that. */
export function onceFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => getOrAdd(made, key, () => make(key));
}

/** A function that makes one value for each text and object, and keeps it as long as the object. */
export function onceForText<K extends object, V>(
  make: (text: string, of: K) => V,
): (text: string, of: K) => V {
  const made = onceFor((_: K) => new Map<string, V>());
  return (text, of) => getOrAdd(made(of), text, () => make(text, of));
}
