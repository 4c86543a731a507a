import { limits } from '../ground/limits';

/** `*` matches any characters, across segments and in the query; no scheme or port matches all. Source: public facts 6.5, pages on page rules. */
export interface UrlPattern {
  /** Undefined: both schemes. */
  readonly scheme: 'http' | 'https' | undefined;
  /** Undefined: all ports. */
  readonly port: string | undefined;
  /** Can contain wildcards; a wildcard can also match part of the path. */
  readonly host: string;
  /** From the first slash on. Empty if a wildcard of the host matches it. */
  readonly uri: string;
}

/** `|` separates alternatives, any of which can match. */
export function parseUrlPatterns(text: string): UrlPattern[] {
  return text.split('|').map(parseUrlPattern);
}

export function urlExpression({ scheme, port, host, uri }: UrlPattern): string {
  const ports = port === undefined ? [] : [`cf.edge.server_port eq ${port}`];
  if (host.includes('*')) return [fullUriExpression(scheme, host + uri), ...ports].join(' and ');
  const schemes = scheme === undefined ? [] : [scheme === 'https' ? 'ssl' : 'not ssl'];
  const uris = uri === '/*' ? [] : [`http.request.uri wildcard ${wildcardLiteral(uri)}`];
  return [`http.host eq ${quote(host)}`, ...uris, ...schemes, ...ports].join(' and ');
}

export function mayOverlap(a: UrlPattern, b: UrlPattern): boolean {
  return (
    isCommon(a.scheme, b.scheme) && isCommon(a.port, b.port) && globsOverlap(a.host + a.uri, b.host + b.uri)
  );
}

function parseUrlPattern(text: string): UrlPattern {
  const [, scheme, host = '', digits, rest] =
    /^(?:(\*|https?\*?):\/\/)?([^/]*?)(?::(\d{1,5}))?(\/.*)?$/s.exec(text.trim().toLowerCase()) ?? [];
  return {
    scheme: schemeOf(scheme),
    port: digits,
    host: collapseWildcards(host),
    // The API adds the slash that a bare host lacks.
    uri: collapseWildcards(rest ?? (host.includes('*') ? '' : '/')),
  };
}

function schemeOf(text: string | undefined): UrlPattern['scheme'] {
  if (text === 'http') return 'http';
  return text?.startsWith('https') === true ? 'https' : undefined;
}

/** One comparison per scheme: `http*://` would also match a URL with the pattern in its query, so a client could bypass the rules. */
function fullUriExpression(scheme: UrlPattern['scheme'], glob: string): string {
  const [first, second] = (scheme === undefined ? ['http', 'https'] : [scheme]).map(
    (each) => `http.request.full_uri wildcard ${wildcardLiteral(`${each}://${glob}`)}`,
  );
  return second === undefined ? String(first) : `(${String(first)} or ${second})`;
}

/** The rules language rejects consecutive wildcards. */
function collapseWildcards(glob: string): string {
  return glob.replace(/\*+/g, '*');
}

/** Backslashes are escaped twice: once for the wildcard pattern, where they escape stars, and once for the string. */
function wildcardLiteral(glob: string): string {
  return quote(glob.replace(/\\/g, '\\\\'));
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function isCommon(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** Whether a text can match both; it may, where one is too long. Dynamic programming: each row has the prefixes of `b` that overlap with a prefix of `a`. */
function globsOverlap(a: string, b: string): boolean {
  if (a.length > limits.pattern || b.length > limits.pattern) return true;
  let row = firstRow(b, [true]);
  for (const letter of a) {
    const next: boolean[] = [letter === '*' && row[0] === true];
    for (let at = 1; at <= b.length; at += 1) {
      const other = b[at - 1];
      next[at] =
        letter === '*' || other === '*'
          ? row[at] === true || next[at - 1] === true
          : letter === other && row[at - 1] === true;
    }
    row = next;
  }
  return row[b.length] === true;
}

/** The prefixes of `b` that match the empty text. */
function firstRow(b: string, row: boolean[]): boolean[] {
  for (let at = 1; at <= b.length; at += 1) row[at] = row[at - 1] === true && b[at - 1] === '*';
  return row;
}
