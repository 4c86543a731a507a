/** What `--assert` may speak of. */
export const assertable = ['delivers', 'drops', 'bad', 'lines', 'newly-delivers', 'newly-drops'] as const;

type Subject = (typeof assertable)[number];

/** What a preview is held to: `delivers>=1`, `drops<=5%`. */
export interface Assertion {
  readonly text: string;
  readonly subject: Subject;
  readonly operator: string;
  readonly bound: number;
  /** Whether the bound is in percent of the lines that are not bad. */
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

/** What is wrong, or undefined when it holds. */
export function failureOf(
  { text, subject, operator, bound, isShare }: Assertion,
  counts: Readonly<Record<Subject, number>>,
): string | undefined {
  const count = counts[subject];
  const all = counts.delivers + counts.drops;
  const share = all === 0 ? 0 : (count / all) * 100;
  if (comparisons.get(operator)?.(isShare ? share : count, bound) === true) return undefined;
  const found = isShare ? `${count} of ${all} lines, ${Number(share.toPrecision(3))} %` : `${count}`;
  return `the assertion ${text} does not hold: ${subject} is ${found}.`;
}
