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
