/** A percent-encoded text, decoded; undefined where its encoding is wrong. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A part of a query, decoded, where `+` is a space, as `urlencode` of Terraform writes it; undefined where its encoding is wrong. */
export function decodeQuery(text: string): string | undefined {
  return decodePercent(text.replaceAll('+', ' '));
}

/** A percent-encoded text, decoded; the text itself where its encoding is wrong. */
export function decodeOrKeep(text: string): string {
  return decodePercent(text) ?? text;
}
