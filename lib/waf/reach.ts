import { atomsOf, evaluate, parseExpression, wordsOf, type Expression, type Truth } from './expression';
import { readPredicate, type Predicate } from './predicate';
import { allTextsOf, type SampleRequest, type Sampled } from './request-fields';

/** Whether a request matches an expression: `unknown` if that cannot be determined. */
export type Reach = 'reached' | 'never' | 'unknown';

/**
 * Whether a request matches the first expression and none of the others, as it is for a rule behind skip rules. `never` is proven
 * for all values that the expressions distinguish, and `reached` by a request. What is not understood may be true or false.
 */
export function judgeReach(expression: string, skips: readonly string[]): Reach {
  if (constantOf(expression) === false || skips.some((each) => constantOf(each) === true)) return 'never';
  const parts = [read(expression), ...skips.map((each): Expression => ({ kind: 'not', inner: read(each) }))];
  const formula: Expression = { kind: 'and', parts };
  const atoms = readAtoms(formula);
  if (findSample(formula, atoms)) return 'reached';
  return valuesOf(formula, atoms) === 'false' ? 'never' : 'unknown';
}

/**
 * The value that an expression of the rules language has for every request, such as `true`, `not false`, `ssl or not ssl`,
 * `http.host ne ""` or `ip.src in {0.0.0.0/0 ::/0}`; undefined if it depends on the request, or if that cannot be determined.
 */
export function constantOf(expression: string): Truth {
  if (!known.has(expression)) {
    if (known.size >= 1_000) known.clear();
    known.set(expression, computeConstant(expression));
  }
  return known.get(expression);
}

/** One notation for expressions that differ only in white space, outer parentheses, notation of operators, or the form of a constant. */
export function normalizeExpression(expression: string): string {
  const constant = constantOf(expression);
  return constant === undefined ? wordsOf(expression).join(' ') : String(constant);
}

const known = new Map<string, Truth>();

function computeConstant(expression: string): Truth {
  const formula = parseExpression(expression);
  if (formula === undefined) return undefined;
  const values = valuesOf(formula, readAtoms(formula));
  return values === 'both' ? undefined : values === 'true';
}

/** Parses an expression. A text that cannot be parsed becomes one atom. */
function read(expression: string): Expression {
  return parseExpression(expression) ?? { kind: 'atom', words: [expression] };
}

type Atoms = ReadonlyMap<string, Predicate | undefined>;

function keyOf(words: readonly string[]): string {
  return words.join(' ');
}

function readAtoms(formula: Expression): Atoms {
  return new Map(atomsOf(formula).map((words) => [keyOf(words), readPredicate(words)]));
}

const mostTries = 2_000;

/** Whether one of some likely requests matches. */
function findSample(formula: Expression, atoms: Atoms): boolean {
  const pools = new Map<string, Sampled[]>();
  for (const { field, values } of [...atoms.values()].flatMap((each) => each?.tries ?? []))
    pools.set(field, [...new Set([...(pools.get(field) ?? []), ...values])]);
  // A text that has all that one of several comparisons looks for.
  for (const [field, values] of pools)
    if (allTextsOf(field) === undefined) values.push(...allTogether(values));
  const matches = (sample: SampleRequest) =>
    evaluate(formula, (words) => {
      const predicate = atoms.get(keyOf(words));
      return predicate?.constant ?? predicate?.holdsFor(sample);
    }) === true;
  const usual: SampleRequest = new Map();
  if (matches(usual)) return true;
  for (const [field, values] of pools)
    if (values.some((value) => matches(new Map([[field, value]])))) return true;
  return !isEvery([...pools], (sample) => !matches(sample));
}

function allTogether(values: readonly Sampled[]): string[] {
  const texts = values.filter((each) => typeof each === 'string');
  return texts.length === 0 ? [] : [texts.join('')];
}

/** Whether the values of an expression, over all cases that its atoms distinguish, are all the same. */
function valuesOf(formula: Expression, atoms: Atoms): 'true' | 'false' | 'both' {
  const subjects = new Map<string, readonly Sampled[]>();
  for (const [key, predicate] of atoms) {
    const { subject, cases, constant } = predicate ?? { subject: key, cases: undefined, constant: undefined };
    if (constant !== undefined) continue;
    const name = cases === undefined ? key : subject;
    subjects.set(name, [...new Set([...(subjects.get(name) ?? []), ...(cases ?? [false, true])])]);
  }
  const certain = evaluate(formula, (words) => atoms.get(keyOf(words))?.constant);
  if (certain !== undefined) return certain ? 'true' : 'false';
  const found = new Set<Truth>();
  const isDone = isEvery([...subjects], (sample) => {
    found.add(
      evaluate(formula, (words) => {
        const key = keyOf(words);
        const predicate = atoms.get(key);
        if (predicate?.constant !== undefined) return predicate.constant;
        const value = sample.get(predicate?.cases === undefined ? key : predicate.subject) ?? false;
        return predicate?.cases === undefined ? value === true : predicate.holds(value);
      }),
    );
    return found.size < 2;
  });
  return isDone && found.size === 1 ? (found.has(true) ? 'true' : 'false') : 'both';
}

/** Whether a check holds for every combination. False if there are too many. */
function isEvery(
  pools: readonly (readonly [string, readonly Sampled[]])[],
  check: (sample: SampleRequest) => boolean,
): boolean {
  const count = pools.reduce((product, [, values]) => product * values.length, 1);
  for (let at = 0; at < Math.min(count, mostTries); at += 1) {
    let rest = at;
    const sample = new Map<string, Sampled>();
    for (const [name, values] of pools) {
      const value = values[rest % values.length];
      rest = Math.floor(rest / values.length);
      if (value !== undefined) sample.set(name, value);
    }
    if (!check(sample)) return false;
  }
  return count <= mostTries;
}
