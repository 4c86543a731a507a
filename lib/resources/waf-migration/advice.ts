import type { EdgeClient } from '../../client';
import { unknown, type Diagnostic, type ObjectValue, type State } from '../../schema';
import type { Advice, HandlerContext, PlannedChange } from '../handler';
import { baselineFor } from './baseline';
import type { WafMigrationAttributes } from './contract';
import { targetFromStart, targetFromValidation, type TargetEntryPoint } from './target-entry-point';
import { executedRulesets, existingOverrides, type RuleOverride } from './entry-point';
import {
  describeLoss,
  noOlderValue,
  noWayBack,
  planNotKnown,
  rulesetsNotDeployed,
  staysMigrated,
  validationNeedsEnterprise,
  willAdd,
  willBeAdopted,
  willBeLost,
  willDeleteOverrides,
  willDisablePrevious,
  willKeep,
  willMigrate,
  willRevertDrift,
} from './messages';
import { migrationMemory } from './memory';
import { isOverrides, runPreflight, remainingObstacles, reportOf, type Preflight } from './preflight';
import { lossesInValidation } from './previous-waf';
import { stageOf, type Stage } from './progress';
import { plannedAdjustments } from './adjustments';
import { entryPointOf, planOf, statusOf } from './zone';

type Change = PlannedChange<WafMigrationAttributes>;
type Prior = Change['prior'];
type Planned = NonNullable<Change['planned']>;
/** The plan shares what the refresh of this client has read. */
type Context = HandlerContext<EdgeClient> & { readonly cached: boolean };

/** Reports in the plan whether the zone can be migrated, what does not carry over, and that the migration is irreversible. */
export function advise(change: Change, context: HandlerContext<EdgeClient>): Promise<Advice> {
  return adviseBy(change, { ...context, cached: true });
}

async function adviseBy(change: Change, context: Context): Promise<Advice> {
  const { prior, planned } = change;
  if (planned === null)
    return prior === null ? {} : { diagnostics: [staysMigrated(prior.zone_id, prior.migration_state)] };
  const { zone_id: zoneId, target } = planned;
  if (typeof zoneId !== 'string' || typeof target !== 'string') return {};
  const { migration_state: state } = await statusOf(zoneId, context);
  const stage = stageOf({ migration_state: state }, migrationMemory.recall(context));
  const isOver = stage === 'complete' || stage === 'handing-over';
  if (target === 'validation' && isOver) return { diagnostics: [noWayBack(zoneId, stage)] };
  if (isOver || stage === target)
    return adviseOnAdjustment(zoneId, { stage, state }, prior, planned, context);
  try {
    return await adviseOnMigration(zoneId, stage, prior, planned, context);
  } catch (error) {
    // The previous API stops working at the end of the cutover, which may just have happened.
    const anew = { ...context, cached: false };
    if ((await statusOf(zoneId, anew)).migration_state !== 'complete') throw error;
    return adviseBy(change, anew);
  }
}

/** For a zone that has reached its target. */
async function adviseOnAdjustment(
  zoneId: string,
  { stage, state }: { readonly stage: Stage; readonly state: string },
  prior: Prior,
  planned: Planned,
  context: Context,
): Promise<Advice> {
  const diagnostics = prior === null ? [willBeAdopted(zoneId, state)] : adviseOnDrift(prior);
  const { overrides } = plannedAdjustments(planned);
  const known = [
    ...(prior?.enabled_rulesets ?? []),
    ...(migrationMemory.recall(context).baseline?.enabled ?? []),
  ];
  if (overrides.some(({ ruleset_id: id }) => !known.includes(id))) {
    const rules = (await entryPointOf(zoneId, context))?.rules ?? [];
    diagnostics.push(...notDeployed(overrides, executedRulesets(rules)));
    const existing = existingOverrides(rules, overrides);
    if (prior === null && stage !== 'validation' && existing.length > 0)
      diagnostics.push(noOlderValue(existing));
  }
  if (prior !== null) return { diagnostics, predicted: predict(prior, stage, planned.target, context) };
  const losses = (await lossesInValidation(zoneId, stage, context))?.map(describeLoss);
  if (losses !== undefined && losses.length > 0) diagnostics.push(willBeLost(losses));
  return { diagnostics, predicted: { loss_report: losses ?? null } };
}

/** For a zone that the apply migrates, at least by one step. */
async function adviseOnMigration(
  zoneId: string,
  stage: 'start' | 'validation',
  prior: Prior,
  planned: Planned,
  context: Context,
): Promise<Advice> {
  const target = String(planned.target);
  const configured = plannedAdjustments(planned);
  const preflight = await runPreflight(zoneId, context);
  const existing = (await entryPointOf(zoneId, context))?.rules ?? [];
  const next =
    stage === 'start'
      ? targetFromStart(preflight.equivalent, existing, configured)
      : targetFromValidation(
          preflight.equivalent,
          existing,
          baselineFor(existing, configured, preflight.equivalent.rules, context),
          configured,
        );
  const errors = await findErrors(zoneId, preflight, next, planned, context);
  const reported = prior?.loss_report ?? [];
  const report = reportOf(reported, preflight.losses, next);
  const lost = report.filter((each) => !reported.includes(each));
  const deleted = planned.delete_uri_overrides === true ? preflight.obstacles.filter(isOverrides) : [];
  const isNew = prior === null && stage === 'validation';
  const diagnostics = [
    ...(isNew ? [willBeAdopted(zoneId, stage)] : []),
    ...deleted.map(willDeleteOverrides),
    ...errors,
    ...(errors.length > 0 ? [] : [warnAboutMigration(zoneId, stage, target, existing.length > 0)]),
    ...adviseOnDrift(prior),
    ...(next.kept.length > 0 ? [willKeep(next.kept)] : []),
    ...(next.added.length > 0 ? [willAdd(next.added)] : []),
    ...(lost.length > 0 ? [willBeLost(lost)] : []),
  ];
  const changes = prior === null ? migrationOutputs : predict(prior, stage, target, context);
  return { diagnostics, predicted: { ...changes, loss_report: [...report] } };
}

function warnAboutMigration(
  zoneId: string,
  stage: 'start' | 'validation',
  target: string,
  hasRules: boolean,
): Diagnostic {
  return stage === 'start' ? willMigrate(zoneId, target, hasRules) : willDisablePrevious(zoneId);
}

function adviseOnDrift(prior: Prior): Diagnostic[] {
  const changes = prior?.changed_by_others ?? [];
  return changes.length === 0 ? [] : [willRevertDrift(prior?.zone_id ?? '', changes)];
}

/** All reasons why the step is not possible. */
async function findErrors(
  zoneId: string,
  preflight: Preflight,
  { rules }: TargetEntryPoint,
  planned: Planned,
  context: Context,
): Promise<Diagnostic[]> {
  const deletes = planned.delete_uri_overrides === true;
  const found = remainingObstacles(zoneId, preflight, deletes);
  if (planned.target === 'validation') {
    const plan = await planOf(zoneId, context);
    const wouldDelete = deletes && preflight.obstacles.some(isOverrides);
    if (plan === undefined && wouldDelete) found.push(planNotKnown(zoneId));
    if (plan !== undefined && plan !== 'enterprise') found.push(validationNeedsEnterprise(zoneId, plan));
  }
  return [...found, ...notDeployed(plannedAdjustments(planned).overrides, executedRulesets(rules))];
}

function notDeployed(overrides: readonly RuleOverride[], executed: readonly string[]): Diagnostic[] {
  const ids = overrides.map(({ ruleset_id: id }) => id).filter((id) => !executed.includes(id));
  return ids.length === 0 ? [] : [rulesetsNotDeployed([...new Set(ids)])];
}

/** The attributes that the apply will change; empty for a no-op. */
function predict(
  prior: State<WafMigrationAttributes>,
  stage: Stage,
  target: unknown,
  context: Context,
): ObjectValue {
  const isAtTarget = target === 'validation' ? stage === 'validation' : stage === 'complete';
  const expected = migrationMemory.recall(context).baseline?.enabled ?? [];
  const isDeployed = expected.every((id) => prior.enabled_rulesets?.includes(id) === true);
  const hasChanges = (prior.changed_by_others ?? []).length > 0;
  return {
    ...(isAtTarget ? {} : migrationOutputs),
    ...(hasChanges ? { changed_by_others: [] } : {}),
    ...(isDeployed
      ? {}
      : { enabled_rulesets: [...new Set([...(prior.enabled_rulesets ?? []), ...expected])] }),
  };
}

const migrationOutputs: ObjectValue = {
  migration_state: unknown,
  old_waf_status: unknown,
  new_waf_status: unknown,
  ruleset_id: unknown,
};
