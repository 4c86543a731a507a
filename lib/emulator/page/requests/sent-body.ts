import { fieldsOf, jsonOf, objectsOf } from '../../../ground/json';
import type { Call, CallBody } from '../../controls/calls';
import { maskBody, maskMessage, maskQuery, type MaskedText } from './mask-secrets';

export type SentBody =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'text'; readonly contentType: string | null } & MaskedText)
  | { readonly kind: 'withheld'; readonly reason: string };

/** The body of a call without secrets, or why it cannot be shown. */
export function readSentBody({ hasBody, durationMs }: Call, kept: CallBody | undefined): SentBody {
  if (!hasBody) return { kind: 'none' };
  if (kept === undefined)
    return withheld(
      durationMs === null
        ? 'The body has not arrived yet.'
        : 'The body is not kept any more, or the call ended before it arrived. The bodies of the newest 200 calls are kept.',
    );
  const { bytes, contentType } = kept;
  if (bytes === undefined) return withheld('The body has more than 64 KB and was not kept.');
  const sent = decode(bytes);
  if (sent === undefined) return withheld('The body is not text in UTF-8.');
  const masked = maskBody(sent);
  if (masked === undefined) return withheld('The body is not JSON and may contain a secret.');
  return { kind: 'text', contentType: contentType ?? null, ...masked };
}

function withheld(reason: string): SentBody {
  return { kind: 'withheld', reason };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // A command cannot have it.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The path of a call with its query, in which placeholders stand for secrets. */
export function targetOf({ path, query }: Pick<Call, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${maskQuery(query)}`;
}

/** The errors in the envelope of a reply, as `message (code)`; none for a reply that has no envelope. */
export function readErrors(reply: string | undefined): readonly string[] {
  const { errors } = fieldsOf(jsonOf(reply ?? ''));
  return objectsOf(errors).flatMap(({ code, message, error_chain: chain }) => {
    if (typeof message !== 'string') return [];
    const text = typeof code === 'number' ? `${message} (${code})` : message;
    const causes = objectsOf(chain).map((cause) => String(cause.message));
    return [maskMessage([text, ...causes].join(': '))];
  });
}

/**
 * The command that repeats a call, for a POSIX shell: `origin` is that of this emulator, and the token is read from
 * `EDGE_API_TOKEN`. Undefined when the body is not known.
 */
export function curlOf(
  origin: string,
  call: Pick<Call, 'method' | 'path' | 'query'>,
  body: SentBody,
): string | undefined {
  if (body.kind === 'withheld') return undefined;
  const { method, path } = call;
  const url = origin + targetOf(call);
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
