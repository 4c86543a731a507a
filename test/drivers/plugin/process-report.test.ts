import { ProcessReport } from '../../../lib/drivers/plugin/process-report';
import { warningAt } from '../../../lib/schema';

const makeReport = () => {
  let waits = 0;
  const stop = new AbortController();
  const report = new ProcessReport(
    () => (waits === 0 ? [] : [warningAt([], 'Waited', String(waits))]),
    stop.signal,
  );
  return {
    stop,
    track: async (operation: () => Promise<unknown>) => (await report.track(operation)).report[0]?.detail,
    addWait: () => {
      waits += 1;
    },
  };
};

const makeOperation = () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
};

/** Whether a promise is settled before any timer fires. */
function endsAtOnce(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, 0, false)),
  ]);
}

describe('the report of waits', () => {
  it('is shown once, with the last of several operations', async () => {
    const { track, addWait } = makeReport();
    const [one, two] = [makeOperation(), makeOperation()];
    const [first, second] = [track(one.run), track(two.run)];
    addWait();
    two.end();
    expect(await second).toBeUndefined();
    addWait();
    one.end();
    expect(await first).toBe('2');
    addWait();
    expect(await track(() => Promise.resolve())).toBeUndefined();
  });

  it('is delayed until the next operation, which reports it', async () => {
    const { track, addWait } = makeReport();
    addWait();
    const first = track(() => Promise.resolve());
    const next = makeOperation();
    const second = track(next.run);
    expect(await first).toBeUndefined();
    addWait();
    next.end();
    expect(await second).toBe('2');
  });

  it('delays nothing where no call waited', async () => {
    const { track } = makeReport();
    expect(await endsAtOnce(track(() => Promise.resolve()))).toBe(true);
  });

  it('is shown at once when Terraform stops the provider', async () => {
    const { track, addWait, stop } = makeReport();
    addWait();
    stop.abort();
    const tracked = track(() => Promise.resolve());
    expect(await endsAtOnce(tracked)).toBe(true);
    expect(await tracked).toBe('1');
  });

  it('is shown although operations fail', async () => {
    const { track, addWait } = makeReport();
    addWait();
    await expect(track(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await track(() => Promise.resolve())).toBe('1');
  });
});
