/** How wide a terminal is; undefined for what is none. Some do not know. */
export function widthOf({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  if (!isTTY) return undefined;
  return columns > 0 ? columns : 80;
}

/** A reader that stops early, as `head` does, has what it wanted. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') resolve();
      else reject(new Error(`the result cannot be written: ${error.message}. See where stdout goes.`));
    });
    process.stdout.write(text, (error) => {
      if (!error) resolve();
    });
  });
}

/** What goes to stdout piece by piece, no faster than it is read. */
export class Sink {
  #isClosed = false;
  #failure: Error | undefined;

  constructor() {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE')
        this.#failure = new Error(`the result cannot be written: ${error.message}. See where stdout goes.`);
      this.#isClosed = true;
    });
  }

  /** Whether the reader stopped, as `head` does: it has what it wanted. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when the bytes may be overwritten. */
  async write(piece: Buffer | string): Promise<void> {
    if (piece.length > 0 && !this.#isClosed)
      await new Promise<void>((resolve) => {
        process.stdout.write(piece, () => {
          resolve();
        });
      });
    if (this.#failure !== undefined) throw this.#failure;
  }
}
