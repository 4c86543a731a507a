import type { IncomingMessage } from 'node:http';

/**
 * Reads the body of a call that gets its reply without it, and reports it when all of it has arrived. A body with more than
 * `mostBytes` is reported cut, but with more bytes than that.
 */
export function readUnusedBody(
  request: IncomingMessage,
  mostBytes: number,
  report: (bytes: Uint8Array) => void,
): void {
  const chunks: Uint8Array[] = [];
  let length = 0;
  request.on('data', (chunk: Uint8Array) => {
    if (length > mostBytes) return;
    chunks.push(chunk);
    length += chunk.length;
  });
  request.once('end', () => {
    report(Buffer.concat(chunks));
  });
}
