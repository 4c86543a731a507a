import { readTimestamp, valueFault, type FieldType } from '../../lib/logs';

describe('the value of a log field', () => {
  it.each<[FieldType, unknown[]]>([
    ['string', ['', 'a']],
    ['int', [0, -1, 2 ** 60, 10n, '7', '-7', '18446744073709551615']],
    ['float', [0, 0.5, -3]],
    ['bool', [true, false]],
    ['timestamp', [0, '2024-02-29T23:59:59.123456789+02:00', '1714564800123456789', 5n]],
    ['object', [{}, { a: 1 }]],
    ['array[string]', [[], ['a']]],
    ['array[int]', [[], [1, '2']]],
    ['array[object]', [[], [{}]]],
  ])('of type %s may be a value of the type, or null', (type, values) => {
    for (const value of [...values, null]) expect(valueFault(value, type)).toBeUndefined();
  });

  it.each<[FieldType, unknown[]]>([
    ['string', [1, true, {}, []]],
    ['int', [1.5, Infinity, 'a', '', '1.0', true, []]],
    ['float', ['1', NaN, true]],
    ['bool', ['true', 0]],
    ['object', ['{}', [], 1]],
    ['array[string]', ['a', [1], {}]],
    ['array[int]', [[1.5], 1]],
    ['array[object]', [[1], [null], {}]],
  ])('of type %s fails for anything else', (type, values) => {
    for (const value of values) expect(valueFault(value, type)).toBe(`of type ${type}`);
  });

  it.each([
    'yesterday',
    '2024-05-01',
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2024-04-31T00:00:00+02:00',
    '2024-13-01T00:00:00Z',
    '2024-05-01T24:00:00Z',
    '2024-05-01T12:60:00Z',
    '2024-05-01T12:00:00',
    1.5,
    10n ** 30n,
    true,
    {},
  ])('of type timestamp fails for %p, which is not a point in time', (value) => {
    expect(readTimestamp(value)).toBeUndefined();
    expect(valueFault(value, 'timestamp')).toContain('a point in time: RFC 3339 text such as');
  });

  it.each<[value: unknown, nanos: bigint]>([
    [1_767_323_045, 1_767_323_045_000_000_000n],
    ['1767323045', 1_767_323_045_000_000_000n],
    [99_999_999_999n, 99_999_999_999_000_000_000n],
    [100_000_000_000n, 100_000_000_000n],
    [1_767_323_045_123_456_789n, 1_767_323_045_123_456_789n],
    [0, 0n],
    [-1, -1_000_000_000n],
    ['1767323045123456789', 1_767_323_045_123_456_789n],
    ['2024-05-01T14:00:00.5+02:00', 1_714_564_800_500_000_000n],
    ['2024-05-01t12:00:00.000000001z', 1_714_564_800_000_000_001n],
    ['1969-12-31T23:59:59.999999999Z', -1n],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000_000_000n],
    ['2024-12-31T23:59:59.5+01:00', 1_735_685_999_500_000_000n],
  ])('of type timestamp is RFC 3339, seconds with up to 11 digits, or nanoseconds: %p', (value, nanos) => {
    expect(readTimestamp(value)).toBe(nanos);
    expect(valueFault(value, 'timestamp')).toBeUndefined();
  });
});
