/** The columns of a terminal; undefined for a file or a pipe. Some terminals do not report theirs. */
export function widthOf({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  if (!isTTY) return undefined;
  return columns > 0 ? columns : 80;
}

/** Writes a result to stdout. */
export function print(text: string): Promise<void> {
  return new Sink().write(text);
}

/** Writes to stdout piece by piece, no faster than the reader reads. */
export class Sink {
  #isClosed = false;

  constructor() {
    // Every error reaches the callback of a write as well; without a listener it would end the process.
    process.stdout.on('error', () => undefined);
  }

  /** Whether the reader has stopped reading, as `head` does. That is not an error. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when the bytes may be overwritten. */
  write(piece: Buffer | string): Promise<void> {
    if (piece.length === 0 || this.#isClosed) return Promise.resolve();
    return new Promise((resolve, reject) => {
      process.stdout.write(piece, (error?: NodeJS.ErrnoException | null) => {
        this.#isClosed ||= error?.code === 'EPIPE' || error?.code === 'ERR_STREAM_DESTROYED';
        if (error && !this.#isClosed)
          reject(new Error(`cannot write the result: ${error.message}. Check where stdout goes.`));
        else resolve();
      });
    });
  }
}
