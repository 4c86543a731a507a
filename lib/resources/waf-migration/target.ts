import type { Rule } from '../../client';
import { executedRuleset } from '../../waf';
import { adjust, withOriginals, withoutAdjustments, type Baseline } from './adjust';
import { enabledRulesets, executedRulesets, sameDeployment } from './entry-point';
import type { Adjustments } from './intent';
import type { MigrationMemory } from './memory';
import { identityOf, identityOfRule, reachOf } from './skip-rules';

/** The entry point after the next step. */
export interface Target {
  /** With the configured adjustments. */
  readonly rules: readonly Rule[];
  readonly baseline: Baseline;
  /** Existing rules that are kept beside the migrated ones. */
  readonly kept: readonly Rule[];
  /** Existing rules that the migrated ones replace. */
  readonly replaced: readonly Rule[];
  /** Rules for changes of the previous configuration since validation mode started. */
  readonly added: readonly Rule[];
}

/**
 * For a zone that runs only the previous version. It may already have rules in its entry point:
 *
 * - Leading skip rules stay first, so their requests also skip the migrated rules.
 * - If both have a rule, the migrated one replaces the existing one, unless only the existing one is enabled.
 *
 * So the zone loses neither protection nor an exception.
 */
export function targetFromStart(
  migrated: readonly Rule[],
  existing: readonly Rule[],
  configured: Adjustments,
): Target {
  const active = new Set(existing.filter(({ enabled }) => enabled).map(purposeOf));
  const taken = migrated.filter((rule) => rule.enabled || !active.has(purposeOf(rule)));
  const served = new Set(taken.map(purposeOf));
  const kept = existing.filter((rule) => !served.has(purposeOf(rule)));
  const first = existing.slice(0, reachOf(existing)).filter((rule) => kept.includes(rule));
  const baseline = [...taken, ...withoutAdjustments(kept, configured)];
  const rules = adjust([...first, ...taken, ...kept.slice(first.length)], baseline, configured);
  const named = new Set(configured.skips.map(identityOf));
  return {
    rules,
    baseline,
    kept: kept.filter((rule) => rule.action !== 'skip' || !named.has(identityOfRule(rule))),
    // After an apply that was interrupted after its last call, the existing rules are already the desired ones.
    replaced: existing.filter(
      (rule) => !kept.includes(rule) && !rules.some((each) => isSameExceptState(rule, each)),
    ),
    added: [],
  };
}

/**
 * For a zone in validation mode: keeps the deployed rules, and adds those that the migration would create now and that they
 * lack, for changes of the previous configuration since validation mode started. A missing skip rule of the baseline was
 * removed on purpose.
 */
export function targetFromValidation(
  migrated: readonly Rule[],
  existing: readonly Rule[],
  configured: Adjustments,
  memory: MigrationMemory,
): Target {
  const before = baselineFor(existing, configured, migrated, memory);
  const known = new Set([
    ...[...existing, ...before].filter(isSkip).map(identityOfRule),
    ...configured.skips.map(identityOf),
  ]);
  const skips = migrated.filter((rule) => isSkip(rule) && !known.has(identityOfRule(rule)));
  const executed = executedRulesets(existing);
  const executes = migrated.filter((rule) => {
    const ruleset = executedRuleset(rule);
    if (ruleset === undefined || executed.includes(ruleset)) return false;
    return executed.length === 0 || enabledRulesets(before).includes(ruleset);
  });
  const reach = reachOf(existing);
  const rules = [...existing.slice(0, reach), ...skips, ...existing.slice(reach), ...executes];
  const added = [...skips, ...executes];
  const baseline = [...before, ...added];
  return { rules: adjust(rules, baseline, configured), baseline, kept: [], replaced: [], added };
}

/** For a zone that has reached its target: the deployed rules with the adjustments. */
export function targetInPlace(
  migrated: readonly Rule[],
  existing: readonly Rule[],
  configured: Adjustments,
  memory: MigrationMemory,
): Target {
  const baseline = baselineFor(existing, configured, migrated, memory);
  return { rules: adjust(existing, baseline, configured), baseline, kept: [], replaced: [], added: [] };
}

/** Whether the baseline comes from the actual rules of an imported zone rather than from the migration. */
export function isAdopting({ baseline, isImported }: MigrationMemory): boolean {
  return baseline === undefined || isImported;
}

/** An import takes a baseline without a configuration: settings that match it are removed. Original overrides are known while the API has them. */
function baselineFor(
  rules: readonly Rule[],
  configured: Adjustments,
  migrated: readonly Rule[],
  memory: MigrationMemory,
): Baseline {
  const { baseline: kept } = memory;
  if (kept !== undefined && !isAdopting(memory)) return kept;
  return withOriginals(
    withoutAdjustments(kept ?? rules, configured, kept !== undefined),
    configured,
    migrated,
  );
}

function purposeOf(rule: Rule): string {
  return executedRuleset(rule) ?? `${rule.action} ${identityOfRule(rule)}`;
}

function isSkip({ action }: Rule): boolean {
  return action === 'skip';
}

/** Compares without `enabled` and description: a disabled rule can be the same as an enabled one. */
function isSameExceptState(one: Rule, other: Rule): boolean {
  return sameDeployment(
    [{ ...one, description: '', enabled: true }],
    [{ ...other, description: '', enabled: true }],
  );
}
