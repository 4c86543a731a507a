import { formatDuration } from '../../lib/emulator/page/world';

it.each([
  [0, '0 s'],
  [250, '250 ms'],
  [1500, '1 s 500 ms'],
  [300_000, '5 min'],
  [3_900_000, '1 h 5 min'],
  [90_061_000, '1 d 1 h'],
])('the page of the world shows a duration of %d ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
