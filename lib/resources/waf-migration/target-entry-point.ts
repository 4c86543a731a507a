import type { Rule } from '../../client';
import { sameDeployment, takeBaseline, withOverrides, type Baseline } from './entry-point';
import { revertDrift } from './drift';
import { addMigrated, mergeEntryPoint } from './merge';
import type { Equivalent } from './preflight';
import { identityOf, identityOfRule, withSkips } from './skip-rules';
import type { Adjustments } from './adjustments';

/** The entry point after the next step of a migration, before the configured adjustments. */
export interface TargetEntryPoint {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly baseline: Baseline;
  /** Existing rules that are kept beside the migrated ones. */
  readonly kept: readonly Rule[];
  /** Existing rules that the migrated ones replace. */
  readonly replaced: readonly Rule[];
  /** Rules for changes of the previous configuration since validation mode started. */
  readonly added: readonly Rule[];
}

/** For a zone that runs only the previous version. It may already have rules in its entry point. */
export function targetFromStart(
  { name, rules: migrated }: Equivalent,
  existing: readonly Rule[],
  configured: Adjustments,
): TargetEntryPoint {
  const { rules, kept, replaced } = mergeEntryPoint(migrated, existing);
  const existingBaseline = takeBaseline(kept, configured.overrides, configured.skips);
  const { overrides, skips } = takeBaseline(migrated, []);
  const { enabled } = takeBaseline(rules, []);
  const baseline = {
    overrides: { ...existingBaseline.overrides, ...overrides },
    enabled,
    skips: { ...existingBaseline.skips, ...skips },
  };
  const named = new Set(configured.skips.map(identityOf));
  // After an apply that was interrupted after its last call, the existing rules are already the desired ones.
  const desired = adjusted(rules, baseline, configured);
  return {
    name,
    rules,
    baseline,
    kept: kept.filter((rule) => rule.action !== 'skip' || !named.has(identityOfRule(rule))),
    replaced: replaced.filter((rule) => !desired.some((each) => isSameExceptState(rule, each))),
    added: [],
  };
}

/**
 * For a zone in validation mode: keeps the deployed rules, and adds rules for changes of the previous configuration since
 * validation mode started.
 */
export function targetFromValidation(
  { name, rules: migrated }: Equivalent,
  existing: readonly Rule[],
  baseline: Baseline,
  configured: Adjustments,
): TargetEntryPoint {
  const named = new Set(configured.skips.map(identityOf));
  const { rules, added } = addMigrated(migrated, existing, baseline, named);
  const { skips } = takeBaseline(added, []);
  return {
    name,
    rules,
    baseline: { ...baseline, skips: { ...baseline.skips, ...skips } },
    kept: [],
    replaced: [],
    added,
  };
}

/** The rules with drift reverted and the configured adjustments applied. */
export function adjusted(rules: readonly Rule[], baseline: Baseline, configured: Adjustments): Rule[] {
  const restored = revertDrift(rules, baseline);
  return withOverrides(withSkips(restored, configured.skips, baseline.skips), configured.overrides, baseline);
}

/** Compares without `enabled` and description: a disabled rule can be the same as an enabled one. */
function isSameExceptState(one: Rule, other: Rule): boolean {
  return sameDeployment(
    [{ ...one, description: '', enabled: true }],
    [{ ...other, description: '', enabled: true }],
  );
}
