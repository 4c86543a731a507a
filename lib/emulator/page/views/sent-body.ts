import type { Call, CallBody } from '../../controls/calls';
import { maskBody, type MaskedText } from './mask-secrets';

export type RequestBody =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'text'; readonly contentType: string | null } & MaskedText)
  | { readonly kind: 'withheld'; readonly reason: string };

/** What a call sent, without secrets, or why that cannot be shown. */
export function readSentBody({ hasBody, durationMs }: Call, kept: CallBody | undefined): RequestBody {
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

function withheld(reason: string): RequestBody {
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
