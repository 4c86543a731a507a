import { isAtLeast } from '../../lib/ground/version';

describe('a version', () => {
  it.each([
    ['1.11.0', true],
    ['1.12.0-beta1', true],
    ['2.0.1', true],
    ['1.9.8', false],
    ['0.15.5', false],
  ])('%s is at least 1.11: %s', (version, expected) => {
    expect(isAtLeast(version, [1, 11])).toBe(expected);
  });
});
