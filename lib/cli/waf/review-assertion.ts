import { parseAssertion, type Assertion } from '../assertion';

const waveCounts = ['incomplete', 'notProtected'] as const;
export type WaveCount = (typeof waveCounts)[number];

const eventCounts = [
  'newlyBlocked',
  'newlyAllowed',
  'withoutEvents',
  'unattributedEvents',
  'unreadableEvents',
] as const;
type EventCount = (typeof eventCounts)[number];

export type ReviewAssertion = Assertion<WaveCount> | EventAssertion;
export type EventAssertion = Assertion<EventCount>;

/** @throws an Error that explains the syntax of assertions */
export function parseReviewAssertion(text: string): ReviewAssertion {
  const subjects = [...waveCounts, ...eventCounts];
  return parseAssertion(text, subjects, "'newlyBlocked<=0', 'incomplete<=5%'");
}

export function isAboutEvents(assertion: ReviewAssertion): assertion is EventAssertion {
  return eventCounts.some((each) => each === assertion.subject);
}

/** The assertions that a comparison of events needs: that no evidence is missing or dropped, unless an assertion says how much may be. */
export const wholeEvidence = ['withoutEvents<=0', 'unattributedEvents<=0', 'unreadableEvents<=0'] as const;

/** The assertions, and those that hold unless an assertion says something else of their counts. */
export function withImplied(
  assertions: readonly ReviewAssertion[],
  implied: readonly string[],
): readonly ReviewAssertion[] {
  return [
    ...implied
      .map(parseReviewAssertion)
      .filter(({ subject }) => !assertions.some((each) => each.subject === subject)),
    ...assertions,
  ];
}
