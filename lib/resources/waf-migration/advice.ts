import { type EdgeClient } from '../../client';
import { unknown, type Diagnostic, type ObjectValue, type State } from '../../schema';
import { findObstacles, reportLosses } from '../../waf';
import type { Advice, HandlerContext, PlannedChange } from '../handler';
import type { WafMigrationAttributes } from './contract';
import {
  describeLoss,
  noWayBack,
  notCompatible,
  staysMigrated,
  willBeAdopted,
  willBeLost,
  willDeleteOverrides,
  willMigrate,
} from './messages';
import { recall } from './memory';
import { readPreviousWaf } from './previous-waf';
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
  const stage = stageOf(await service.wafMigration.status(zoneId, { signal }), recall(context.privateState));
  const isOver = stage === 'complete' || stage === 'handing-over';
  if (target === 'validation' && isOver) return { diagnostics: [noWayBack(zoneId, stage)] };
  if (stage === 'start') {
    try {
      return await adviseOnBeginning(zoneId, target, planned.delete_uri_overrides === true, context);
    } catch (error) {
      // The previous API stops working when a hand-over comes to its end, and that may be just now.
      const { migration_state: state } = await service.wafMigration.status(zoneId, { signal });
      if (state !== 'complete') throw error;
      return advise(change, context);
    }
  }
  const diagnostics: Diagnostic[] = [];
  if (prior === null) diagnostics.push(willBeAdopted(zoneId, stage));
  if (stage === 'validation' && target === 'complete') diagnostics.push(willMigrate(zoneId, target, true));
  if (prior === null) return { diagnostics, foreseen: { loss_report: [] } };
  return { diagnostics, foreseen: foresee(prior, stage, target, context) };
}

async function adviseOnBeginning(
  zoneId: string,
  target: string,
  deletesOverrides: boolean,
  context: Context,
): Promise<Advice> {
  const waf = await readPreviousWaf(zoneId, context);
  const obstacles = findObstacles(waf, 2);
  const losses = reportLosses(waf);
  const diagnostics = obstacles.map((each) =>
    each.kind === 'uri-override' && deletesOverrides ? willDeleteOverrides(each) : notCompatible(each),
  );
  if (diagnostics.every(({ severity }) => severity === 'warning'))
    diagnostics.push(willMigrate(zoneId, target, false));
  if (losses.length > 0) diagnostics.push(willBeLost(losses));
  return { diagnostics, foreseen: { ...open, loss_report: losses.map(describeLoss) } };
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
