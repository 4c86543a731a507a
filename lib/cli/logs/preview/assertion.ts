import {
  failureOf as failureOfCount,
  parseAssertion as parse,
  type Assertion as Parsed,
} from '../../assertion';

export const assertable = ['delivers', 'drops', 'bad', 'lines', 'newly-delivers', 'newly-drops'] as const;

type Subject = (typeof assertable)[number];

/** An expectation of a preview: `delivers>=1`, `drops<=5%`. See `baseOf` for percentages. */
export type Assertion = Parsed<Subject>;

/** @throws an Error that explains the syntax of assertions */
export function parseAssertion(text: string): Assertion {
  return parse(text, assertable, "'delivers>=1', 'drops<=5%'");
}

export type AssertedCounts = Readonly<Record<Subject, number>>;

/** Whether it is about the differences from another job. */
export function isAboutComparison({ subject }: Assertion): boolean {
  return subject.startsWith('newly-');
}

export function failureOf(assertion: Assertion, counts: AssertedCounts): string | undefined {
  const { subject, text, isShare } = assertion;
  const base = baseOf(subject, counts);
  // A check whose sample got lost must not pass.
  if (base === 0 && !isShare && subject !== 'lines')
    return `the assertion ${text} does not hold: there are no lines that can be counted.`;
  return failureOfCount(assertion, counts[subject], { count: base, name: 'lines' });
}

/** A bad line is neither delivered nor dropped, so its base is all lines that are not empty. */
function baseOf(subject: Subject, { delivers, drops, bad, lines }: AssertedCounts): number {
  if (subject === 'lines') return lines;
  return subject === 'bad' ? delivers + drops + bad : delivers + drops;
}
