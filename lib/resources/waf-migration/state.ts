import type { MigrationStatus, Ruleset } from '../../client';
import type { Desired, State } from '../../schema';
import { judgeProtection } from '../../waf';
import type { PrivateStateContext } from '../memory';
import { setOrNull } from '../members';
import { findDrift, observeAdjustments, withoutAdjustments } from './adjust';
import type { Outcome, Records } from './apply';
import type { WafMigrationAttributes } from './contract';
import { enabledRulesets } from './entry-point';
import { adjustmentsOf } from './intent';
import { migrationMemory, type MigrationMemory } from './memory';
import { laterOf, stageOf } from './stage';

export type MigrationState = State<WafMigrationAttributes>;
export type Status = NonNullable<MigrationState['status']>;
export type DesiredMigration = Desired<WafMigrationAttributes>;

/** Private state, and what the state itself says: it may be all that is left. */
export function memoryOf(
  { zone_id: zoneId, status }: MigrationState,
  context: PrivateStateContext,
): MigrationMemory {
  const kept = migrationMemory.recall(context);
  const state = status?.migration_state;
  return {
    ...kept,
    zoneId,
    reached: laterOf(kept.reached, state),
    isInCutover: kept.isInCutover || state === 'cutover',
  };
}

/** What names the migration of a zone: a zone has one, so its ID is that of the zone. */
export function migrationOf(zoneId: string) {
  return { id: zoneId, zone_id: zoneId };
}

export function recordsOf(state: MigrationState | null): Records {
  return { losses: state?.status?.loss_report ?? null, backup: state?.status?.backup ?? null };
}

/** Contrary to its type, the target is null after an import or a move. */
export function isImported({ target }: { readonly target: string | null }): boolean {
  return target === null;
}

/** The enabled rulesets, and none where a skip rule precedes them all: an enabled ruleset that nothing reaches protects nobody. */
export function judgedRulesets(rules: Ruleset['rules']): string[] {
  const { isProtected } = judgeProtection(rules);
  return isProtected ? enabledRulesets(rules) : [];
}

/** After an import, required settings are null too. */
type Configured = Omit<DesiredMigration | MigrationState, 'target' | 'acknowledge_irreversible'> & {
  readonly target: string | null;
  readonly acknowledge_irreversible: boolean | null;
  readonly changes?: string | null;
};

/** The actual state of the zone, including out-of-band changes of the entry point. */
export function toState(
  configured: Configured,
  { status, entryPoint }: { readonly status: MigrationStatus; readonly entryPoint: Ruleset | undefined },
  records: Records,
  reasons: readonly string[] | null,
  context: PrivateStateContext,
): MigrationState {
  const memory = migrationMemory.recall(context);
  const stage = stageOf(status, memory);
  const rules = stage === 'start' ? [] : (entryPoint?.rules ?? []);
  const adjustments = adjustmentsOf(configured);
  // From the first read of an entry point on, a later difference from it is drift.
  const baseline = memory.baseline ?? withoutAdjustments(rules, adjustments);
  const isFirst = memory.baseline === undefined && rules.length > 0;
  migrationMemory.remember(context, {
    reached: laterOf(memory.reached, status.migration_state),
    ...(stage === 'complete' && { isInCutover: false, cutoverBegan: undefined }),
    // Where only the state knows of a cutover, its age counts from here.
    ...(stage === 'cutover' && { cutoverBegan: memory.cutoverBegan ?? new Date().toISOString() }),
    ...(isFirst && { baseline, isImported: isImported(configured) }),
  });
  const observed = observeAdjustments(rules, baseline, adjustments);
  return {
    ...configured,
    ...migrationOf(configured.zone_id),
    // What the API does not store. After an import it is null, contrary to its type.
    target: configured.target ?? (stage === 'validation' ? 'validation' : 'complete'),
    acknowledge_irreversible: configured.acknowledge_irreversible ?? true,
    rule_overrides: setOrNull(observed.overrides, configured.rule_overrides),
    skip_rules: setOrNull(observed.skips, configured.skip_rules),
    changes: configured.changes ?? null,
    status: {
      ...unread(status, records),
      migration_state: stage,
      ruleset_id: stage === 'start' ? null : (entryPoint?.id ?? null),
      enabled_rulesets: judgedRulesets(rules),
      out_of_band_changes: findDrift(rules, baseline, observed),
      ineligible_reasons: stage === 'start' ? reasons : null,
    },
  };
}

/** The state of a zone that cannot be read: as sent. */
export function stateAsSent(desired: DesiredMigration, { seen, decision, records }: Outcome): MigrationState {
  return {
    ...desired,
    ...migrationOf(desired.zone_id),
    changes: null,
    status: {
      ...unread(seen.status, records),
      migration_state: desired.target === 'validation' ? 'validation' : 'cutover',
      enabled_rulesets: judgedRulesets(decision.rules),
      out_of_band_changes: [],
    },
  };
}

/** The part of `status` that comes from the status call, and from earlier steps. */
export function unread(
  { migration_state, old_waf_status, new_waf_status }: MigrationStatus,
  records: Records,
): Status {
  return {
    migration_state,
    old_waf_status,
    new_waf_status,
    ruleset_id: null,
    enabled_rulesets: null,
    out_of_band_changes: null,
    ineligible_reasons: null,
    loss_report: records.losses,
    backup: records.backup,
  };
}
