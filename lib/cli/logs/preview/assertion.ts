/** The counts that `--assert` compares. */
export const assertable = ['delivers', 'drops', 'bad', 'lines', 'newly-delivers', 'newly-drops'] as const;

type Subject = (typeof assertable)[number];

/** An expectation of a preview: `delivers>=1`, `drops<=5%`. */
export interface Assertion {
  readonly text: string;
  readonly subject: Subject;
  readonly operator: string;
  readonly bound: number;
  /** Whether the bound is a percentage: see `baseOf`. */
  readonly isShare: boolean;
}

const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['>=', (a: number, b: number) => a >= b],
  ['<=', (a: number, b: number) => a <= b],
  ['==', (a: number, b: number) => a === b],
  ['!=', (a: number, b: number) => a !== b],
  ['>', (a: number, b: number) => a > b],
  ['<', (a: number, b: number) => a < b],
  ['=', (a: number, b: number) => a === b],
]);

/** @throws an Error that explains the syntax of assertions */
export function parseAssertion(text: string): Assertion {
  const [, name = '', operator = '', digits = '', percent] =
    /^\s*([a-z-]+)\s*(>=|<=|==|!=|>|<|=)\s*(\d+(?:\.\d+)?)\s*(%)?\s*$/.exec(text) ?? [];
  const subject = assertable.find((each) => each === name);
  if (subject === undefined || (percent === undefined && digits.includes('.')))
    throw new Error(
      `--assert "${text}" is not an assertion. Write one of ${assertable.join(', ')}, a comparison such as >=, and a number or a percentage: 'delivers>=1', 'drops<=5%'.`,
    );
  return { text: text.trim(), subject, operator, bound: Number(digits), isShare: percent !== undefined };
}

/** Counts by their names in an assertion. */
export type AssertedCounts = Readonly<Record<Subject, number>>;

/** Whether it is about the differences from another job. */
export function isAboutComparison({ subject }: Assertion): boolean {
  return subject.startsWith('newly-');
}

/** Why an assertion fails; undefined when it holds. */
export function failureOf(
  { text, subject, operator, bound, isShare }: Assertion,
  counts: AssertedCounts,
): string | undefined {
  const count = counts[subject];
  const all = baseOf(subject, counts);
  // A check whose sample got lost must not pass.
  if (isShare && all === 0)
    return `the assertion ${text} does not hold: there are no lines to take a percentage of.`;
  const share = (count / all) * 100;
  if (comparisons.get(operator)?.(isShare ? share : count, bound) === true) return undefined;
  const actual = isShare ? `${count} of ${all} lines, ${Number(share.toPrecision(3))} %` : `${count}`;
  return `the assertion ${text} does not hold: ${subject} is ${actual}.`;
}

/** A bad line is neither delivered nor dropped, so its base is all lines that are not empty. */
function baseOf(subject: Subject, { delivers, drops, bad, lines }: AssertedCounts): number {
  if (subject === 'lines') return lines;
  return subject === 'bad' ? delivers + drops + bad : delivers + drops;
}
