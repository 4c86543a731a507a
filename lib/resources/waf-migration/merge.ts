import type { Rule } from '../../client';
import { executedRulesets, rulesetOf, type Baseline } from './entry-point';
import { identityOfRule, reachOf } from './skip-rules';

/** The merged rules of an entry point. */
export interface MergedRules {
  readonly rules: readonly Rule[];
  /** Existing rules that are kept. */
  readonly kept: readonly Rule[];
  /** Existing rules that are replaced. */
  readonly replaced: readonly Rule[];
}

/**
 * Merges the migrated rules with the existing ones of an entry point:
 *
 * - Leading skip rules stay first, so their requests also skip the migrated rules.
 * - If both have a rule, the migrated one replaces the existing one, unless only the existing one is enabled.
 *
 * So the zone loses neither protection nor an exception.
 */
export function mergeEntryPoint(migrated: readonly Rule[], existing: readonly Rule[]): MergedRules {
  const active = new Set(existing.filter(({ enabled }) => enabled).map(purposeOf));
  const taken = migrated.filter((rule) => rule.enabled || !active.has(purposeOf(rule)));
  const served = new Set(taken.map(purposeOf));
  const kept = existing.filter((rule) => !served.has(purposeOf(rule)));
  const first = existing.slice(0, reachOf(existing)).filter((rule) => kept.includes(rule));
  return {
    rules: [...first, ...taken, ...kept.slice(first.length)],
    kept,
    replaced: existing.filter((rule) => !kept.includes(rule)),
  };
}

/** Adds the rules that the migration would create now and that the existing rules lack. */
export function addMigrated(
  migrated: readonly Rule[],
  existing: readonly Rule[],
  baseline: Baseline,
  named: ReadonlySet<string>,
): { readonly rules: readonly Rule[]; readonly added: readonly Rule[] } {
  const present = skipIdentitiesOf(existing);
  // A missing skip rule of the baseline was removed on purpose.
  const skips = migrated.filter((rule) => {
    const identity = identityOfRule(rule);
    return (
      isSkip(rule) &&
      !present.has(identity) &&
      !named.has(identity) &&
      !Object.hasOwn(baseline.skips, identity)
    );
  });
  const executed = executedRulesets(existing);
  const executes = migrated.filter((rule) => {
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

/** Two rules with the same purpose replace each other. */
function purposeOf(rule: Rule): string {
  return rulesetOf(rule) ?? `${rule.action} ${identityOfRule(rule)}`;
}

function isSkip({ action }: Rule): boolean {
  return action === 'skip';
}

function skipIdentitiesOf(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(rules.filter(isSkip).map(identityOfRule));
}
