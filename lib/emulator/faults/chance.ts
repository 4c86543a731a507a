/**
 * A number from 0 up to, not including, 1 that depends on nothing but the seed and the index: the same seed gives the
 * same sequence in every run, and no state needs to be kept (mulberry32, whose state is a counter).
 */
export function chance(seed: number, index: number): number {
  let mixed = (seed + Math.imul(index + 1, 0x6d2b79f5)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
