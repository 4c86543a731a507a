import { createReadStream, readSync } from 'node:fs';
import { access, constants, open, stat } from 'node:fs/promises';
import { isUtf16 } from '../../../ground/decode-text';
import { codeOf, messageOf } from '../../../ground/words';
import { gunzipped, isGzip, salvaged } from '../../gunzip';
import { openStdin } from '../../terminal';

export interface Sample {
  readonly path: string;
  /** Bytes on the disk; undefined for a pipe. */
  readonly size: number | undefined;
}

/** Whole lines of a sample, or a line that is too long for the memory. */
export interface SampleBlock {
  readonly bytes: Buffer;
  /** Offset of the first line, behind a byte order mark. */
  readonly start: number;
  readonly end: number;
  readonly isTooLong: boolean;
}

/** A sample that cannot be read to its end. The lines before were previewed. The message is a sentence. */
export class UnreadableSampleError extends Error {
  constructor(
    readonly path: string,
    error: unknown,
  ) {
    super(`${cannotRead(path, error)}.`, { cause: error });
  }
}

export const longestLine = 16 << 20;
const blockSize = 1 << 19;

export async function findSamples(paths: readonly string[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const path of paths) {
    if (path === '-') {
      samples.push({ path, size: undefined });
      continue;
    }
    const refuse = (error: unknown): never => {
      throw new Error(cannotRead(path, error), { cause: error });
    };
    const found = await stat(path).catch(refuse);
    await access(path, constants.R_OK).catch(refuse);
    if (found.isDirectory()) throw new Error(`${path} is a folder. Pass files, such as ${path}/*.log.gz.`);
    samples.push({ path, size: found.isFile() ? found.size : undefined });
  }
  return samples;
}

/** Buffers for reuse, so that the memory does not grow with the sample. */
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

/** Room for the line feed that a last line may lack. */
const reserve = 1;

/**
 * The blocks of a sample. The first bytes decide whether it is gzipped, since a pipe has no name. Of a truncated or
 * damaged file the whole lines before are in the blocks, but for at most 1 KB before damage; of a pipe, 128 KB may be missing.
 *
 * @param onBytes - receives how many bytes were read from the disk
 * @throws UnreadableSampleError after the last block that can be read
 */
export async function* blocksOf(
  { path }: Sample,
  buffers: Buffers,
  onBytes: (count: number) => void,
): AsyncGenerator<SampleBlock> {
  const reader = await readerOf(path, onBytes).catch((error: unknown) => {
    throw new UnreadableSampleError(path, error);
  });
  let failure: UnreadableSampleError | undefined;
  let buffer = buffers.lease();
  let length = 0;
  let isFirst = true;
  let isSkipping = false;
  try {
    for (;;) {
      const room = buffer.length - reserve - length;
      const count =
        room === 0
          ? 0
          : await reader.read(buffer, length, room).catch((error: unknown) => {
              failure = new UnreadableSampleError(path, error);
              return 0;
            });
      const isOver = room > 0 && count === 0;
      length += count;
      // A line that the damage cuts is no line.
      if (isOver && length > 0 && !isSkipping && failure === undefined) {
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
        // The rest of the block begins with a new line.
        isSkipping = false;
        yield { bytes: Buffer.alloc(0), start: 0, end: 0, isTooLong: true };
        buffer.copyWithin(0, first + 1, length);
        length = isOver ? 0 : length - first - 1;
        if (isOver) break;
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
        const start = isFirst && hasMark(buffer) ? 3 : 0;
        const block = { bytes: buffer, start, end: mark + 1, isTooLong: false };
        isFirst = false;
        buffer = next;
        length = rest;
        yield block;
      }
      if (isOver) break;
    }
  } finally {
    await reader.close();
  }
  if (failure !== undefined) throw failure;
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

interface Reader {
  read(buffer: Buffer, offset: number, length: number): Promise<number>;
  close(): Promise<void>;
}

async function readerOf(path: string, onBytes: (count: number) => void): Promise<Reader> {
  if (path === '-')
    return chunkReader(gunzipped(counted(openStdin('sample lines, one JSON object in each'), onBytes)));
  const handle = await open(path);
  const start = Buffer.alloc(markLength);
  const isFile = (await handle.stat()).isFile();
  if (isFile) await handle.read(start, 0, start.length, 0);
  if (!isFile || isGzip(start) || isUtf16(start)) {
    // A pipe cannot be read twice, so it is opened once.
    const stream = handle.createReadStream({ highWaterMark: 1 << 17, ...(isFile && { start: 0 }) });
    return chunkReader(isFile ? salvagedFile(path, stream, onBytes) : gunzipped(counted(stream, onBytes)));
  }
  let position = 0;
  return {
    // Synchronous: the thread pool would add as much time as the preview of half a block takes.
    read: (buffer, offset, length) => {
      const count = readSync(handle.fd, buffer, offset, length, position);
      position += count;
      onBytes(count);
      return Promise.resolve(count);
    },
    close: () => handle.close(),
  };
}

const markLength = 2;

/** Reads a damaged file once more, for what the fast way drops before the damage. */
async function* salvagedFile(
  path: string,
  stream: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  let done = 0;
  try {
    for await (const chunk of gunzipped(counted(stream, onBytes))) {
      done += chunk.length;
      yield chunk;
    }
  } catch (error) {
    let at = 0;
    for await (const chunk of salvaged(createReadStream(path, { highWaterMark: 1 << 14 }))) {
      at += chunk.length;
      if (at > done) yield chunk.subarray(Math.max(0, chunk.length - (at - done)));
    }
    throw error;
  }
}

/** Chunks are copied into the block, since a pipe decides their size. */
function chunkReader(chunks: AsyncGenerator<Buffer>): Reader {
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

function cannotRead(path: string, error: unknown): string {
  const name = path === '-' ? 'stdin' : path;
  const code = codeOf(error);
  if (code === 'ENOENT') return `there is no file ${name}. Correct the path.`;
  if (code === 'EACCES') return `no permission to read ${name}`;
  if (code === 'Z_BUF_ERROR')
    return `${name} is truncated: it ends in the middle of its gzip data. The lines before were previewed. Get the whole file`;
  if (typeof code === 'string' && code.startsWith('Z_'))
    return `${name} is not valid gzip data: ${messageOf(error)}. The lines before were previewed. Get the file again`;
  return `cannot read ${name}: ${messageOf(error)}`;
}
