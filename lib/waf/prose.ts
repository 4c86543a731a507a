const mostNamed = 5;

/** `a, b, c`, or the first five and the number of the rest: `a, b, c, d, e and 3 more`. */
export function enumerate(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

/** `id ("name")`, or only the id if the name is empty. */
export function named(id: string, name = ''): string {
  return name === '' ? id : `${id} ("${name}")`;
}

/** Sorted, because plan and apply must produce the same text, and the API returns the fields of an object in any order. */
export function byKey<T>(fields: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}
