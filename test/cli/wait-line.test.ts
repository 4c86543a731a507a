import { WaitLine } from '../../lib/cli/wait-line';
import type { WaitSummary } from '../../lib/client';
import { ManualClock } from '../client/support/clocks';

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
      wait: (reason: 'budget' | 'retry_after' | 'failure', waitedMs: number, remainingMs: number) => {
        waits = { waitedMs, calls: 1, reasons: [reason], current: { reason, remainingMs } };
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
      '\rWaiting for the API: request limit of this process, 2 min 22 s left\u001b[K',
      '\rWaiting for the API: request limit of this process, 2 min 21 s left\u001b[K',
      '\r\u001b[K',
    ]);
    expect(clock.waiting).toBe(0);
  });

  it('shows the progress of long work, with what it waits for', async () => {
    const { line, clock, written, wait } = start(true);
    line.show(() => 'Reading zones: 3 of 9');
    await clock.advance(1000);
    wait('budget', 1000, 142_000);
    await clock.advance(1000);
    line.end();
    expect(written).toEqual([
      '\rReading zones: 3 of 9\u001b[K',
      '\rReading zones: 3 of 9; waiting for the API: request limit of this process, 2 min 22 s left\u001b[K',
      '\r\u001b[K',
    ]);
  });

  it('never writes a line that is wider than the terminal', async () => {
    const { clock, written, wait } = start(true, 40);
    wait('retry_after', 1000, 300_000);
    await clock.advance(1000);
    expect(written).toEqual([
      `\r${'Waiting for the API: pause that the service asked for'.slice(0, 39)}\u001b[K`,
    ]);
  });

  it('writes one line to a file, after 10 seconds', async () => {
    const { line, clock, written, wait } = start(false);
    wait('failure', 9000, 4000);
    await clock.advance(1000);
    expect(written).toEqual([]);
    wait('retry_after', 10_000, 290_000);
    await clock.advance(5000);
    line.end();
    expect(written).toEqual([
      'Waiting for the API: pause that the service asked for (HTTP 429), 4 min 50 s left\n',
    ]);
  });
});
