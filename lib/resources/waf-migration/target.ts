import type { Rule } from '../../client';
import { revertDrift } from './drift';
import {
  sameDeployment,
  takeBaseline,
  withOriginals,
  withOverrides,
  withoutConfigured,
  type Baseline,
} from './entry-point';
import type { Adjustments } from './intent';
import type { MigrationMemory } from './memory';
import { addMigrated, mergeEntryPoint } from './merge';
import { identityOf, identityOfRule, withSkips } from './skip-rules';

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

/** For a zone that runs only the previous version. It may already have rules in its entry point. */
export function targetFromStart(
  migrated: readonly Rule[],
  existing: readonly Rule[],
  configured: Adjustments,
): Target {
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
    rules: desired,
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
  migrated: readonly Rule[],
  existing: readonly Rule[],
  configured: Adjustments,
  memory: MigrationMemory,
): Target {
  const before = baselineFor(existing, configured, migrated, memory);
  const named = new Set(configured.skips.map(identityOf));
  const { rules, added } = addMigrated(migrated, existing, before, named);
  const { skips } = takeBaseline(added, []);
  const baseline = { ...before, skips: { ...before.skips, ...skips } };
  return { rules: adjusted(rules, baseline, configured), baseline, kept: [], replaced: [], added };
}

/** For a zone that has reached its target: the deployed rules with the adjustments. */
export function targetInPlace(
  migrated: readonly Rule[],
  existing: readonly Rule[],
  configured: Adjustments,
  memory: MigrationMemory,
): Target {
  const baseline = baselineFor(existing, configured, migrated, memory);
  return { rules: adjusted(existing, baseline, configured), baseline, kept: [], replaced: [], added: [] };
}

/** Whether the baseline comes from the actual rules of an adopted zone rather than from the migration. */
export function isAdopting({ baseline, isImported }: MigrationMemory): boolean {
  return baseline === undefined || isImported;
}

/**
 * An import takes a baseline without a configuration, so settings that match the configuration are removed from it. The
 * original overrides of the migration for configured rules are known as long as the API returns the migration configuration.
 */
function baselineFor(
  rules: readonly Rule[],
  { overrides, skips }: Adjustments,
  migrated: readonly Rule[],
  memory: MigrationMemory,
): Baseline {
  const { baseline: kept } = memory;
  if (kept !== undefined && !isAdopting(memory)) return kept;
  const taken =
    kept === undefined ? takeBaseline(rules, overrides, skips) : withoutConfigured(kept, overrides, skips);
  return withOriginals(taken, overrides, migrated);
}

/** The rules with drift reverted and the configured adjustments applied. */
function adjusted(rules: readonly Rule[], baseline: Baseline, configured: Adjustments): Rule[] {
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
