import { readSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { blockPadding } from '../../../logs';

/** A file of sample lines, or stdin for `-`. */
export interface Sample {
  readonly path: string;
  /** How many bytes it has on the disk; undefined where that cannot be known. */
  readonly size: number | undefined;
}

/** Whole lines of a sample, or a line that is too long to be held. */
export interface SampleBlock {
  readonly bytes: Buffer;
  readonly end: number;
  readonly isFirst: boolean;
  readonly isTooLong: boolean;
}

export const longestLine = 16 << 20;
const blockSize = 1 << 19;

export async function findSamples(paths: readonly string[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) {
    if (path === '-') {
      if (paths.filter((each) => each === '-').length > 1)
        throw new Error('"-" stands for stdin, which can be read once. Name it once.');
      samples.push({ path, size: undefined });
      continue;
    }
    const found = await stat(path).catch((error: unknown) => {
      throw new Error(cannotRead(path, error), { cause: error });
    });
    if (found.isDirectory()) throw new Error(`${path} is a folder. Name files, such as ${path}/*.log.gz.`);
    samples.push({ path, size: found.isFile() ? found.size : undefined });
  }
  return samples;
}

/** Buffers that are used again, so that memory stays as it is. */
export class Buffers {
  private readonly free: Buffer[] = [];

  lease(size = blockSize): Buffer {
    const index = this.free.findIndex((each) => each.length >= size + reserve);
    const [found] = index === -1 ? [] : this.free.splice(index, 1);
    return found ?? Buffer.allocUnsafeSlow(size + reserve);
  }

  release(buffer: Buffer): void {
    if (this.free.length < 8 && buffer.length === blockSize + reserve) this.free.push(buffer);
  }
}

/** For a last line without a line feed, and for reads beyond the end. */
const reserve = blockPadding + 1;

/**
 * The blocks of a sample, gzipped or not: what is, is told by its first bytes, since a pipe has no name.
 *
 * @param onBytes - hears of what was read, as it lies on the disk
 */
export async function* blocksOf(
  { path }: Sample,
  buffers: Buffers,
  onBytes: (count: number) => void,
): AsyncGenerator<SampleBlock> {
  const reader = await readerOf(path, onBytes);
  let buffer = buffers.lease();
  let length = 0;
  let isFirst = true;
  let isSkipping = false;
  try {
    for (;;) {
      const room = buffer.length - reserve - length;
      const count = room === 0 ? 0 : await reader.read(buffer, length, room);
      const isOver = room > 0 && count === 0;
      length += count;
      if (isOver && length > 0 && !isSkipping) {
        buffer[length] = 0x0a;
        length += 1;
      }
      const mark = length === 0 ? -1 : buffer.lastIndexOf(0x0a, length - 1);
      if (isSkipping) {
        const first = length === 0 ? -1 : buffer.subarray(0, length).indexOf(0x0a);
        if (first === -1 && !isOver) {
          length = 0;
          continue;
        }
        // What is left of the block begins a line.
        isSkipping = false;
        yield { bytes: Buffer.alloc(0), end: 0, isFirst: false, isTooLong: true };
        buffer.copyWithin(0, first + 1, length);
        length = isOver ? 0 : length - first - 1;
        if (isOver) return;
        continue;
      }
      if (mark === -1 && !isOver) {
        if (room > 0) continue;
        if (length >= longestLine) {
          isSkipping = true;
          isFirst = false;
          length = 0;
          buffers.release(buffer);
          buffer = buffers.lease();
          continue;
        }
        const grown = buffers.lease((buffer.length - reserve) * 2);
        buffer.copy(grown, 0, 0, length);
        buffers.release(buffer);
        buffer = grown;
        continue;
      }
      if (mark !== -1) {
        const rest = length - mark - 1;
        const next = buffers.lease(rest >= blockSize ? buffer.length - reserve : blockSize);
        buffer.copy(next, 0, mark + 1, length);
        const block = { bytes: buffer, end: mark + 1, isFirst, isTooLong: false };
        isFirst = false;
        buffer = next;
        length = rest;
        yield block;
      }
      if (isOver) return;
    }
  } catch (error) {
    throw new Error(cannotRead(path, error), { cause: error });
  } finally {
    await reader.close();
  }
}

interface Reader {
  read(buffer: Buffer, offset: number, length: number): Promise<number>;
  close(): Promise<void>;
}

async function readerOf(path: string, onBytes: (count: number) => void): Promise<Reader> {
  if (path === '-') return streamReader(process.stdin, onBytes);
  const handle = await open(path).catch((error: unknown) => {
    throw new Error(cannotRead(path, error), { cause: error });
  });
  const start = Buffer.alloc(gzipMark.length);
  const isFile = (await handle.stat()).isFile();
  if (isFile) await handle.read(start, 0, start.length, 0);
  if (!isFile || start.equals(gzipMark)) {
    // What is read of a pipe is gone, so it is opened once.
    const stream = handle.createReadStream({ highWaterMark: 1 << 17, ...(isFile && { start: 0 }) });
    return streamReader(stream, onBytes);
  }
  let position = 0;
  return {
    // Not through the thread pool: the way there and back takes as long as the preview of half a block.
    read: (buffer, offset, length) => {
      const count = readSync(handle.fd, buffer, offset, length, position);
      position += count;
      onBytes(count);
      return Promise.resolve(count);
    },
    close: () => handle.close(),
  };
}

const gzipMark = Buffer.from([0x1f, 0x8b]);

/** Chunks are copied into the block: they come as large as a pipe likes. */
function streamReader(source: AsyncIterable<Buffer>, onBytes: (count: number) => void): Reader {
  const chunks = unzipped(counted(source, onBytes));
  let chunk: Buffer = Buffer.alloc(0);
  return {
    read: async (buffer, offset, length) => {
      while (chunk.length === 0) {
        const next = await chunks.next();
        if (next.done === true) return 0;
        chunk = next.value;
      }
      const count = Math.min(length, chunk.length);
      chunk.copy(buffer, offset, 0, count);
      chunk = chunk.subarray(count);
      return count;
    },
    close: async () => {
      await chunks.return(undefined);
    },
  };
}

async function* counted(
  source: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* unzipped(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let first = Buffer.alloc(0);
  while (first.length < gzipMark.length) {
    const next = await chunks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  const all = (async function* () {
    yield first;
    yield* chunks;
  })();
  if (!first.subarray(0, gzipMark.length).equals(gzipMark)) {
    yield* all;
    return;
  }
  const plain = createGunzip({ chunkSize: 1 << 17 });
  // What fails there fails the reading of what comes out.
  pipeline(all, plain).catch(() => undefined);
  yield* plain as AsyncIterable<Buffer>;
}

function cannotRead(path: string, error: unknown): string {
  const name = path === '-' ? 'stdin' : path;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `there is no file ${name}`;
  if (code === 'EACCES') return `${name} cannot be read by this user`;
  if (code === 'Z_BUF_ERROR')
    return `${name} ends in the middle of its gzip data: it was cut off. What came before was previewed; get the whole file`;
  if (typeof code === 'string' && code.startsWith('Z_'))
    return `${name} begins as gzip data, and then is none: ${reasonOf(error)}`;
  return `${name} cannot be read: ${reasonOf(error)}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
