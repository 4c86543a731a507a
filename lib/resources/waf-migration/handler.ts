import { isApiError, isEdgeError, isNotFound, type EdgeClient, type MigrationStatus } from '../../client';
import { DiagnosticError, type Desired, type State } from '../../schema';
import type { ApplyContext, Handler, HandlerContext } from '../handler';
import { isIdentifier } from '../identifiers';
import { tryRead } from '../write-once';
import { advise } from './advice';
import { baselineFor, baselineOnRead, isAdopting } from './baseline';
import { wafMigrationContract, type WafMigrationAttributes } from './contract';
import { deployable, redeploy } from './deployment';
import { enabledRulesets, existingOverrides, observeOverrides } from './entry-point';
import {
  describeLoss,
  noOlderValue,
  noWayBack,
  notAnImportId,
  outcomeUnknown,
  stillInProgress,
  staysMigrated,
  willBeAdopted,
  zoneIsGone,
} from './messages';
import { migrationMemory } from './memory';
import { migrate } from './migrate';
import { findDrift } from './drift';
import { equivalentInValidation } from './preflight';
import { lossesInValidation } from './previous-waf';
import { stageOf, waitForCutover, type Stage } from './progress';
import { observeSkips } from './skip-rules';
import { configuredAdjustments } from './adjustments';
import { entryPointOf, statusOf } from './zone';

type MigrationState = State<WafMigrationAttributes>;
type DesiredMigration = Desired<WafMigrationAttributes>;
type Context = HandlerContext<EdgeClient>;
type Applying = ApplyContext<WafMigrationAttributes, EdgeClient>;

/**
 * Migrates a zone to the ruleset-based managed rules: specification 4.6. The API reports the stage of the zone, so the next
 * apply continues after an interruption at any point.
 */
export const wafMigrationHandler: Handler<WafMigrationAttributes, EdgeClient> = {
  plan: advise,

  async create(desired, context) {
    return converge(desired, null, context);
  },

  async read(state, context) {
    const { zone_id: zoneId, loss_report: reported } = state;
    const shared = { ...context, cached: true } as const;
    const status = await statusOrGone(zoneId, shared);
    if (status === undefined) return undefined;
    const isFirst = migrationMemory.recall(context).baseline === undefined;
    // A refresh does not try again and again what could not be determined.
    const losses = reported ?? (isFirst ? await observedLosses(zoneId, status, context) : null);
    return observe(state, status, losses, shared);
  },

  async update({ prior, desired }, context) {
    return converge(desired, prior, context);
  },

  /** Makes no call: a migration is irreversible. */
  delete(state, context) {
    context.warn(staysMigrated(state.zone_id, state.migration_state));
    return Promise.resolve();
  },

  /** `<zone id>` */
  import(id) {
    if (!isIdentifier(id)) throw new DiagnosticError([notAnImportId(id)]);
    return Promise.resolve({ zone_id: id, id });
  },

  /** Finds a zone only after its migration has started, because every zone has a migration status. */
  async find({ zone_id: zoneId }, context) {
    const stage = stageOf(await statusOf(zoneId, context), migrationMemory.recall(context));
    return stage === 'start' ? [] : [{ zone_id: zoneId, id: zoneId }];
  },
};

async function converge(
  desired: DesiredMigration,
  prior: MigrationState | null,
  context: Applying,
): Promise<MigrationState> {
  const { zone_id: zoneId, target } = desired;
  const reported = prior?.loss_report ?? null;
  const begun = await statusOf(zoneId, context);
  const stage = stageOf(begun, migrationMemory.recall(context));
  const isOver = stage === 'handing-over' || stage === 'complete';
  if (target === 'validation' && isOver) throw new DiagnosticError([noWayBack(zoneId, stage)]);
  if (isOver || stage === target) {
    if (migrationMemory.recall(context).baseline === undefined)
      context.warn(willBeAdopted(zoneId, begun.migration_state));
    const losses = reported ?? (await observedLosses(zoneId, begun, context));
    await adjust(desired, stage, context);
    return finish(desired, losses, { begun, prior }, context);
  }
  let losses: readonly string[];
  try {
    losses = await migrate(desired, stage, reported, context);
  } catch (error) {
    // The cutover of an earlier apply may have completed in the meantime, and the previous API has ended with it.
    const status = await tryRead(() => statusOf(zoneId, context));
    if (status?.migration_state !== 'complete') throw error;
    return converge(desired, prior, context);
  }
  return finish(desired, losses, { begun, prior }, context);
}

/** The losses of a zone that was migrated out of band; null if they can no longer be determined. */
async function observedLosses(
  zoneId: string,
  status: MigrationStatus,
  context: Context,
): Promise<string[] | null> {
  const stage = stageOf(status, migrationMemory.recall(context));
  return (await lossesInValidation(zoneId, stage, context))?.map(describeLoss) ?? null;
}

/** Applies overrides and skip rules to the existing entry point, without a migration. */
async function adjust(desired: DesiredMigration, stage: Stage, context: Applying): Promise<void> {
  const { zone_id: zoneId } = desired;
  const configured = configuredAdjustments(desired);
  const rules = (await entryPointOf(zoneId, context))?.rules ?? [];
  const existing = isAdopting(context) ? existingOverrides(rules, configured.overrides) : [];
  const migrated =
    existing.length > 0 && stage === 'validation' ? await equivalentInValidation(zoneId, context) : undefined;
  if (existing.length > 0 && migrated === undefined) context.warn(noOlderValue(existing));
  const baseline = baselineFor(rules, configured, migrated ?? [], context);
  if (rules.length > 0) migrationMemory.remember(context, { baseline, isImported: false });
  await redeploy(zoneId, rules, deployable(rules, baseline, configured), context);
}

interface Before {
  readonly begun: MigrationStatus;
  readonly prior: MigrationState | null;
}

/** Waits for the end of the cutover if `target` is `complete`, and returns the final state. */
async function finish(
  desired: DesiredMigration,
  losses: readonly string[] | null,
  before: Before,
  context: Applying,
): Promise<MigrationState> {
  const { zone_id: zoneId, target, timeout_seconds: seconds } = desired;
  try {
    if (target === 'validation')
      return await observe(desired, await statusOf(zoneId, context), losses, context);
    const status = await waitForCutover(zoneId, seconds, context);
    // Not an error: it would taint the resource, although the only remaining step is to wait.
    if (stageOf(status, {}) !== 'complete') context.warn(stillInProgress(zoneId, seconds));
    return await observe(desired, status, losses, context);
  } catch (error) {
    const at = stageOf(before.begun, {});
    if (at === target || !isEdgeError(error)) throw error;
    context.warn(outcomeUnknown(zoneId, error));
    return stateAsSent(desired, losses, before, context);
  }
}

/** The state of a zone that cannot be read: as sent. */
function stateAsSent(
  desired: DesiredMigration,
  losses: readonly string[] | null,
  { begun, prior }: Before,
  context: Context,
): MigrationState {
  const { zone_id: zoneId, target, rule_overrides: overrides, skip_rules: skips } = desired;
  const { baseline } = migrationMemory.recall(context);
  const stage = target === 'validation' ? 'validation' : 'handing-over';
  return {
    zone_id: zoneId,
    ...settingsOf(desired, stage),
    rule_overrides: overrides,
    skip_rules: skips,
    id: zoneId,
    migration_state: stage,
    old_waf_status: begun.old_waf_status,
    new_waf_status: begun.new_waf_status,
    ruleset_id: null,
    enabled_rulesets: prior?.enabled_rulesets ?? baseline?.enabled ?? [],
    loss_report: losses,
    changed_by_others: [],
  };
}

/** The actual state of the zone, including out-of-band changes of the entry point. */
async function observe(
  configured: DesiredMigration | MigrationState,
  status: MigrationStatus,
  losses: readonly string[] | null,
  context: Context & { readonly cached?: boolean },
): Promise<MigrationState> {
  const stage = stageOf(status, migrationMemory.recall(context));
  const entryPoint = stage === 'start' ? undefined : await entryPointOf(configured.zone_id, context);
  const rules = entryPoint?.rules ?? [];
  const adjustments = configuredAdjustments(configured);
  const isImported = (configured.target as string | null) === null;
  const baseline = baselineOnRead(rules, adjustments, isImported, context);
  const overrides = observeOverrides(rules, adjustments.overrides, baseline);
  const skips = observeSkips(rules, adjustments.skips, baseline.skips);
  return {
    zone_id: configured.zone_id,
    ...settingsOf(configured, stage),
    rule_overrides: overrides.length === 0 && configured.rule_overrides === null ? null : overrides,
    skip_rules: skips.length === 0 && configured.skip_rules === null ? null : skips,
    id: configured.zone_id,
    migration_state: stage,
    old_waf_status: status.old_waf_status,
    new_waf_status: status.new_waf_status,
    ruleset_id: entryPoint?.id ?? null,
    enabled_rulesets: enabledRulesets(rules),
    loss_report: losses,
    changed_by_others: findDrift(rules, adjustments.overrides, baseline),
  };
}

/** The attributes that the API does not store. After an import they are null, contrary to their type. */
function settingsOf(
  configured: {
    readonly target: string | null;
    readonly acknowledge_irreversible: boolean | null;
    readonly delete_uri_overrides: boolean | null;
    readonly timeout_seconds: number | null;
  },
  stage: Stage,
) {
  const { delete_uri_overrides: deletes, timeout_seconds: seconds } = wafMigrationContract.attributes;
  return {
    target: configured.target ?? (stage === 'validation' ? 'validation' : 'complete'),
    acknowledge_irreversible: configured.acknowledge_irreversible ?? true,
    delete_uri_overrides: configured.delete_uri_overrides ?? deletes.default,
    timeout_seconds: configured.timeout_seconds ?? seconds.default,
  };
}

/** A zone counts as deleted only if its own path returns 404 too: a wrong `base_url` must not look like a deleted zone. */
async function statusOrGone(
  zoneId: string,
  context: Context & { readonly cached: true },
): Promise<MigrationStatus | undefined> {
  const { service, signal } = context;
  try {
    return await statusOf(zoneId, context);
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
    const isGone = await service.zones.get(zoneId, { signal }).then(() => false, isNotFound);
    if (!isGone) throw error;
    context.warn(zoneIsGone(zoneId));
    return undefined;
  }
}
