import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const gzipMark = Buffer.from([0x1f, 0x8b]);

export function isGzip(bytes: Buffer): boolean {
  return bytes.subarray(0, gzipMark.length).equals(gzipMark);
}

/** Decompresses what is gzipped by its first bytes (a pipe has no name), and passes everything else through. */
export async function* gunzipped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await firstBytes(chunks);
  const all = (async function* () {
    yield first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  if (!isGzip(first)) {
    yield* all;
    return;
  }
  const plain = createGunzip({ chunkSize: 1 << 17 });
  // An error in it is also thrown by the iteration of `plain`.
  pipeline(all, plain).catch(() => undefined);
  yield* plain as AsyncIterable<Buffer>;
}

async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < gzipMark.length) {
    const next = await chunks.next();
    if (next.done === true) break;
    bytes = Buffer.concat([bytes, next.value]);
  }
  return bytes;
}
