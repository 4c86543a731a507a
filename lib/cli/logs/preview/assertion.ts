import {
  failureOf as failureOfCount,
  parseAssertion as parse,
  type Assertion as Parsed,
} from '../../assertion';
import type { Counts } from './totals';

/** The counts that `--assert` compares, by the words of the option. */
const counted = {
  delivers: 'delivered',
  drops: 'dropped',
  bad: 'bad',
  lines: 'lines',
  'newly-delivers': 'newlyDelivered',
  'newly-drops': 'newlyDropped',
} as const satisfies Record<string, keyof Counts>;

type Subject = keyof typeof counted;

/** An expectation of a preview: `delivers>=1`, `drops<=5%`. See `baseOf` for percentages. */
export type Assertion = Parsed<Subject>;

/** @throws an Error that explains the syntax of assertions */
export function parseAssertion(text: string): Assertion {
  return parse(text, Object.keys(counted) as Subject[], "'delivers>=1', 'drops<=5%'");
}

/** Whether it is about the differences from another job. */
export function isAboutComparison({ subject }: Assertion): boolean {
  return subject.startsWith('newly-');
}

export function failureOf(assertion: Assertion, counts: Counts): string | undefined {
  const { subject, text, isShare } = assertion;
  const base = baseOf(subject, counts);
  // A check whose sample got lost must not pass.
  if (base === 0 && !isShare && subject !== 'lines')
    return `the assertion ${text} does not hold: there are no lines that can be counted.`;
  return failureOfCount(assertion, counts[counted[subject]], { count: base, name: 'lines' });
}

/** A bad line is neither delivered nor dropped, so its base is all lines that are not empty. */
function baseOf(subject: Subject, { delivered, dropped, bad, lines }: Counts): number {
  if (subject === 'lines') return lines;
  return subject === 'bad' ? delivered + dropped + bad : delivered + dropped;
}
