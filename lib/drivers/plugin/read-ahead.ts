/** Reads items side by side, a few at a time, and gives the results in the order of the items. `read` rejects nothing. */
export async function* readAhead<T, R>(
  items: readonly T[],
  concurrency: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const rest = items.values();
  const reading: Promise<R>[] = [];
  const begin = () => {
    const { value, done } = rest.next();
    if (done !== true) reading.push(read(value));
  };
  for (let count = 0; count < concurrency; count += 1) begin();
  for (let next = reading.shift(); next !== undefined; next = reading.shift()) {
    const result = await next;
    begin();
    yield result;
  }
}
