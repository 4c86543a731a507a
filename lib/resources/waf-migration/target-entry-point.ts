import type { Rule } from '../../client';
import { sameDeployment, takeBaseline, withOverrides, type Baseline } from './entry-point';
import { revertDrift } from './drift';
import { addBrought, mergeEntryPoint } from './merge';
import type { Equivalent } from './preflight';
import { identityOf, identityOfRule, withSkips } from './skip-rules';
import type { Adjustments } from './adjustments';

/** What the next step of a migration makes of an entry point, before the configuration has its say. */
export interface TargetEntryPoint {
  readonly name: string;
  readonly rules: readonly Rule[];
  readonly baseline: Baseline;
  /** Rules that were there before, and stay beside what the migration brings. */
  readonly kept: readonly Rule[];
  /** Rules that were there before, and give way to what the migration brings. */
  readonly replaced: readonly Rule[];
  /** Rules that the previous version came to need since validation mode began. */
  readonly added: readonly Rule[];
}

/** For a zone that has the previous version only, and maybe an entry point of its own. */
export function targetFromStart(
  { name, rules: brought }: Equivalent,
  existing: readonly Rule[],
  configured: Adjustments,
): TargetEntryPoint {
  const { rules, kept, replaced } = mergeEntryPoint(brought, existing);
  const own = takeBaseline(kept, configured.overrides, configured.skips);
  const { overrides, skips } = takeBaseline(brought, []);
  const { enabled } = takeBaseline(rules, []);
  const baseline = {
    overrides: { ...own.overrides, ...overrides },
    enabled,
    skips: { ...own.skips, ...skips },
  };
  const named = new Set(configured.skips.map(identityOf));
  // An apply that was stopped after its last call left the very rules that are wanted.
  const wanted = adjusted(rules, baseline, configured);
  return {
    name,
    rules,
    baseline,
    kept: kept.filter((rule) => rule.action !== 'skip' || !named.has(identityOfRule(rule))),
    replaced: replaced.filter((rule) => !wanted.some((each) => isSameButForState(rule, each))),
    added: [],
  };
}

/**
 * For a zone in validation mode: what is deployed there, adjusted or not, is what stays. What was made for the previous
 * version since comes with it.
 */
export function targetFromValidation(
  { name, rules: brought }: Equivalent,
  existing: readonly Rule[],
  baseline: Baseline,
  configured: Adjustments,
): TargetEntryPoint {
  const named = new Set(configured.skips.map(identityOf));
  const { rules, added } = addBrought(brought, existing, baseline, named);
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

/** The rules with what the configuration says. */
export function adjusted(rules: readonly Rule[], baseline: Baseline, configured: Adjustments): Rule[] {
  const mended = revertDrift(rules, baseline);
  return withOverrides(withSkips(mended, configured.skips, baseline.skips), configured.overrides, baseline);
}

/** A rule that is disabled may say what one that is enabled does. */
function isSameButForState(one: Rule, other: Rule): boolean {
  return sameDeployment(
    [{ ...one, description: '', enabled: true }],
    [{ ...other, description: '', enabled: true }],
  );
}
