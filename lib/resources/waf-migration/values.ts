/** An object of the API whose content is not known further. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** Equal whatever the order of keys; what is undefined counts as left out. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = fieldsOf(value);
  if (fields === undefined) return value === undefined ? 'null' : JSON.stringify(value);
  const entries = Object.entries(fields).filter(([, item]) => item !== undefined);
  return `{${entries
    .sort(([a], [b]) => compare(a, b))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`;
}

export function compare(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}
