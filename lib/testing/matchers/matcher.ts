import { capitalize, plural } from '../../ground/words';
import { isObject, type JsonObject } from '../../ground/json';
import { own } from '../../ground/record';

/** The context of a matcher in jest and vitest, as far as it is used here. */
export interface MatcherContext {
  readonly equals: (one: unknown, other: unknown) => boolean;
  readonly isNot?: boolean;
  readonly utils: {
    readonly stringify: (value: unknown) => string;
    readonly matcherHint: (
      name: string,
      received?: string,
      expected?: string,
      options?: { readonly isNot?: boolean },
    ) => string;
  };
}

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

export interface Candidate {
  readonly label: string;
  readonly value: unknown;
}

export function describeFailure(
  { utils, isNot = false }: MatcherContext,
  name: string,
  received: string,
  lines: readonly string[],
): string {
  return [utils.matcherHint(name, received, 'expected', { isNot }), '', ...lines].join('\n');
}

/** Whether one of the candidates has everything that is expected, and the message for both outcomes. */
export function findMatch(
  context: MatcherContext,
  name: string,
  received: string,
  search: {
    /** One object with its article, such as `a job`. */
    readonly what: string;
    /** One object and several, such as `job` and `jobs`. */
    readonly nouns: readonly [string, string];
    readonly where: string;
    readonly candidates: readonly Candidate[];
    readonly expected: unknown;
  },
): MatcherResult {
  const { what, nouns, where, candidates, expected } = search;
  const judged = candidates.map(({ label, value }) => ({
    label,
    differences: differencesOf(context, value, expected),
  }));
  const matching = judged.filter(({ differences }) => differences.length === 0);
  const wanted = wantedText(context, expected);
  return {
    pass: matching.length > 0,
    message: () =>
      describeFailure(
        context,
        name,
        received,
        matching.length > 0
          ? [
              `Expected no ${nouns[0]}${wanted}, but ${where} has:`,
              ...listed(matching.map(({ label }) => label)),
            ]
          : [`Expected ${what}${wanted}.`, ...shownCandidates(where, nouns, judged)],
      ),
  };
}

function wantedText({ utils }: MatcherContext, expected: unknown): string {
  if (!isPlainObject(expected)) return ` ${utils.stringify(expected)}`;
  return Object.keys(expected).length === 0 ? '' : ` with ${utils.stringify(expected)}`;
}

function shownCandidates(
  where: string,
  [one, several]: readonly [string, string],
  judged: readonly { readonly label: string; readonly differences: readonly string[] }[],
): string[] {
  if (judged.length === 0) return [`${capitalize(where)} has no ${one}.`];
  // The most similar ones first.
  const sorted = [...judged].sort((a, b) => a.differences.length - b.differences.length);
  const lines = sorted.map(({ label, differences }) => `${label}: ${differences.slice(0, 5).join('; ')}`);
  return [`${capitalize(where)} has ${plural(judged.length, one, several)}:`, ...listed(lines)];
}

const mostListed = 10;

export function listed(lines: readonly string[]): string[] {
  const more = lines.length - mostListed;
  return [
    ...lines.slice(0, mostListed).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** Lists the expected values that the actual one lacks. Objects can have more keys than expected, lists no more items. */
export function differencesOf(
  context: MatcherContext,
  actual: unknown,
  expected: unknown,
  path = '',
): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((each, index) =>
      differencesOf(context, actual[index], each, `${path}[${index}]`),
    );
  if (isPlainObject(expected) && isPlainObject(actual))
    return Object.entries(expected).flatMap(([key, each]) =>
      differencesOf(context, own(actual, key), each, path === '' ? key : `${path}.${key}`),
    );
  if (context.equals(actual, expected)) return [];
  const { stringify } = context.utils;
  return [`${path === '' ? '' : `${path}: `}expected ${stringify(expected)}, received ${stringify(actual)}`];
}

/** An object with keys to compare: neither a list nor a matcher such as `expect.anything()`. */
function isPlainObject(value: unknown): value is JsonObject {
  return isObject(value) && !('asymmetricMatch' in value);
}
