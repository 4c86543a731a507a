import { normalizeExpression } from './reach';
import { executedRuleset, isInert, skipScopeOf, type SkipScope, type WrittenRule } from './rule-parts';

/** Compares skip rules by expression: which of two expressions matches more requests cannot be determined. */
export function compareSkips(proposed: readonly WrittenRule[], expected: readonly WrittenRule[]) {
  const rulesets = [...new Set([...rulesetsIn(proposed), ...rulesetsIn(expected)])];
  // A ruleset that is executed twice is skipped as a whole only by a rule before both.
  const wanted = exemptionsIn(expected, rulesets, 'every');
  const found = exemptionsIn(proposed, rulesets, 'every');
  const allowed = exemptionsIn(expected, rulesets, 'some');
  const actual = exemptionsIn(proposed, rulesets, 'some');
  const isUnexpected = (expression: string) => !allowed.has(expression);
  const executed = new Set(proposed.flatMap((rule) => (rule.enabled ? (executedRuleset(rule) ?? []) : [])));
  // Before every execution of a ruleset, where it was before some: no request reaches the ruleset any more.
  const isBeforeMore = (expression: string) => {
    const all = [...(found.get(expression)?.from ?? [])].filter((each) =>
      executed.has(each.replace(/\/.*$/s, '')),
    );
    return !isWithin(new Set(all), wanted.get(expression));
  };
  const missesIn = (rules: readonly WrittenRule[]) => {
    const keys = new Set(rules.map(skipKeyOf));
    return (rule: WrittenRule) => isInert(rule) && !keys.has(skipKeyOf(rule));
  };
  return {
    /** Expected rules whose requests are no longer exempt, or from less. */
    missing: rulesOf(wanted, (expression, { from }) => !isWithin(from, found.get(expression))),
    /** For requests that no expected rule exempts. */
    added: rulesOf(actual, (expression, { from }) => isUnexpected(expression) && from.size > 0),
    /** For requests that an expected rule exempts from less. */
    widened: rulesOf(
      actual,
      (expression, { from }) =>
        !isUnexpected(expression) && (!isWithin(from, allowed.get(expression)) || isBeforeMore(expression)),
    ),
    /** Not expected, and without an effect: disabled, or behind everything that it skips. */
    withoutEffect: [
      ...rulesOf(actual, (expression, { from }) => isUnexpected(expression) && from.size === 0),
      ...skipsIn(proposed).filter(missesIn(expected)),
    ],
    /** Expected disabled rules. */
    disabledMissing: skipsIn(expected).filter(missesIn(proposed)),
  };
}

/** The exemption of the requests of one expression, by all enabled skip rules that have it. */
interface Exemption {
  readonly rules: readonly WrittenRule[];
  /** `<ruleset>/*`, `<ruleset>/<rule>`, and phases or products after the managed rules. */
  readonly from: ReadonlySet<string>;
}

type Exemptions = ReadonlyMap<string, Exemption>;

function rulesOf(
  exemptions: Exemptions,
  differs: (expression: string, exemption: Exemption) => boolean,
): WrittenRule[] {
  return [...exemptions].flatMap(([expression, exemption]) =>
    differs(expression, exemption) ? exemption.rules : [],
  );
}

/** @param of - whether a skip rule has to come before every execution of a ruleset, or before some */
function exemptionsIn(
  rules: readonly WrittenRule[],
  rulesets: readonly string[],
  of: 'every' | 'some',
): Exemptions {
  const found = new Map<string, Exemption>();
  for (const [at, rule] of rules.entries()) {
    const scope = isInert(rule) ? undefined : skipScopeOf(rule);
    if (scope === undefined) continue;
    const expression = normalizeExpression(rule.expression);
    const before = found.get(expression);
    const reached = rulesets.filter((id) => isReached(id, at, rules, of));
    found.set(expression, {
      rules: [...(before?.rules ?? []), rule],
      from: new Set([...(before?.from ?? []), ...skippedBy(scope, reached, rulesets.length === 0)]),
    });
  }
  return found;
}

/** Whether a skip rule at this place comes before executions of the ruleset, or it is not executed at all. */
function isReached(
  ruleset: string,
  at: number,
  rules: readonly WrittenRule[],
  of: 'every' | 'some',
): boolean {
  const places = [...rules.entries()].filter(([, rule]) => executedRuleset(rule) === ruleset);
  const enabled = places.filter(([, rule]) => rule.enabled);
  const decisive = enabled.length > 0 ? enabled : places;
  return decisive.length === 0 || decisive[of](([place]) => place > at);
}

function skippedBy(
  { isAll, rulesets, rules, beyond }: SkipScope,
  reached: readonly string[],
  isAlone: boolean,
): string[] {
  return [
    ...(isAll && isAlone ? ['*'] : []),
    ...reached.flatMap((id) =>
      isAll || rulesets.includes(id) ? [`${id}/*`] : (rules.get(id) ?? []).map((rule) => `${id}/${rule}`),
    ),
    ...beyond,
  ];
}

function isWithin(from: Exemption['from'], other: Exemption | undefined): boolean {
  return [...from].every(
    (each) => other?.from.has(each) === true || other?.from.has(each.replace(/\/.*$/s, '/*')) === true,
  );
}

function rulesetsIn(rules: readonly WrittenRule[]): string[] {
  return rules.flatMap((rule) => {
    const scope = skipScopeOf(rule);
    return scope === undefined
      ? [executedRuleset(rule) ?? []].flat()
      : [...scope.rulesets, ...scope.rules.keys()];
  });
}

function skipsIn(rules: readonly WrittenRule[]): WrittenRule[] {
  return rules.filter((rule) => skipScopeOf(rule) !== undefined);
}

/** Equal for two skip rules that skip the same for the same requests, enabled or not. */
export function skipKeyOf(rule: WrittenRule): string | undefined {
  const scope = skipScopeOf(rule);
  if (scope === undefined) return undefined;
  const { isAll, rulesets, rules, beyond } = scope;
  const byRuleset = [...rules].map(([id, ids]) => `${id}/${[...ids].sort().join()}`).sort();
  return JSON.stringify([
    normalizeExpression(rule.expression),
    isAll,
    [...rulesets].sort(),
    byRuleset,
    [...beyond].sort(),
  ]);
}
