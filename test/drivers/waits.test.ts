import type { WaitSummary } from '../../lib/client';
import { warnOfWaits } from '../../lib/drivers/waits';

describe('the warning about waits', () => {
  const warn = (waits: WaitSummary) => warnOfWaits(waits)?.detail;

  it('shows how long, how many calls and why', () => {
    expect(warnOfWaits({ waitedMs: 312_000, calls: 1204, reasons: ['service_counter', 'failure'] })).toEqual({
      severity: 'warning',
      path: [],
      summary: 'Waited for the API',
      detail:
        '1,204 calls waited, for 5 min 12 s in total. Reasons: request limit of the service; failed calls that are ' +
        'repeated. The service accepts 1,200 requests per 5 minutes from all credentials of a user together. To wait ' +
        'less, run fewer programs at the same time, or split the stack.',
    });
  });

  it('does not mention the limit where calls waited only because of failures', () => {
    expect(warn({ waitedMs: 10_000, calls: 1, reasons: ['failure'] })).toBe(
      '1 call waited, for 10 s in total. Reasons: failed calls that are repeated.',
    );
  });

  it('is omitted below 10 seconds', () => {
    expect(warn({ waitedMs: 9_999, calls: 5, reasons: ['budget'] })).toBeUndefined();
  });
});
