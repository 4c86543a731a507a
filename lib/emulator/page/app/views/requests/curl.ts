import type { RequestDetails } from '../../../model/requests';

/**
 * The command that repeats a call, for a POSIX shell: `origin` is that of this emulator, and the token is read from
 * `EDGE_API_TOKEN`. Undefined when the body is not known.
 */
export function curlOf(
  origin: string,
  { method, path, query, body }: Pick<RequestDetails, 'method' | 'path' | 'query' | 'body'>,
): string | undefined {
  if (body.kind === 'withheld') return undefined;
  const url = origin + path + (query === '' ? '' : `?${query}`);
  const options = [
    method === 'GET' && body.kind === 'none' ? '' : `-X ${method} `,
    // Without these curl expands brackets, and resolves dots.
    /[[\]{}]/.test(url) ? '--globoff ' : '',
    /\/\.\.?(\/|$)/.test(path) ? '--path-as-is ' : '',
  ].join('');
  const lines = [`curl ${options}${quote(url)}`, `-H "Authorization: Bearer $EDGE_API_TOKEN"`];
  if (body.kind === 'text') {
    const type = body.contentType ?? '';
    // Without a value curl leaves its own header out.
    lines.push(`-H ${quote(type === '' ? 'Content-Type:' : `Content-Type: ${type}`)}`);
    lines.push(`--data-raw ${quote(body.text)}`);
  }
  return lines.join(' \\\n  ');
}

/** Nothing is special between single quotes, not even a line break. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
