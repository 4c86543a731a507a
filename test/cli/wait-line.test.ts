import fc from 'fast-check';
import { formatLine, WaitLine, type Progress } from '../../lib/cli/wait-line';
import { formatReason, formatWait } from '../../lib/drivers/waits';
import { capitalize } from '../../lib/ground/words';
import type { WaitReason, WaitSummary } from '../../lib/client';
import { ManualClock } from '../client/support/clocks';

const reasons: readonly WaitReason[] = ['budget', 'service_counter', 'retry_after', 'failure'];
const waiting = (reason: WaitReason, remainingMs: number): WaitSummary => ({
  waitedMs: remainingMs,
  calls: 1,
  reasons: [reason],
  current: { reason, remainingMs },
});

describe('a command that waits for the API', () => {
  const start = (isTTY: boolean, columns = 100) => {
    const clock = new ManualClock();
    const written: string[] = [];
    let waits: WaitSummary = { waitedMs: 0, calls: 0, reasons: [] };
    const stream = { isTTY, columns, write: (text: string) => written.push(text) > 0 };
    const line = new WaitLine(stream, () => waits, clock);
    return {
      line,
      clock,
      written,
      wait: (reason: WaitReason, waitedMs: number, remainingMs: number) => {
        waits = { ...waiting(reason, remainingMs), waitedMs };
      },
      goOn: () => {
        waits = { waitedMs: waits.waitedMs, calls: 1, reasons: waits.reasons };
      },
    };
  };

  it('shows on a terminal why and how long, in one line that it clears', async () => {
    const { line, clock, written, wait, goOn } = start(true);
    await clock.advance(1000);
    expect(written).toEqual([]);
    wait('budget', 1000, 142_000);
    await clock.advance(1000);
    wait('budget', 2000, 141_000);
    await clock.advance(1000);
    goOn();
    await clock.advance(2000);
    line.end();
    expect(written).toEqual([
      '\rRequest limit of this process: 2 min 22 s\u001b[K',
      '\rRequest limit of this process: 2 min 21 s\u001b[K',
      '\r\u001b[K',
    ]);
    expect(clock.waiting).toBe(0);
  });

  it('shows the progress of long work behind what it waits for, and clears it for the lines that follow', async () => {
    const { line, clock, written, wait } = start(true);
    line.show(() => ['3 of 9 zones', '24 calls']);
    await clock.advance(1000);
    wait('budget', 1000, 142_000);
    await clock.advance(1000);
    line.show(() => undefined);
    line.end();
    expect(written).toEqual([
      '\rRead 3 of 9 zones, 24 calls\u001b[K',
      '\rRequest limit of this process: 2 min 22 s; 3 of 9 zones, 24 calls\u001b[K',
      '\r\u001b[K',
    ]);
  });

  it('writes to a file what it waits for, at once for a long wait, then every 30 seconds', async () => {
    const { line, clock, written, wait } = start(false);
    wait('failure', 9000, 4000);
    await clock.advance(1000);
    expect(written).toEqual([]);
    for (let seconds = 0; seconds < 61; seconds += 1) {
      wait('retry_after', 10_000 + seconds * 1000, 290_000 - seconds * 1000);
      await clock.advance(1000);
    }
    line.end();
    const cause = 'Waiting for the API: pause that the service asked for (HTTP 429)';
    expect(written).toEqual([
      `${cause}, 4 min 50 s left\n`,
      `${cause}, 4 min 20 s left\n`,
      `${cause}, 3 min 50 s left\n`,
    ]);
  });

  it('writes the progress of long work to a file every 30 seconds, and when it waits for something else', async () => {
    const { line, clock, written, wait, goOn } = start(false);
    line.show(() => ['3 of 9 zones', 'about 4 min left', '24 calls']);
    await clock.advance(29_000);
    expect(written).toEqual([]);
    await clock.advance(1000);
    wait('budget', 1000, 142_000);
    await clock.advance(2000);
    wait('retry_after', 3000, 200_000);
    await clock.advance(2000);
    // Between the attempts of a call: no news.
    wait('failure', 3000, 2000);
    await clock.advance(2000);
    wait('retry_after', 4000, 196_000);
    await clock.advance(2000);
    goOn();
    await clock.advance(26_000);
    line.end();
    const progress = '3 of 9 zones, about 4 min left, 24 calls';
    expect(written).toEqual([
      `Read ${progress}\n`,
      `Waiting for the API: request limit of this process, 2 min 22 s left; ${progress}\n`,
      `Waiting for the API: pause that the service asked for (HTTP 429), 3 min 20 s left; ${progress}\n`,
      `Read ${progress}\n`,
    ]);
  });

  it('writes nothing to a file about short waits of short work', async () => {
    const { line, clock, written, wait } = start(false);
    for (let seconds = 0; seconds < 60; seconds += 1) {
      wait('failure', 9000, seconds % 2 === 0 ? 2000 : 1000);
      await clock.advance(1000);
    }
    line.end();
    expect(written).toEqual([]);
  });
});

describe('the line of a terminal', () => {
  const progress: Progress = ['120 of 300 zones', 'about 12 min left', '1,307 calls'];

  it.each<[number, WaitReason, string]>([
    [79, 'service_counter', 'Request limit of the service: 2 min 22 s; 120 of 300 zones, about 12 min left'],
    [79, 'budget', 'Request limit of this process: 2 min 22 s; 120 of 300 zones, about 12 min left'],
    [79, 'retry_after', 'Pause that the service asked for (HTTP 429): 2 min 22 s; 120 of 300 zones'],
    [79, 'failure', 'Failed calls that are repeated: 2 min 22 s; 120 of 300 zones, about 12 min left'],
    [
      119,
      'retry_after',
      'Pause that the service asked for (HTTP 429): 2 min 22 s; 120 of 300 zones, about 12 min left, 1,307 calls',
    ],
    [39, 'retry_after', 'Pause that the service ask…: 2 min 22 s'],
  ])(
    'has the cause, its countdown, and what of the progress fits into %i columns: %s',
    (width, reason, line) => {
      expect(formatLine(waiting(reason, 142_000), progress, width)).toBe(line);
    },
  );

  it('has no more than the width, and the whole countdown', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...reasons),
        fc.integer({ min: 0, max: 3_600_000 }),
        fc.array(fc.string({ maxLength: 40 }), { maxLength: 4 }),
        fc.integer({ min: 20, max: 140 }),
        (reason, remainingMs, parts, width) => {
          const line = formatLine(waiting(reason, remainingMs), parts, width);
          expect(line.length).toBeLessThanOrEqual(width);
          expect(line).toContain(`: ${formatWait(remainingMs)}`);
          expect(line[0]).toBe(capitalize(formatReason(reason))[0]);
        },
      ),
    );
  });
});
