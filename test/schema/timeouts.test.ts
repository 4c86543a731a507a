import fc from 'fast-check';
import { checkAttributes, parseDuration, timeoutAttributes, timeoutOf, unknown } from '../../lib/schema';
import { describeAll } from '../support/handler-harness';

describe('a duration', () => {
  it.each([
    ['10m', 600_000],
    ['90s', 90_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['500ms', 500],
    ['1m500ms', 60_500],
    ['24h', 86_400_000],
  ])('%s has %d milliseconds', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it('is the sum of its parts', () => {
    const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
    const part = fc.tuple(fc.nat(1000), fc.constantFrom('h', 'm', 's', 'ms'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const text = parts.map(([amount, unit]) => `${amount}${unit}`).join('');
        expect(parseDuration(text)).toBe(
          parts.reduce((sum, [amount, unit]) => sum + amount * units[unit], 0),
        );
      }),
    );
  });

  it.each(['', '10', 'm', '10 m', '-1m', '+1m', '10min', '1d', '.5h', '1h30', '1e3s', '10M', ' 10m'])(
    'is not %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});

describe('timeouts', () => {
  const check = (timeouts: object) =>
    describeAll(checkAttributes(timeoutAttributes, { timeouts } as never, []));

  it.each([
    ['create', '10 minutes', '"10 minutes"'],
    ['read', '0s', '"0s"'],
    ['update', '25h', '"25h"'],
    ['delete', 600, '600'],
  ])('fail with %s = %j, with place, value, rule and fix', (operation, value, shown) => {
    expect(check({ [operation]: value })).toEqual([
      `error at timeouts.${operation}: Invalid duration: timeouts.${operation} is ${shown}. It must be more than 0 and at ` +
        'most 24h. Write numbers with the units h, m, s or ms, for example "10m" or "1h30m".',
    ]);
  });

  it('may be absent, and known only later', () => {
    expect(check({ create: null, update: unknown })).toEqual([]);
  });

  it('are those of one operation', () => {
    const timeouts = { create: '10m', read: null };
    expect(timeoutOf({ timeouts }, 'create')).toEqual({ text: '10m', ms: 600_000 });
    expect(timeoutOf({ timeouts }, 'read')).toBeUndefined();
    expect(timeoutOf({ timeouts: null }, 'create')).toBeUndefined();
    expect(timeoutOf({ timeouts: { create: unknown } }, 'create')).toBeUndefined();
  });
});
