import { readAhead } from '../../../lib/drivers/plugin/read-ahead';

function startReading(items: readonly number[], concurrency: number) {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const results = readAhead(items, concurrency, (item) => {
    begun.push(item);
    return new Promise<string>((resolve) => {
      ends.set(item, () => {
        resolve(`read ${item}`);
      });
    });
  });
  return { begun, results, end: (item: number) => ends.get(item)?.() };
}

describe('reading ahead', () => {
  it('gives the results in the order of the items, whichever is read first', async () => {
    const { results, end } = startReading([1, 2, 3], 3);
    const first = results.next();
    end(3);
    end(2);
    end(1);
    expect((await first).value).toBe('read 1');
    expect((await results.next()).value).toBe('read 2');
    expect((await results.next()).value).toBe('read 3');
    expect((await results.next()).done).toBe(true);
  });

  it('begins only as many items as it may, and nothing more for a reader that stops', async () => {
    const { begun, results, end } = startReading([1, 2, 3, 4, 5], 2);
    const first = results.next();
    expect(begun).toEqual([1, 2]);
    end(1);
    await first;
    expect(begun).toEqual([1, 2, 3]);
    await results.return(undefined);
    expect(begun).toEqual([1, 2, 3]);
  });

  it('ends at once without items', async () => {
    expect((await startReading([], 2).results.next()).done).toBe(true);
  });
});
