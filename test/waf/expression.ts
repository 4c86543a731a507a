export interface Request {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: string;
  /** Path and query. */
  readonly uri: string;
}

/**
 * Evaluates what the room emits: comparisons with `eq` and `wildcard`, `ssl`, `and`, `or`, `not`, brackets. An
 * implementation of its own, so that a mistake in what is emitted shows. Throws on anything else.
 */
export function evaluate(expression: string, request: Request): boolean {
  const tokens = expression.match(/"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/gs) ?? [];
  let at = 0;
  const value = disjunction();
  if (at < tokens.length) throw new Error(`left over: ${tokens.slice(at).join(' ')}`);
  return value;

  function disjunction(): boolean {
    let result = conjunction();
    while (take('or')) result = conjunction() || result;
    return result;
  }

  function conjunction(): boolean {
    let result = negation();
    while (take('and')) result = negation() && result;
    return result;
  }

  function negation(): boolean {
    if (take('not')) return !negation();
    if (!take('(')) return comparison();
    const inner = disjunction();
    if (!take(')')) throw new Error(`not closed: ${expression}`);
    return inner;
  }

  function comparison(): boolean {
    const field = next();
    if (field === 'true' || field === 'false') return field === 'true';
    if (field === 'ssl') return request.scheme === 'https';
    const found = fieldOf(field);
    const operator = next();
    const literal = next();
    const text = literal.startsWith('"') ? literal.slice(1, -1).replace(/\\(["\\])/g, '$1') : literal;
    if (operator === 'eq') return found === text;
    if (operator === 'wildcard') return wildcard(text, found);
    throw new Error(`not an operator: ${operator}`);
  }

  function fieldOf(name: string): string {
    const { scheme, host, port, uri } = request;
    switch (name) {
      case 'http.host':
        return host;
      case 'http.request.uri':
        return uri;
      case 'http.request.full_uri':
        return `${scheme}://${host}${uri}`;
      case 'cf.edge.server_port':
        return port;
      default:
        throw new Error(`not a field: ${name}`);
    }
  }

  function next(): string {
    const token = tokens[at];
    if (token === undefined) throw new Error(`cut short: ${expression}`);
    at += 1;
    return token;
  }

  function take(token: string): boolean {
    if (tokens[at] !== token) return false;
    at += 1;
    return true;
  }
}

/** In the literal, a backslash goes before a star or a backslash that means itself. */
function wildcard(literal: string, text: string): boolean {
  if (/^(?:[^\\]|\\.)*?\*\*/s.test(literal)) throw new Error(`two wildcards in a row: ${literal}`);
  const parts = literal.match(/\\.|[^\\]/gs) ?? [];
  const pattern = parts.map((part) => (part === '*' ? '.*' : escape(part.replace(/^\\(.)$/s, '$1'))));
  return new RegExp(`^${pattern.join('')}$`, 'is').test(text);
}

/** As the dashboard describes a URL pattern: stars stand for anything, all else for itself, whatever its case. */
export function matchesPattern(pattern: string, { scheme, host, port, uri }: Request): boolean {
  return pattern.split('|').some((each) => {
    const [, wantedScheme, rest = ''] = /^(?:(\*|https?):\/\/)?(.*)$/s.exec(each) ?? [];
    const [, wantedHost = '', wantedPort, path = ''] = /^([^/]*?)(?::(\d+))?(\/.*)?$/s.exec(rest) ?? [];
    const glob = wantedHost + (path === '' && !wantedHost.includes('*') ? '/' : path);
    const regex = new RegExp(`^${glob.split('*').map(escape).join('.*')}$`, 'is');
    const isScheme = wantedScheme === undefined || wantedScheme === '*' || wantedScheme === scheme;
    return isScheme && (wantedPort === undefined || wantedPort === port) && regex.test(host + uri);
  });
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
