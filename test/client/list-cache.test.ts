import { ListCache } from '../../lib/client/list-cache';
import { limitTime } from '../../lib/client/time-limit';
import { ManualClock } from './support/clocks';

interface Item {
  readonly id: number;
  readonly text: string;
}

function held() {
  const loads: { signal: AbortSignal; resolve: (items: Item[]) => void; reject: (error: Error) => void }[] =
    [];
  const load = (signal: AbortSignal) =>
    new Promise<Item[]>((resolve, reject) => {
      loads.push({ signal, resolve, reject });
      signal.addEventListener('abort', () => {
        setImmediate(reject, new Error('cancelled'));
      });
    });
  return { cache: new ListCache<Item>(), loads, load };
}

const a = { id: 1, text: 'a' };
const b = { id: 2, text: 'b' };

describe('a cached list', () => {
  it('is read once for concurrent and later callers', async () => {
    const { cache, loads, load } = held();
    const callers = [cache.read('zone', load), cache.read('zone', load)];
    loads[0]?.resolve([a]);
    expect(await Promise.all(callers)).toEqual([[a], [a]]);
    expect(await cache.read('zone', load)).toEqual([a]);
    expect(loads).toHaveLength(1);
  });

  it('is read again for a caller who needs it as it is now, once for all who ask while it is read', async () => {
    const { cache, loads, load } = held();
    const first = cache.readAgain('zone', load);
    const others = [cache.readAgain('zone', load), cache.readAgain('zone', load), cache.read('zone', load)];
    loads[0]?.resolve([a]);
    expect(await first).toEqual([a]);
    loads[1]?.resolve([a, b]);
    expect(await Promise.all(others)).toEqual([
      [a, b],
      [a, b],
      [a, b],
    ]);
    expect(loads).toHaveLength(2);
    const later = cache.readAgain('zone', load);
    await Promise.resolve();
    loads[2]?.resolve([b]);
    expect(await later).toEqual([b]);
  });

  it('is read again also where the read before fails, and has what this client wrote meanwhile', async () => {
    const { cache, loads, load } = held();
    const failing = cache.readAgain('zone', load);
    const next = cache.readAgain('zone', load);
    cache.put('zone', b);
    loads[0]?.reject(new Error('503'));
    await expect(failing).rejects.toThrow('503');
    loads[1]?.resolve([a]);
    expect(await next).toEqual([a, b]);
  });

  it('is separate for each scope', async () => {
    const { cache, loads, load } = held();
    const lists = [cache.read('one', load), cache.read('two', load)];
    loads.forEach(({ resolve }, index) => {
      resolve([index === 0 ? a : b]);
    });
    expect(await Promise.all(lists)).toEqual([[a], [b]]);
  });

  it('is read again after a failure', async () => {
    const { cache, loads, load } = held();
    const first = cache.read('zone', load);
    loads[0]?.reject(new Error('503'));
    await expect(first).rejects.toThrow('503');
    const second = cache.read('zone', load);
    loads[1]?.resolve([b]);
    expect(await second).toEqual([b]);
  });

  it('returns a separate array to each caller', async () => {
    const { cache, loads, load } = held();
    const first = cache.read('zone', load);
    loads[0]?.resolve([a]);
    (await first).push(b);
    expect(await cache.read('zone', load)).toEqual([a]);
  });

  it.each(['before the write', 'while the write is sent'])(
    'has the writes of this client when its read began %s',
    async (when) => {
      const { cache, loads, load } = held();
      const reading = cache.read('zone', load);
      let answer: (item: Item) => void = () => undefined;
      const write = () => new Promise<Item>((resolve) => (answer = resolve));
      const put = (item: Item) => {
        cache.put('zone', item);
      };
      const written = cache.correct('zone', write, put);
      // The reply to the read may be older than the write or newer: it comes before or after the write's own.
      if (when === 'before the write') {
        answer({ ...a, text: 'new' });
        await written;
        loads[0]?.resolve([a, b]);
        await reading;
      } else {
        loads[0]?.resolve([a, b]);
        await reading;
        answer({ ...a, text: 'new' });
        await written;
      }
      expect(await cache.read('zone', load)).toEqual([{ id: 1, text: 'new' }, b]);
      expect(loads).toHaveLength(1);
    },
  );

  it('lacks the objects that this client deleted', async () => {
    const { cache, loads, load } = held();
    const reading = cache.read('zone', load);
    cache.remove('zone', 1);
    loads[0]?.resolve([a, b]);
    expect(await reading).toEqual([b]);
  });

  it('is read again after a write whose outcome is unknown, also when it was being read', async () => {
    const { cache, loads, load } = held();
    const before = cache.read('zone', load);
    const write = () => Promise.reject(new Error('lost'));
    await expect(cache.correct('zone', write, () => undefined)).rejects.toThrow('lost');
    loads[0]?.resolve([a]);
    await before;
    const after = cache.read('zone', load);
    loads[1]?.resolve([a, b]);
    expect(await after).toEqual([a, b]);
  });

  it('rejects an aborted caller, and is still read for the others', async () => {
    const { cache, loads, load } = held();
    const stop = new AbortController();
    const [one, two] = [cache.read('zone', load, stop.signal), cache.read('zone', load)];
    stop.abort();
    await expect(one).rejects.toMatchObject({ code: 'EDGE_CANCELLED' });
    expect(loads[0]?.signal.aborted).toBe(false);
    loads[0]?.resolve([a]);
    expect(await two).toEqual([a]);
  });

  it('is no longer waited for by a caller whose time is over, and still read for the others', async () => {
    const { cache, loads, load } = held();
    const clock = new ManualClock();
    const limit = limitTime(new AbortController().signal, 1000, clock);
    const late = cache.read('zone', load, limit.signal);
    const patient = cache.read('zone', load);
    const outcome = expect(late).rejects.toThrow('Reading a list was cancelled.');
    await clock.advance(1000);
    await outcome;
    loads[0]?.resolve([a]);
    expect(await patient).toEqual([a]);
  });

  it('fails with what the load fails with, where the time of its only caller is over', async () => {
    const { cache, loads, load } = held();
    const clock = new ManualClock();
    const limit = limitTime(new AbortController().signal, 1000, clock);
    const outcome = expect(cache.read('zone', load, limit.signal)).rejects.toThrow('HTTP 503');
    loads[0]?.signal.addEventListener('abort', () => loads[0]?.reject(new Error('HTTP 503')));
    await clock.advance(1000);
    await outcome;
  });

  it('is cancelled with the last caller, and read again for the next one', async () => {
    const { cache, loads, load } = held();
    const stop = new AbortController();
    const callers = [cache.read('zone', load, stop.signal), cache.read('zone', load, stop.signal)];
    stop.abort();
    for (const caller of callers) await expect(caller).rejects.toMatchObject({ code: 'EDGE_CANCELLED' });
    expect(loads[0]?.signal.aborted).toBe(true);
    await expect(cache.read('zone', load, stop.signal)).rejects.toMatchObject({ code: 'EDGE_CANCELLED' });
    const next = cache.read('zone', load);
    loads[1]?.resolve([b]);
    expect(await next).toEqual([b]);
  });
});
