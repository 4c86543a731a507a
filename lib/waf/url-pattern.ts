/**
 * A URL pattern of a page rule or a WAF override: `*` stands for any characters, of any segment and of the query too;
 * a scheme or port that is left out stands for all of them. Source: public facts 6.5, the service's pages on page rules.
 */
export interface UrlPattern {
  /** Undefined for both. */
  readonly scheme: 'http' | 'https' | undefined;
  /** Undefined for all. */
  readonly port: string | undefined;
  /** May hold wildcards, and then it may run over into the path. */
  readonly host: string;
  /** From the first slash on. Empty where a wildcard of the host takes its place. */
  readonly uri: string;
}

/** The `|` parts a pattern into alternatives, any of which may match. */
export function parseUrlPatterns(text: string): UrlPattern[] {
  return text.split('|').map(parseUrlPattern);
}

/** The pattern in the rules language. */
export function urlExpression({ scheme, port, host, uri }: UrlPattern): string {
  const ports = port === undefined ? [] : [`cf.edge.server_port eq ${port}`];
  if (host.includes('*')) return [fullUriExpression(scheme, host + uri), ...ports].join(' and ');
  const schemes = scheme === undefined ? [] : [scheme === 'https' ? 'ssl' : 'not ssl'];
  const uris = uri === '/*' ? [] : [`http.request.uri wildcard ${wildcardLiteral(uri)}`];
  return [`http.host eq ${quote(host)}`, ...uris, ...schemes, ...ports].join(' and ');
}

/** Whether some URL may match both. */
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
    host: single(host),
    // The service adds the slash that a bare host lacks.
    uri: single(rest ?? (host.includes('*') ? '' : '/')),
  };
}

function schemeOf(text: string | undefined): UrlPattern['scheme'] {
  if (text === 'http') return 'http';
  return text?.startsWith('https') === true ? 'https' : undefined;
}

/**
 * One comparison a scheme: `http*://` would also match a URL that has the pattern in its query, and so let anybody
 * past the rules.
 */
function fullUriExpression(scheme: UrlPattern['scheme'], glob: string): string {
  const [first, second] = (scheme === undefined ? ['http', 'https'] : [scheme]).map(
    (each) => `http.request.full_uri wildcard ${wildcardLiteral(`${each}://${glob}`)}`,
  );
  return second === undefined ? String(first) : `(${String(first)} or ${second})`;
}

/** The rules language refuses two wildcards in a row. */
function single(glob: string): string {
  return glob.replace(/\*+/g, '*');
}

/** Backslashes are escaped twice: for the wildcard, in which they escape stars, and for the string. */
function wildcardLiteral(glob: string): string {
  return quote(glob.replace(/\\/g, '\\\\'));
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function isCommon(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** Whether some text matches both. Row by row: which ends of `b` can be reached with the part of `a` so far. */
function globsOverlap(a: string, b: string): boolean {
  let row = reachAlong(b, [true]);
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

/** What of `b` matches the empty text. */
function reachAlong(b: string, row: boolean[]): boolean[] {
  for (let at = 1; at <= b.length; at += 1) row[at] = row[at - 1] === true && b[at - 1] === '*';
  return row;
}
