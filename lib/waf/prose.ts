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
