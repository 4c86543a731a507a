/** Collects the values of an option that can be repeated, each once. */
export function addTo(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...new Set([...(before ?? []), value])];
}
