import {
  Feed,
  mostCharacters,
  mostExchanges,
  mostLineCharacters,
  type FeedItem,
} from '../../lib/emulator/products/logpush/feed';
import type { Job } from '../../lib/emulator/products/logpush/schema';
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

  it('keeps the newest exchanges, with what each job did with them', () => {
    feed.add(source, linesOf(3), []);
    // Every third line is delivered, in files of 1000 records; the last of them failed.
    const places = Array.from({ length: 9000 }, (_, index): number | 'dropped' =>
      index % 3 === 0 ? index / 3 : 'dropped',
    );
    const records = Array.from({ length: 3000 }, (_, index) => `record ${index}`);
    const objects = ['first', 'second'].map((path, index) => ({
      path,
      start: 1470 * index,
      end: 1470 * (index + 1),
    }));
    feed.add(source, linesOf(9000), [
      { job, projected: { places, records }, files: { objects, error: 'disk full' } },
    ]);
    const items = feed.list(scope);
    expect(items).toHaveLength(mostExchanges);
    expect(items[0]).toMatchObject({
      number: 9003,
      outcomes: [{ job: { id: 7 }, outcome: { kind: 'dropped' } }],
    });
    const outcomeAt = (index: number) => items[8999 - index]?.outcomes[0]?.outcome;
    expect(outcomeAt(8997)).toEqual({ kind: 'failed', error: 'disk full' });
    expect(outcomeAt(8817)).toEqual({ kind: 'delivered', line: 'record 2939', object: 'second' });
    feed.add(source, linesOf(5), []);
    expect(feed.list(scope)).toHaveLength(mostExchanges);
    expect(feed.list(scope)[0]?.number).toBe(9008);
    expect(feed.list(scope)[5]).toMatchObject({ number: 9003, outcomes: [{ outcome: { kind: 'dropped' } }] });
  });

  it('forgets the exchanges of other zones too', () => {
    feed.add(source, linesOf(1), []);
    const other = { ...source, scope: { kind: 'zone', id: otherZoneId } } as const;
    for (let call = 0; call < mostExchanges; call += 1) feed.add(other, linesOf(1), []);
    expect(feed.list(scope)).toEqual([]);
    expect(feed.list(other.scope)).toHaveLength(mostExchanges);
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
    const projected = { places: [0], records: [`ä${'x'.repeat(20_000)}`] };
    const files = { objects: [{ path: 'bucket/file', start: 0, end: 1 }], error: undefined };
    feed.add(source, linesOf(1), [{ job, projected, files }]);
    expect(feed.list(scope)[0]?.outcomes[0]?.outcome).toEqual({
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
