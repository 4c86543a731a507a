/** A percent-encoded text, decoded; undefined where its encoding is wrong. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A percent-encoded text, decoded; the text itself where its encoding is wrong. */
export function decodeOrKeep(text: string): string {
  return decodePercent(text) ?? text;
}
