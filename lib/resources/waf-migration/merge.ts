import type { Rule } from '../../client';
import { executedRulesets, rulesetOf, type Baseline } from './entry-point';
import { identityOfRule, reachOf } from './skip-rules';

/** An entry point that becomes another one. */
export interface Merger {
  readonly rules: readonly Rule[];
  /** What stays of the rules that were there. */
  readonly kept: readonly Rule[];
  /** What goes of them. */
  readonly replaced: readonly Rule[];
}

/**
 * What the migration brings, with the rules of an entry point that was there before. A skip rule in front of it all
 * stays in front, so it spares requests from what is brought too. What both have is as it is brought, unless only the
 * rule that was there is enabled: no zone loses protection, nor an exception, by what is merged here.
 */
export function mergeEntryPoint(brought: readonly Rule[], existing: readonly Rule[]): Merger {
  const active = new Set(existing.filter(({ enabled }) => enabled).map(purposeOf));
  const taken = brought.filter((rule) => rule.enabled || !active.has(purposeOf(rule)));
  const served = new Set(taken.map(purposeOf));
  const kept = existing.filter((rule) => !served.has(purposeOf(rule)));
  const first = existing.slice(0, reachOf(existing)).filter((rule) => kept.includes(rule));
  return {
    rules: [...first, ...taken, ...kept.slice(first.length)],
    kept,
    replaced: existing.filter((rule) => !kept.includes(rule)),
  };
}

/** The rules, and what the migration would bring by now that they lack. */
export function addBrought(
  brought: readonly Rule[],
  existing: readonly Rule[],
  baseline: Baseline,
  named: ReadonlySet<string>,
): { readonly rules: readonly Rule[]; readonly added: readonly Rule[] } {
  const there = identitiesOf(existing);
  // One of the baseline that is not there was taken away on purpose.
  const skips = brought.filter((rule) => {
    const identity = identityOfRule(rule);
    return (
      isSkip(rule) && !there.has(identity) && !named.has(identity) && !Object.hasOwn(baseline.skips, identity)
    );
  });
  const executed = executedRulesets(existing);
  const executes = brought.filter((rule) => {
    const ruleset = rulesetOf(rule);
    if (ruleset === undefined || executed.includes(ruleset)) return false;
    return executed.length === 0 || baseline.enabled.includes(ruleset);
  });
  const before = reachOf(existing);
  return {
    rules: [...existing.slice(0, before), ...skips, ...existing.slice(before), ...executes],
    added: [...skips, ...executes],
  };
}

/** Two rules with the same one take each other's place. */
function purposeOf(rule: Rule): string {
  return rulesetOf(rule) ?? `${rule.action} ${identityOfRule(rule)}`;
}

function isSkip({ action }: Rule): boolean {
  return action === 'skip';
}

/** Of the skip rules. */
function identitiesOf(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(rules.filter(isSkip).map(identityOfRule));
}
