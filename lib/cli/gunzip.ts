import { pipeline } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import { inUtf8, isUtf16 } from '../ground/decode-text';

const gzipMark = Buffer.from([0x1f, 0x8b]);

export function isGzip(bytes: Buffer): boolean {
  return bytes.subarray(0, gzipMark.length).equals(gzipMark);
}

/** Decompresses what is gzipped by its first bytes (a pipe has no name), and passes everything else through: UTF-16 as UTF-8. */
export async function* gunzipped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await firstBytes(chunks);
  const all = (async function* () {
    yield first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  if (!isGzip(first)) {
    yield* isUtf16(first) ? inUtf8(all) : all;
    return;
  }
  const plain = createGunzip({ chunkSize: 1 << 17 });
  // An error in it is also thrown by the iteration of `plain`.
  pipeline(all, plain).catch(() => undefined);
  yield* plain as AsyncIterable<Buffer>;
}

/**
 * Decompresses damaged gzip data as far as it can be, and ends there without an error. Slower than `gunzipped`, which
 * drops up to 128 KB before a fault: here it is 1 KB, and nothing where the data are merely cut off.
 */
export async function* salvaged(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const plain = createGunzip({ chunkSize: 1 << 10, finishFlush: constants.Z_SYNC_FLUSH });
  const chunks: Buffer[] = [];
  // Its own iterator drops what is still in its buffer at a fault.
  plain.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isOver = new Promise<true>((resolve) => {
    for (const event of ['end', 'error', 'close']) plain.on(event, () => resolve(true));
  });
  for await (const piece of source) {
    const isTaken = new Promise<false>((resolve) => plain.write(piece, () => resolve(false)));
    const isDone = await Promise.race([isTaken, isOver]);
    yield* chunks.splice(0);
    if (isDone) return;
  }
  plain.end();
  await isOver;
  yield* chunks.splice(0);
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
