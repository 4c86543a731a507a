import type { Rule } from '../../client';
import type { PrivateState } from '../handler';
import { takeBaseline, withOriginals, withoutConfigured, type Baseline } from './entry-point';
import { migrationMemory } from './memory';
import { takeRemainder } from './drift';
import type { Adjustments } from './adjustments';

interface Keeper {
  readonly privateState: PrivateState;
}

/** Kept from the first look at an entry point on: whatever differs from it later was done by others. */
export function baselineSeen(
  rules: readonly Rule[],
  configured: Adjustments,
  isImported: boolean,
  keeper: Keeper,
): Baseline {
  const { baseline: kept } = migrationMemory.recall(keeper);
  if (kept?.remainder !== undefined || (kept !== undefined && rules.length === 0)) return kept;
  const taken = kept ?? takeBaseline(rules, configured.overrides, configured.skips);
  const baseline = { ...taken, remainder: takeRemainder(rules) };
  const isFirst = kept === undefined && isImported;
  if (rules.length > 0) migrationMemory.remember(keeper, { baseline, ...(isFirst && { isImported }) });
  return baseline;
}

/** Whether a baseline is taken over from a zone as it is, rather than kept from the migration. */
export function isAdopting(keeper: Keeper): boolean {
  const { baseline, isImported } = migrationMemory.recall(keeper);
  return baseline === undefined || isImported;
}

/**
 * The baseline that an apply goes by. Nothing was configured when an import took one: what the configuration has just so is no
 * part of it. What the migration brought of a rule that the configuration overrides is known as long as the service
 * gives its configuration.
 */
export function baselineFor(
  rules: readonly Rule[],
  { overrides, skips }: Adjustments,
  brought: readonly Rule[],
  keeper: Keeper,
): Baseline {
  const { baseline: kept } = migrationMemory.recall(keeper);
  if (kept !== undefined && !isAdopting(keeper)) return kept;
  const taken =
    kept === undefined ? takeBaseline(rules, overrides, skips) : withoutConfigured(kept, overrides, skips);
  return withOriginals(taken, overrides, brought);
}
