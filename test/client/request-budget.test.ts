import fc from 'fast-check';
import type { Clock } from '../../lib/client/clock';
import { readRateLimit } from '../../lib/client/rate-limit';
import { RequestBudget, ServiceWaitError, type Grant } from '../../lib/client/request-budget';
import { WaitLog } from '../../lib/client/waits';
import { ManualClock, settle } from './support/clocks';

const fiveMinutes = 5 * 60_000;

describe('the request budget', () => {
  function taker(budget: RequestBudget, clock: Clock) {
    const granted: { name: string; at: number }[] = [];
    const take = async (
      name: string,
      kind: 'write' | 'read' = 'read',
      signal?: AbortSignal,
    ): Promise<Grant> => {
      const grant = await budget.take({ kind, signals: signal === undefined ? [] : [signal] });
      granted.push({ name, at: clock.now() });
      return grant;
    };
    return { granted, take };
  }

  it('grants the limit at once, and each further call 5 minutes after the one it follows', async () => {
    const clock = new ManualClock();
    const { granted, take } = taker(new RequestBudget({ requestsPer5Minutes: 3, clock }), clock);
    void take('1');
    await clock.advance(1000);
    for (const name of ['2', '3', '4', '5']) void take(name);
    await clock.advance(fiveMinutes - 1000);
    expect(granted).toEqual([
      { name: '1', at: 0 },
      { name: '2', at: 1000 },
      { name: '3', at: 1000 },
      { name: '4', at: fiveMinutes },
    ]);
    await clock.advance(1000);
    expect(granted.at(-1)).toEqual({ name: '5', at: fiveMinutes + 1000 });
  });

  it('never grants more than the limit in any 5 minutes, whenever calls come', async () => {
    const arrivals = fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), arrivals, async (limit, gaps) => {
        const clock = new ManualClock();
        const { granted, take } = taker(new RequestBudget({ requestsPer5Minutes: limit, clock }), clock);
        for (const [index, gap] of gaps.entries()) {
          await clock.advance(gap);
          void take(String(index)).then((grant) => {
            grant.finish();
          });
        }
        await clock.advance(fiveMinutes * gaps.length);
        expect(granted).toHaveLength(gaps.length);
        const times = granted.map(({ at }) => at);
        for (const [index, at] of times.entries())
          expect((times[index + limit] ?? Infinity) - at).toBeGreaterThanOrEqual(fiveMinutes);
      }),
      { numRuns: 40 },
    );
  });

  it('can grant the first call alone, and then the calls that its reply reports as remaining', async () => {
    const clock = new ManualClock();
    const { granted, take } = taker(new RequestBudget({ startsAlone: true, clock }), clock);
    const first = await take('1');
    for (const name of ['2', '3', '4']) void take(name);
    await clock.advance(1000);
    expect(granted).toHaveLength(1);
    first.finish({ remaining: 2, resetMs: 60_000 });
    await clock.advance(0);
    expect(granted.map(({ name }) => name)).toEqual(['1', '2', '3']);
    await clock.advance(60_000);
    expect(granted.at(-1)).toEqual({ name: '4', at: 61_000 });
  });

  it('grants the next call where the first one, which went alone, ends without a reply', async () => {
    const clock = new ManualClock();
    const waits = new WaitLog(clock);
    const { granted, take } = taker(new RequestBudget({ startsAlone: true, clock, waits }), clock);
    const first = await take('1');
    void take('2');
    first.finish();
    await clock.advance(0);
    expect(granted.map(({ name }) => name)).toEqual(['1', '2']);
    expect(waits.summary).toMatchObject({ waitedMs: 0, calls: 0 });
  });

  it('grants writes before reads that have waited longer', async () => {
    const clock = new ManualClock();
    const { granted, take } = taker(new RequestBudget({ requestsPer5Minutes: 1, clock }), clock);
    void take('first');
    void take('read');
    void take('write', 'write');
    await clock.advance(2 * fiveMinutes);
    expect(granted.map(({ name }) => name)).toEqual(['first', 'write', 'read']);
  });

  it('rejects a cancelled call, and grants its slot to the next', async () => {
    const clock = new ManualClock();
    const { granted, take } = taker(new RequestBudget({ requestsPer5Minutes: 1, clock }), clock);
    void take('first');
    const stop = new AbortController();
    const stopped = take('stopped', 'read', stop.signal);
    void take('next');
    stop.abort(new Error('Terraform asked to stop'));
    await expect(stopped).rejects.toThrow('Terraform asked to stop');
    await clock.advance(fiveMinutes);
    expect(granted.map(({ name }) => name)).toEqual(['first', 'next']);
  });

  it('fails at once with a signal that was aborted before', async () => {
    await expect(
      new RequestBudget().take({ kind: 'read', signals: [AbortSignal.abort(new Error('over'))] }),
    ).rejects.toThrow('over');
  });

  it('grants nothing until Retry-After has passed', async () => {
    const clock = new ManualClock();
    const budget = new RequestBudget({ clock });
    const { granted, take } = taker(budget, clock);
    budget.pause(300_000);
    budget.pause(1000);
    void take('call', 'write');
    await clock.advance(299_999);
    expect(granted).toEqual([]);
    await clock.advance(1);
    expect(granted).toEqual([{ name: 'call', at: 300_000 }]);
  });

  it('grants no more than the service reports as remaining, minus calls in flight', async () => {
    const clock = new ManualClock();
    const { granted, take } = taker(new RequestBudget({ clock }), clock);
    const grants = await Promise.all(['a', 'b', 'c'].map((name) => take(name)));
    // The reply to b says 4: a may not have been counted, and c was sent later. So 2 are left for sure.
    grants[1]?.finish({ remaining: 4, resetMs: 60_000 });
    for (const name of ['d', 'e', 'f']) void take(name);
    await clock.advance(59_999);
    expect(granted.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    await clock.advance(1);
    expect(granted.at(-1)).toEqual({ name: 'f', at: 60_000 });
  });

  it('pauses for at most a day, whatever the service asks for', async () => {
    const clock = new ManualClock();
    const budget = new RequestBudget({ clock });
    const { granted, take } = taker(budget, clock);
    budget.pause(Infinity);
    void take('paused');
    await clock.advance(24 * 60 * 60_000);
    expect(granted).toEqual([{ name: 'paused', at: 24 * 60 * 60_000 }]);
  });

  it('fails at once for calls that may not wait as long as the service asks for, and grants the others', async () => {
    const clock = new ManualClock();
    const budget = new RequestBudget({ clock });
    const late = (ms: number) => budget.take({ kind: 'read', longestMs: () => ms });
    const patient = late(300_001);
    budget.pause(1000);
    const hasty = late(200_000);
    budget.pause(300_000);
    await expect(hasty).rejects.toMatchObject({ reason: 'retry_after', waitMs: 300_000 });
    await expect(late(300_000)).rejects.toBeInstanceOf(ServiceWaitError);
    await clock.advance(300_000);
    (await patient).finish({ remaining: 0, resetMs: 60_000 });
    await expect(late(60_000)).rejects.toMatchObject({ reason: 'service_counter', waitMs: 60_000 });
  });

  it('makes no call fail for a wait that its own limit needs anyway', async () => {
    const clock = new ManualClock();
    const budget = new RequestBudget({ requestsPer5Minutes: 1, clock });
    const grant = await budget.take({ kind: 'read' });
    grant.finish({ remaining: 0, resetMs: fiveMinutes + 500 });
    const next = budget.take({ kind: 'read', longestMs: () => 1000 });
    await clock.advance(fiveMinutes + 500);
    await expect(next).resolves.toBeDefined();
  });

  it('ignores the counter in a reply that was overtaken by a newer one', async () => {
    const clock = new ManualClock();
    const { granted, take } = taker(new RequestBudget({ clock }), clock);
    const [older, newer] = await Promise.all([take('older'), take('newer')]);
    newer.finish({ remaining: 0, resetMs: 60_000 });
    older.finish({ remaining: 1000, resetMs: 60_000 });
    void take('next');
    await clock.advance(59_999);
    expect(granted).toHaveLength(2);
  });

  it('follows a counter that other machines share', async () => {
    // A service with a limit of its own for all; another machine takes calls in between.
    const others = fc.array(fc.nat({ max: 3 }), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(others, fc.integer({ min: 1, max: 4 }), async (taken, atOnce) => {
        const clock = new ManualClock();
        const budget = new RequestBudget({ clock });
        let left = 60;
        let refused = 0;
        const call = async (index: number) => {
          const grant = await budget.take({ kind: 'read' });
          await settle();
          if (left === 0) refused += 1;
          left = Math.max(0, left - 1);
          const remaining = left;
          // Others take theirs only while what we know is not out of date by more than they took.
          left = Math.max(0, left - (remaining > 20 ? (taken[index] ?? 0) : 0));
          grant.finish({ remaining, resetMs: fiveMinutes });
        };
        const indexes = taken.map((_, index) => index);
        const workers = Array.from({ length: atOnce }, async () => {
          for (let next = indexes.shift(); next !== undefined; next = indexes.shift()) await call(next);
        });
        await clock.advance(0);
        while (indexes.length > 0) {
          left = 60;
          await clock.advance(fiveMinutes);
        }
        await Promise.all(workers);
        expect(refused).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it('summarizes how long calls waited, how many and why', async () => {
    const clock = new ManualClock();
    const waits = new WaitLog(clock);
    const { take } = taker(new RequestBudget({ requestsPer5Minutes: 1, clock, waits }), clock);
    expect(waits.summary).toEqual({ waitedMs: 0, calls: 0, reasons: [] });
    for (const name of ['1', '2', '3']) void take(name);
    await clock.advance(1000);
    expect(waits.summary).toEqual({
      waitedMs: 1000,
      calls: 2,
      reasons: ['budget'],
      current: { reason: 'budget', remainingMs: fiveMinutes - 1000 },
    });
    await clock.advance(3 * fiveMinutes);
    expect(waits.summary).toEqual({ waitedMs: 2 * fiveMinutes, calls: 2, reasons: ['budget'] });
  });
});

describe('the rate limit in a reply', () => {
  const now = new Date('2026-01-02T03:04:05Z');

  it.each([
    [{ ratelimit: '"default";r=50;t=30' }, { remaining: 50, resetMs: 30_000 }],
    [{ ratelimit: '"burst";r=90;t=1, "default";r=50;t=30' }, { remaining: 50, resetMs: 30_000 }],
    [{ ratelimit: 'limit=100, remaining=50, reset=30' }, { remaining: 50, resetMs: 30_000 }],
    [
      { 'ratelimit-remaining': '7', 'ratelimit-reset': '12' },
      { remaining: 7, resetMs: 12_000 },
    ],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Fri, 02 Jan 2026 03:05:05 GMT' },
      { remaining: 0, resetMs: 60_000 },
    ],
    [
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Fri, 02 Jan 2026 03:00:00 GMT' },
      { remaining: 0, resetMs: 0 },
    ],
    [{ 'x-ratelimit-remaining': '5' }, undefined],
    [{ ratelimit: 'nonsense' }, undefined],
    [{ ratelimit: '"default";r=0;t=3601' }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Fri, 02 Jan 2099 03:00:00 GMT' }, undefined],
    [{ ratelimit: '"default";r=-1;t=30' }, undefined],
    [{}, undefined],
  ])('of %j is %j', (headers, expected) => {
    expect(readRateLimit({ headers }, now)).toEqual(expected);
  });
});
