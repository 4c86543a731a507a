import type { Rule } from '../../client';
import type { PrivateState } from '../handler';
import { takeBaseline, withOriginals, withoutConfigured, type Baseline } from './entry-point';
import { migrationMemory } from './memory';
import { takeRemainder } from './drift';
import type { Adjustments } from './adjustments';

interface HasPrivateState {
  readonly privateState: PrivateState;
}

/** The baseline, remembered from the first read of an entry point on: a later difference from it is drift. */
export function baselineOnRead(
  rules: readonly Rule[],
  configured: Adjustments,
  isImported: boolean,
  scope: HasPrivateState,
): Baseline {
  const { baseline: kept } = migrationMemory.recall(scope);
  if (kept?.remainder !== undefined || (kept !== undefined && rules.length === 0)) return kept;
  const taken = kept ?? takeBaseline(rules, configured.overrides, configured.skips);
  const baseline = { ...taken, remainder: takeRemainder(rules) };
  const isFirst = kept === undefined && isImported;
  if (rules.length > 0) migrationMemory.remember(scope, { baseline, ...(isFirst && { isImported }) });
  return baseline;
}

/** Whether the baseline comes from the actual rules of an adopted zone rather than from the migration. */
export function isAdopting(scope: HasPrivateState): boolean {
  const { baseline, isImported } = migrationMemory.recall(scope);
  return baseline === undefined || isImported;
}

/**
 * The baseline for an apply. An import takes a baseline without a configuration, so settings that match the configuration
 * are removed from it. The original overrides of the migration for configured rules are known as long as the API returns
 * the migration configuration.
 */
export function baselineFor(
  rules: readonly Rule[],
  { overrides, skips }: Adjustments,
  migrated: readonly Rule[],
  scope: HasPrivateState,
): Baseline {
  const { baseline: kept } = migrationMemory.recall(scope);
  if (kept !== undefined && !isAdopting(scope)) return kept;
  const taken =
    kept === undefined ? takeBaseline(rules, overrides, skips) : withoutConfigured(kept, overrides, skips);
  return withOriginals(taken, overrides, migrated);
}
