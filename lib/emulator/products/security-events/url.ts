/** Whether a URL, a host and a path, is one of a pattern with `*`. Schemes and ports of the pattern are not looked at. */
export function matchesUrl(pattern: string, url: string): boolean {
  const [, host = '', path] =
    /^(?:[^/]*:\/\/)?([^/:]*)(?::\d+)?(\/.*)?$/s.exec(pattern.trim().toLowerCase()) ?? [];
  const parts = (host + (path ?? (host.includes('*') ? '' : '/'))).split(/\*+/);
  return matchesParts(parts, url.toLowerCase());
}

/** The first part begins the text, the last one ends it, and the others come in between in their order. */
function matchesParts(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  if (parts.length === 1) return text === first;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
}
