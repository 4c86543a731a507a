/** A percent-encoded text, decoded; undefined where its encoding is wrong. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
