import { messageOf } from '../ground/words';
import { printableLines } from '../ground/visible';

/** The columns of a terminal; undefined for a file or a pipe. Some terminals do not report theirs. */
export function widthOf({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  if (!isTTY) return undefined;
  return columns > 0 ? columns : 80;
}

/** stdin. Who has forgotten a file sees at a terminal what the command waits for. */
export function openStdin(content: string): NodeJS.ReadStream {
  const { stdin, platform } = process;
  const end = platform === 'win32' ? 'Ctrl-Z and Enter' : 'Ctrl-D';
  if (stdin.isTTY) notify(`Type or paste ${content}, and end with ${end} in a new line.`);
  return stdin;
}

export function print(text: string): Promise<void> {
  return new Sink().write(printableLines(text));
}

/** Writes lines to stderr: progress, and output of other programs. */
export function notify(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`);
}

/** Writes a note, a warning or the reason of a failure to stderr. */
export function warn(text: string): void {
  notify(`edge-platform: ${text}`);
}

/**
 * A reader may stop reading, as `head` does. Nobody reads the rest then, and the exit status is that of the result. All other errors
 * reach the callback of their write. Without a listener, each would end the process.
 */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Writes to stdout piece by piece, no faster than the reader reads. */
export class Sink {
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when the bytes may be overwritten. A terminal gets text, a file or a pipe exactly these bytes. */
  write(piece: Buffer | string): Promise<void> {
    if (piece.length === 0 || this.#isClosed) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const shown = process.stdout.isTTY ? printableLines(piece.toString()) : piece;
      process.stdout.write(shown, (error?: NodeJS.ErrnoException | null) => {
        this.#isClosed ||= error?.code === 'EPIPE' || error?.code === 'ERR_STREAM_DESTROYED';
        if (error && !this.#isClosed)
          reject(new Error(`cannot write the result: ${messageOf(error)}. Check where stdout goes.`));
        else resolve();
      });
    });
  }
}
