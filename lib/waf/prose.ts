const mostNamed = 5;

/** `a, b, c`; the first five of many, and how many there are besides. */
export function enumerate(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

/** `id ("name")`, or the id alone. */
export function named(id: string, name = ''): string {
  return name === '' ? id : `${id} ("${name}")`;
}

/** In the same order each time, since a plan promises the very text: the service has none for the fields of an object. */
export function byKey<T>(fields: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}
