import { equalSets } from '../../ground/compare';
import { unknown, type ObjectValue, type Value } from '../../schema';
import type { Advice, Context, PlannedChange } from '../handler';
import { planNew } from '../new-object';
import { newLosses } from './apply';
import { settingsOfBackup } from './backup';
import type { WafMigrationAttributes } from './contract';
import { decide, hasStepAhead, isBlocked, isIrreversible, type Decision } from './decide';
import { cannotReplace, describeMigration, staysMigrated, willRevertDrift } from './describe';
import { listingFor } from './effects';
import type { MigrationFinding } from './findings';
import { plannedIntent } from './intent';
import { migrationMemory, type MigrationMemory } from './memory';
import { newMigration } from './new-migration';
import { knownZone, observe } from './observe';
import { judgedRulesets, memoryOf, migrationOf, recordsOf, type MigrationState } from './state';

export async function plan(
  { prior: priorState, planned }: PlannedChange<WafMigrationAttributes>,
  context: Context,
): Promise<Advice> {
  if (planned === null) return priorState === null ? {} : { diagnostics: [staysMigrated(priorState)] };
  const known = plannedIntent(planned);
  if (known === undefined) return {};
  const { zoneId, intent, isComplete } = known;
  // The replacement of another zone, or of this one, starts anew.
  const prior = priorState?.zone_id === zoneId ? priorState : null;
  const memory = prior === null ? migrationMemory.empty : memoryOf(prior, context);
  const caller = { ...context, cached: true };
  if (priorState === null) {
    // The plan of a replacement has the private state of what it replaces.
    const replaced = migrationMemory.recall(context);
    if (replaced.zoneId === zoneId)
      return { diagnostics: [cannotReplace({ zoneId, zone: knownZone(replaced) })] };
    const refused = await planNew(newMigration(zoneId, caller));
    if (refused.length > 0) return { diagnostics: refused };
  }
  const seen = await observe(zoneId, { target: intent.target }, memory, caller);
  const { losses, backup } = recordsOf(prior);
  const saved = backup === null ? undefined : settingsOfBackup(backup);
  const decision = decide(seen, intent, memory, saved);
  // While a setting is unknown, an error that it may prevent is a warning: the apply decides.
  const isCertain = ({ code }: MigrationFinding) => isComplete || certainCodes.has(code);
  const [certain, possible] = [
    decision.findings.filter(isCertain),
    decision.findings.filter((each) => !isCertain(each)),
  ];
  const diagnostics = [
    ...(priorState !== null && prior === null ? [staysMigrated(priorState)] : []),
    ...describeMigration(certain, seen),
    ...describeMigration(possible, seen).map((each) => ({ ...each, severity: 'warning' as const })),
  ];
  if (isBlocked({ findings: certain })) return { diagnostics };
  const named = prior === null ? migrationOf(zoneId) : {};
  if (isBlocked(decision)) return { diagnostics, predicted: { ...named, status: unknown } };
  const drift = prior?.status?.out_of_band_changes ?? [];
  if (drift.length > 0) diagnostics.push(willRevertDrift(drift, seen));
  // A zone that has reached its target has nothing irreversible ahead, whatever the unknown settings are.
  const isListed = isComplete || !hasStepAhead(decision);
  const listing = isListed ? listingFor(seen, decision, newLosses(decision, losses)) : undefined;
  return { diagnostics, predicted: { ...named, ...predict(decision, prior, memory) }, listing };
}

/** The findings that depend on zone and target alone, and on no other setting. */
const certainCodes: ReadonlySet<string> = new Set([
  'waf.no_way_back',
  'waf.status_unknown',
  'waf.status_contradiction',
  'waf.status_reverted',
] satisfies MigrationFinding['code'][]);

/** What stays known of `status` if an apply has something to do: a plan prints the old value of everything that becomes unknown. */
function predict(
  decision: Decision,
  prior: MigrationState | null,
  { baseline = decision.baseline }: MigrationMemory,
): ObjectValue {
  const status = prior?.status ?? null;
  if (status === null) return { status: unknown };
  const { ruleset_id: ruleset, enabled_rulesets: enabled, loss_report: losses } = status;
  // A cutover can end between the refresh and the plan.
  const isMoving =
    decision.stage !== status.migration_state || decision.steps.some(({ kind }) => kind !== 'redeploy');
  const isMissing = judgedRulesets(baseline ?? []).some((id) => enabled?.includes(id) !== true);
  const drift = status.out_of_band_changes ?? [];
  if (!isMoving && !isMissing && drift.length === 0) return {};
  const isMigrating = isIrreversible(decision);
  const keepIf = <T extends Value>(isKept: boolean, value: T) => (isKept ? value : unknown);
  const isDeployed = enabled !== null && equalSets(enabled, judgedRulesets(decision.rules));
  return {
    status: {
      migration_state: keepIf(!isMoving, status.migration_state),
      old_waf_status: keepIf(!isMoving, status.old_waf_status),
      new_waf_status: keepIf(!isMoving || status.new_waf_status === 'enabled', status.new_waf_status),
      ruleset_id: ruleset ?? unknown,
      // Without another step, these two make the change that lets Terraform call the apply.
      enabled_rulesets: keepIf(isMoving && isDeployed, enabled),
      out_of_band_changes: keepIf(isMoving && status.out_of_band_changes?.length === 0, []),
      ineligible_reasons: keepIf(
        !isMigrating || status.ineligible_reasons === null,
        status.ineligible_reasons,
      ),
      loss_report: keepIf(
        !isMigrating || (losses !== null && newLosses(decision, losses).length === 0),
        losses,
      ),
      backup: keepIf(!isMigrating, status.backup),
    },
  };
}
