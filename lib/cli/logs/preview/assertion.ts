/** What `--assert` may speak of. */
export const assertable = ['delivers', 'drops', 'bad', 'lines', 'newly-delivers', 'newly-drops'] as const;

type Subject = (typeof assertable)[number];

/** What a preview is held to: `delivers>=1`, `drops<=5%`. */
export interface Assertion {
  readonly text: string;
  readonly subject: Subject;
  readonly operator: string;
  readonly bound: number;
  /** Whether the bound is in percent: see `baseOf`. */
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

/** @throws an Error that says how assertions are written */
export function parseAssertion(text: string): Assertion {
  const [, name = '', operator = '', digits = '', percent] =
    /^\s*([a-z-]+)\s*(>=|<=|==|!=|>|<|=)\s*(\d+(?:\.\d+)?)\s*(%)?\s*$/.exec(text) ?? [];
  const subject = assertable.find((each) => each === name);
  if (subject === undefined || (percent === undefined && digits.includes('.')))
    throw new Error(
      `--assert "${text}" cannot be read. Write one of ${assertable.join(', ')}, a comparison such as >=, and a number or a share: 'delivers>=1', 'drops<=5%'.`,
    );
  return { text: text.trim(), subject, operator, bound: Number(digits), isShare: percent !== undefined };
}

/** Counts by what they are called in an assertion. */
export type AssertedCounts = Readonly<Record<Subject, number>>;

/** Whether it speaks of what changes from another job. */
export function isOfComparison({ subject }: Assertion): boolean {
  return subject.startsWith('newly-');
}

/** What is wrong, or undefined when it holds. */
export function failureOf(
  { text, subject, operator, bound, isShare }: Assertion,
  counts: AssertedCounts,
): string | undefined {
  const count = counts[subject];
  const all = baseOf(subject, counts);
  // Nothing was tested then: a gate that has lost its sample must not stay open.
  if (isShare && all === 0)
    return `the assertion ${text} does not hold: there is no line that ${subject} could be a share of.`;
  const share = (count / all) * 100;
  if (comparisons.get(operator)?.(isShare ? share : count, bound) === true) return undefined;
  const found = isShare ? `${count} of ${all} lines, ${Number(share.toPrecision(3))} %` : `${count}`;
  return `the assertion ${text} does not hold: ${subject} is ${found}.`;
}

/** A bad line is neither delivered nor dropped, so it is a share of all that are not empty. */
function baseOf(subject: Subject, { delivers, drops, bad, lines }: AssertedCounts): number {
  if (subject === 'lines') return lines;
  return subject === 'bad' ? delivers + drops + bad : delivers + drops;
}
