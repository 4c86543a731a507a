/** Whether a URL (host and path) matches a pattern with `*`. Scheme and port of the pattern are ignored. */
export function matchesUrl(pattern: string, url: string): boolean {
  const [, host = '', path] =
    /^(?:[^/]*:\/\/)?([^/:]*)(?::\d+)?(\/.*)?$/s.exec(pattern.trim().toLowerCase()) ?? [];
  const parts = (host + (path ?? (host.includes('*') ? '' : '/'))).split(/\*+/);
  return matchesParts(parts, url.toLowerCase());
}

/** The text begins with the first part, ends with the last one, and has the middle parts between them in order. */
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
