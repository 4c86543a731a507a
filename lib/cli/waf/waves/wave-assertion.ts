import { parseAssertion, type Assertion } from '../../assertion';

/** The counts that `--assert` compares. */
export const reviewedCounts = [
  'incomplete',
  'notProtected',
  'newlyBlocked',
  'newlyAllowed',
  'withoutEvents',
] as const;
export type ReviewedCount = (typeof reviewedCounts)[number];

export type WaveAssertion = Assertion<ReviewedCount>;

/** @throws an Error that explains the syntax of assertions */
export function parseWaveAssertion(text: string): WaveAssertion {
  return parseAssertion(text, reviewedCounts, "'newlyBlocked<=0', 'incomplete<=5%'");
}
