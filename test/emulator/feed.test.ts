import {
  Feed,
  mostCharacters,
  mostExchanges,
  mostLineCharacters,
  type Fate,
  type FeedItem,
} from '../../lib/emulator/products/logpush/feed';
import type { Job } from '../../lib/emulator/products/logpush/model';
import { httpRequests } from '../logs/dataset-of';
import { accountId, otherZoneId, zoneId } from './support';

const scope = { kind: 'zone', id: zoneId } as const;
const source = { at: new Date(0), scope, dataset: httpRequests, customFields: undefined };
const linesOf = (count: number, length = 100) =>
  Array.from({ length: count }, (_, index) => ({ exchange: { fields: { RayID: String(index) } }, length }));
const job = { id: 7 } as unknown as Job;
const rays = (items: readonly FeedItem[]) => items.map(({ exchange }) => exchange.fields?.RayID);

describe('the feed of deliveries', () => {
  let announced: number;
  let feed: Feed;
  beforeEach(() => {
    announced = 0;
    feed = new Feed(() => {
      announced += 1;
    });
  });

  it('lists the exchanges of a zone or account, the newest first', () => {
    feed.add(source, linesOf(2), []);
    feed.add({ ...source, scope: { kind: 'zone', id: otherZoneId } }, linesOf(1), []);
    feed.add({ ...source, scope: { kind: 'account', id: accountId } }, linesOf(1), []);
    expect(rays(feed.list(scope))).toEqual(['1', '0']);
    expect(feed.list({ kind: 'account', id: zoneId })).toEqual([]);
    expect(feed.list({ kind: 'account', id: accountId })).toHaveLength(1);
    expect(announced).toBe(3);
  });

  it('keeps the newest exchanges, and asks what jobs did with those alone', () => {
    const asked: number[] = [];
    const fateOf = (index: number): Fate => {
      asked.push(index);
      return { kind: 'dropped' };
    };
    feed.add(source, linesOf(3), []);
    feed.add(source, linesOf(100_000), [{ job, fateOf }]);
    expect(asked).toHaveLength(mostExchanges);
    expect(Math.min(...asked)).toBe(100_000 - mostExchanges);
    const items = feed.list(scope);
    expect(items).toHaveLength(mostExchanges);
    expect(items[0]).toMatchObject({
      number: 100_003,
      fates: [{ job: { id: 7 }, fate: { kind: 'dropped' } }],
    });
    feed.add(source, linesOf(5), []);
    expect(feed.list(scope)).toHaveLength(mostExchanges);
    expect(feed.list(scope)[0]?.number).toBe(100_008);
  });

  it('keeps fewer of large exchanges, but always the newest', () => {
    feed.add(source, linesOf(10, mostCharacters / 4), []);
    expect(rays(feed.list(scope))).toEqual(['9', '8', '7', '6']);
    feed.add(source, linesOf(1, 2 * mostCharacters), []);
    expect(rays(feed.list(scope))).toEqual(['0']);
    feed.add(source, linesOf(1), []);
    expect(feed.list(scope)).toHaveLength(1);
  });

  it('cuts long lines', () => {
    const fateOf = (): Fate => ({ kind: 'delivered', line: `ä${'x'.repeat(20_000)}`, object: 'bucket/file' });
    feed.add(source, linesOf(1), [{ job, fateOf }]);
    expect(feed.list(scope)[0]?.fates[0]?.fate).toEqual({
      kind: 'delivered',
      line: `ä${'x'.repeat(mostLineCharacters - 1)}`,
      object: 'bucket/file',
    });
  });

  it('is empty after a clear, and counts on', () => {
    feed.add(source, linesOf(2), []);
    feed.clear();
    expect(feed.list(scope)).toEqual([]);
    feed.add(source, linesOf(1), []);
    expect(feed.list(scope)[0]?.number).toBe(3);
    feed.add(source, [], []);
    expect(announced).toBe(3);
  });
});
