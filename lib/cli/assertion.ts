import { listSome } from '../ground/words';

/** An expectation of a count, as `--assert` takes it: `delivers>=1`, `drops<=5%`. */
export interface Assertion<Subject extends string = string> {
  readonly text: string;
  readonly subject: Subject;
  readonly operator: string;
  readonly bound: number;
  /** Whether the bound is a percentage. */
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

/**
 * @param subjects - the counts that can be compared
 * @param examples - for the error
 * @throws an Error that explains the syntax of assertions
 */
export function parseAssertion<Subject extends string>(
  text: string,
  subjects: readonly Subject[],
  examples: string,
): Assertion<Subject> {
  const [, name = '', operator = '', digits = '', percent] =
    /^\s*([A-Za-z-]+)\s*(>=|<=|==|!=|>|<|=)\s*(\d+(?:\.\d+)?)\s*(%)?\s*$/.exec(text) ?? [];
  const subject = subjects.find((each) => each === name);
  if (subject === undefined || (percent === undefined && digits.includes('.')))
    throw new Error(
      `--assert "${text}" is not an assertion. Write one of ${subjects.join(', ')}, a comparison such as >=, and a number or a percentage: ${examples}.`,
    );
  return { text: text.trim(), subject, operator, bound: Number(digits), isShare: percent !== undefined };
}

/**
 * Why an assertion fails; undefined when it holds.
 *
 * @param all - what a percentage is taken of, with its name
 * @param causes - what was counted
 */
export function failureOf(
  { text, subject, operator, bound, isShare }: Assertion,
  count: number,
  all: { readonly count: number; readonly name: string },
  causes: readonly string[] = [],
): string | undefined {
  // A check whose sample got lost must not pass.
  if (isShare && all.count === 0)
    return `the assertion ${text} does not hold: there are no ${all.name} to take a percentage of.`;
  const share = (count / all.count) * 100;
  if (comparisons.get(operator)?.(isShare ? share : count, bound) === true) return undefined;
  const actual = isShare
    ? `${count} of ${all.count} ${all.name}, ${Number(share.toPrecision(3))} %`
    : `${count}`;
  const list = causes.length === 0 ? '' : `: ${listSome(causes, 10)}`;
  return `the assertion ${text} does not hold: ${subject} is ${actual}${list}.`;
}
