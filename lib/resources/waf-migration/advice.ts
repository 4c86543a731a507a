import { isEdgeError, managedPhase, type EdgeClient } from '../../client';
import {
  isUnknown,
  isWhollyKnown,
  unknown,
  type Diagnostic,
  type ObjectValue,
  type State,
} from '../../schema';
import { findObstacles, managedRulesets, reportLosses } from '../../waf';
import type { Advice, HandlerContext, PlannedChange } from '../handler';
import type { WafMigrationAttributes } from './contract';
import { executedRulesets } from './entry-point';
import {
  describeLoss,
  noWayBack,
  notCompatible,
  rulesetsNotDeployed,
  staysMigrated,
  validationNeedsEnterprise,
  willBeAdopted,
  willBeLost,
  willDeleteOverrides,
  willDisablePrevious,
  willMigrate,
} from './messages';
import { recall } from './memory';
import { lossesInValidation, readPreviousWaf } from './previous-waf';
import { stageOf, type Stage } from './progress';

type Change = PlannedChange<WafMigrationAttributes>;
type Context = HandlerContext<EdgeClient>;

/** Tells, before anything is done, whether the zone can be migrated, what gets lost, and that there is no way back. */
export async function advise(change: Change, context: Context): Promise<Advice> {
  const { prior, planned } = change;
  if (planned === null)
    return prior === null ? {} : { diagnostics: [staysMigrated(prior.zone_id, prior.migration_state)] };
  const { zone_id: zoneId, target } = planned;
  if (typeof zoneId !== 'string' || typeof target !== 'string') return {};
  const { service, signal } = context;
  const status = await service.wafMigration.status(zoneId, { signal });
  const stage = stageOf(status, recall(context.privateState));
  const isOver = stage === 'complete' || stage === 'handing-over';
  if (target === 'validation' && isOver) return { diagnostics: [noWayBack(zoneId, stage)] };
  if (stage === 'start') {
    try {
      return await adviseOnBeginning(zoneId, target, planned, context);
    } catch (error) {
      // The previous API stops working when a hand-over comes to its end, and that may be just now.
      const { migration_state: state } = await service.wafMigration.status(zoneId, { signal });
      if (state !== 'complete') throw error;
      return advise(change, context);
    }
  }
  const diagnostics: Diagnostic[] = [];
  if (prior === null) diagnostics.push(willBeAdopted(zoneId, status.migration_state));
  if (stage === 'validation' && target === 'complete') diagnostics.push(willDisablePrevious(zoneId));
  const known = [
    ...(prior?.enabled_rulesets ?? []),
    ...(recall(context.privateState).baseline?.enabled ?? []),
  ];
  const strange = overriddenRulesets(planned).filter((id) => !known.includes(id));
  if (strange.length > 0) {
    const entryPoint = await service.rulesets.entryPoint(zoneId, managedPhase, { signal });
    diagnostics.push(...notDeployed(strange, executedRulesets(entryPoint?.rules ?? [])));
  }
  if (prior === null) {
    const losses = await lossesInValidation(zoneId, stage, context);
    if (losses !== undefined && losses.length > 0) diagnostics.push(willBeLost(losses));
    return { diagnostics, foreseen: { loss_report: losses?.map(describeLoss) ?? null } };
  }
  return { diagnostics, foreseen: foresee(prior, stage, target, context) };
}

async function adviseOnBeginning(
  zoneId: string,
  target: string,
  planned: NonNullable<Change['planned']>,
  context: Context,
): Promise<Advice> {
  const { service, signal } = context;
  const waf = await readPreviousWaf(zoneId, context);
  const obstacles = findObstacles(waf, 2);
  const losses = reportLosses(waf);
  const deletesOverrides = planned.delete_uri_overrides === true;
  const diagnostics = obstacles.map((each) =>
    each.kind === 'uri-override' && deletesOverrides ? willDeleteOverrides(each) : notCompatible(each),
  );
  if (target === 'validation') {
    const plan = await planOf(zoneId, context);
    if (plan !== undefined && plan !== 'enterprise')
      diagnostics.push(validationNeedsEnterprise(zoneId, plan));
  }
  const overridden = overriddenRulesets(planned);
  // Without obstacles alone does the service give the configuration.
  if (overridden.length > 0 && obstacles.length === 0) {
    const { rules } = await service.wafMigration.config(zoneId, { signal });
    diagnostics.push(...notDeployed(overridden, executedRulesets(rules)));
  }
  if (diagnostics.every(({ severity }) => severity === 'warning'))
    diagnostics.push(willMigrate(zoneId, target));
  if (losses.length > 0) diagnostics.push(willBeLost(losses));
  return { diagnostics, foreseen: { ...open, loss_report: losses.map(describeLoss) } };
}

/** Undefined where the credentials do not tell: the service then refuses what the plan does not allow. */
async function planOf(zoneId: string, { service, signal }: Context): Promise<string | undefined> {
  try {
    const { plan } = await service.zones.get(zoneId, { signal });
    return plan.legacy_id === '' ? undefined : plan.legacy_id;
  } catch (error) {
    if (isEdgeError(error) && !signal.aborted) return undefined;
    throw error;
  }
}

/** As far as it is known. */
function overriddenRulesets({ rule_overrides: overrides }: NonNullable<Change['planned']>): string[] {
  if (overrides === null || isUnknown(overrides)) return [];
  const ids = overrides.flatMap((each) =>
    isWhollyKnown({ ...each }) ? [each.ruleset_id as string | null] : [],
  );
  return [...new Set(ids.map((id) => id ?? managedRulesets.managed))];
}

function notDeployed(overridden: readonly string[], executed: readonly string[]): Diagnostic[] {
  const missing = overridden.filter((id) => !executed.includes(id));
  return missing.length === 0 ? [] : [rulesetsNotDeployed(missing)];
}

/** What an apply will find out; where nothing has to be done, nothing. */
function foresee(
  prior: State<WafMigrationAttributes>,
  stage: Stage,
  target: string,
  { privateState }: Context,
): ObjectValue {
  const isThere = target === 'validation' ? stage === 'validation' : stage === 'complete';
  const wanted = recall(privateState).baseline?.enabled ?? [];
  const isDeployed = wanted.every((id) => prior.enabled_rulesets?.includes(id) === true);
  return {
    ...(isThere ? {} : open),
    ...(isDeployed ? {} : { enabled_rulesets: [...new Set([...(prior.enabled_rulesets ?? []), ...wanted])] }),
  };
}

const open: ObjectValue = {
  migration_state: unknown,
  old_waf_status: unknown,
  new_waf_status: unknown,
  ruleset_id: unknown,
};
