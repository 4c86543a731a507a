import {
  isApiError,
  isEdgeError,
  isNotFound,
  managedPhase,
  mayHaveBeenApplied,
  type EdgeClient,
  type MigrationMode,
  type MigrationStatus,
  type Rule,
  type Ruleset,
} from '../../client';
import { DiagnosticError, type Desired, type State } from '../../schema';
import { findObstacles, isIncompatible, managedRulesets, reportLosses } from '../../waf';
import { lookAfter } from '../doubt';
import type { ApplyContext, Handler, HandlerContext } from '../handler';
import { isIdentifier } from '../identifiers';
import { advise } from './advice';
import { wafMigrationContract, type WafMigrationAttributes } from './contract';
import {
  enabledRulesets,
  observeOverrides,
  rulesetsMissing,
  sameDeployment,
  takeBaseline,
  toNamelessInput,
  toRuleInput,
  withOverrides,
  withoutSpoken,
  type Baseline,
  type RuleOverride,
} from './entry-point';
import {
  describeLoss,
  noWayBack,
  notAnImportId,
  notCompatible,
  notCompatibleForAnotherReason,
  notSeenThrough,
  refused,
  rulesetsNotDeployed,
  staysMigrated,
  stillHandingOver,
  willBeAdopted,
  zoneIsGone,
} from './messages';
import { observeSkips, withSkips, type SkipRule } from './skip-rules';
import { onlyKnown } from './known-fields';
import { recall, remember } from './memory';
import { lossesInValidation, readPreviousWaf } from './previous-waf';
import { stageOf, waitForEnd, type Stage } from './progress';

type MigrationState = State<WafMigrationAttributes>;
type DesiredMigration = Desired<WafMigrationAttributes>;
type Context = HandlerContext<EdgeClient>;
type Applying = ApplyContext<WafMigrationAttributes, EdgeClient>;

/**
 * Moves a zone to the ruleset-based managed rules: specification 4.6. The zone itself says where it is, so an apply that
 * was stopped anywhere is finished by the next one.
 */
export const wafMigrationHandler: Handler<WafMigrationAttributes, EdgeClient> = {
  plan: advise,

  async create(desired, context) {
    return converge(desired, null, context);
  },

  async read(state, context) {
    const { zone_id: zoneId, loss_report: reported } = state;
    const status = await statusOrGone(zoneId, context);
    if (status === undefined) return undefined;
    return lookAt(state, status, reported ?? (await lossesOf(zoneId, status, context)), context);
  },

  async update({ prior, desired }, context) {
    return converge(desired, prior, context);
  },

  /** Nothing is called: a migration has no opposite. */
  delete(state, context) {
    context.warn(staysMigrated(state.zone_id, state.migration_state));
    return Promise.resolve();
  },

  /** `<zone id>` */
  import(id) {
    if (!isIdentifier(id)) throw new DiagnosticError([notAnImportId(id)]);
    return Promise.resolve({ zone_id: id, id });
  },

  /** Nothing before a migration began: every zone has its state. */
  async find({ zone_id: zoneId }, context) {
    const stage = stageOf(await statusOf(zoneId, context), recall(context.privateState));
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
  takeOverImported(desired, context);
  const begun = await statusOf(zoneId, context);
  const stage = stageOf(begun, recall(context.privateState));
  const isOver = stage === 'handing-over' || stage === 'complete';
  if (target === 'validation' && isOver) throw new DiagnosticError([noWayBack(zoneId, stage)]);
  if (stage === 'start') {
    try {
      const losses = await prepare(desired, context);
      await begin(desired, context);
      return await finish(desired, losses, { begun, prior }, context);
    } catch (error) {
      // A hand-over that an earlier apply began may have come to its end since, and the previous API with it.
      const status = await lookAfter(() => statusOf(zoneId, context));
      if (status?.migration_state !== 'complete') throw error;
      return converge(desired, prior, context);
    }
  }
  const isNew = recall(context.privateState).baseline === undefined;
  const losses = reported ?? (await lossesOf(zoneId, begun, context));
  if (isNew && (isOver || target === 'validation'))
    context.warn(willBeAdopted(zoneId, begun.migration_state));
  if (isOver || target === 'validation') await adjust(desired, context);
  else await complete(desired, context);
  return finish(desired, losses, { begun, prior }, context);
}

/** Of a zone whose migration began without us; null where nobody can tell any more. */
async function lossesOf(zoneId: string, status: MigrationStatus, context: Context): Promise<string[] | null> {
  const stage = stageOf(status, recall(context.privateState));
  return (await lossesInValidation(zoneId, stage, context))?.map(describeLoss) ?? null;
}

/** Step 1 of 4.6: what is in the way is taken out of it if that was asked for, or told with every reason. */
async function prepare(desired: DesiredMigration, context: Context): Promise<readonly string[]> {
  const { zone_id: zoneId } = desired;
  const { service, signal } = context;
  const waf = await readPreviousWaf(zoneId, context);
  const obstacles = findObstacles(waf, 2);
  const deletable = desired.delete_uri_overrides
    ? obstacles.filter(({ kind }) => kind === 'uri-override')
    : [];
  const others = obstacles.filter((each) => !deletable.includes(each));
  if (others.length > 0) throw new DiagnosticError(others.map(notCompatible));
  const losses = reportLosses(waf).map(describeLoss);
  for (const id of deletable.flatMap(({ ids }) => ids)) await deleteOverride(zoneId, id, context);
  const { compatible } = await service.wafMigration.check(zoneId, { signal });
  if (!compatible) throw new DiagnosticError([await whyNot(zoneId, context)]);
  return losses;
}

/** Somebody may have made an override since. */
async function whyNot(zoneId: string, context: Context) {
  const [obstacle] = findObstacles(await readPreviousWaf(zoneId, context), 2).filter(isIncompatible);
  return obstacle === undefined ? notCompatibleForAnotherReason(zoneId) : notCompatible(obstacle);
}

async function deleteOverride(zoneId: string, id: string, { service, signal }: Context): Promise<void> {
  try {
    await service.waf.deleteOverride(zoneId, id, { signal });
  } catch (error) {
    if (isNotFound(error)) return;
    if (!mayHaveBeenApplied(error)) throw error;
    const left = await lookAfter(() => service.waf.listOverrides(zoneId, { signal }));
    if (left === undefined || left.some((each) => each.id === id)) throw error;
  }
}

/** Steps 2 to 4 of 4.6, for a zone that has the previous version only. */
async function begin(desired: DesiredMigration, context: Applying): Promise<void> {
  const { zone_id: zoneId, target } = desired;
  const { service, signal } = context;
  const { name, rules: equivalent } = await service.wafMigration.config(zoneId, { signal });
  const rules = equivalent.map(onlyKnown);
  const baseline = takeBaseline(rules, []);
  const wanted = deployable(rules, desired, baseline);
  const [mode, input] =
    target === 'validation'
      ? (['validation', toNamelessInput] as const)
      : (['pending', toRuleInput] as const);
  await deploy(desired, mode, { name, rules: wanted.map(input) }, context);
  remember(context.privateState, { baseline });
}

/** From validation mode on: what is deployed there, adjusted or not, is what stays. */
async function complete(desired: DesiredMigration, context: Applying): Promise<void> {
  const entryPoint = await entryPointOf(desired.zone_id, context);
  const rules = entryPoint?.rules ?? [];
  const name = entryPoint?.name ?? 'default';
  const wanted = deployable(rules, desired, baselineOf(rules, desired, context));
  await deploy(desired, 'pending', { name, rules: wanted.map(toRuleInput) }, context);
}

/** Operation 9 can be sent twice: so after a lost reply it is. */
async function deploy(
  desired: DesiredMigration,
  mode: MigrationMode,
  input: Parameters<EdgeClient['wafMigration']['deploy']>[2],
  context: Applying,
): Promise<void> {
  const { zone_id: zoneId } = desired;
  const { service, signal } = context;
  const send = () => service.wafMigration.deploy(zoneId, mode, input, { signal });
  const failure = await failureOf(send);
  const last = failure !== undefined && mayHaveBeenApplied(failure) ? await failureOf(send) : failure;
  // A refusal may also come from the first of two calls having been carried out.
  if (last !== undefined && !isDone(mode, await lookAfter(() => statusOf(zoneId, context))))
    throw explained(mode, last);
  if (mode === 'pending') remember(context.privateState, { isHandingOver: true });
}

async function failureOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Whether the zone shows that the call was carried out, whatever came of its reply. */
function isDone(mode: MigrationMode, status: MigrationStatus | undefined): boolean {
  const state = status?.migration_state;
  return state === 'complete' || (mode === 'validation' && state === 'validation');
}

function explained(mode: MigrationMode, error: unknown): unknown {
  if (!isApiError(error) || mayHaveBeenApplied(error)) return error;
  const isForbidden = mode === 'validation' && /enterprise/i.test(error.message);
  const diagnostic = isForbidden
    ? refused('target', 'Validation mode is for Enterprise zones', error.message)
    : refused('zone_id', 'The service refused the migration', error.message);
  return new DiagnosticError([diagnostic], { cause: error });
}

/** Sets the overrides in the entry point as it is, without a migration. */
async function adjust(desired: DesiredMigration, context: Applying): Promise<void> {
  const { zone_id: zoneId } = desired;
  const { service, signal } = context;
  const entryPoint = await entryPointOf(zoneId, context);
  const rules = entryPoint?.rules ?? [];
  const wanted = deployable(rules, desired, baselineOf(rules, desired, context));
  if (sameDeployment(rules, wanted)) return;
  const body = { rules: wanted.map(toRuleInput) };
  try {
    await service.rulesets.replaceEntryPoint(zoneId, managedPhase, body, { signal });
  } catch (error) {
    if (!mayHaveBeenApplied(error)) throw error;
    const stored = await lookAfter(() => entryPointOf(zoneId, context));
    if (stored === undefined || !sameDeployment(stored.rules, wanted)) throw error;
  }
}

interface Before {
  readonly begun: MigrationStatus;
  readonly prior: MigrationState | null;
}

/** Waits for the end where one is to come, and gives the zone as it is. */
async function finish(
  desired: DesiredMigration,
  losses: readonly string[] | null,
  before: Before,
  context: Applying,
): Promise<MigrationState> {
  const { zone_id: zoneId, target, timeout_seconds: seconds } = desired;
  try {
    if (target === 'validation')
      return await lookAt(desired, await statusOf(zoneId, context), losses, context);
    const status = await waitForEnd(zoneId, seconds, context);
    // Not an error: it would taint the resource, and what is left to do is to wait.
    if (stageOf(status, {}) !== 'complete') context.warn(stillHandingOver(zoneId, seconds));
    return await lookAt(desired, status, losses, context);
  } catch (error) {
    const at = stageOf(before.begun, {});
    if (at === target || !isEdgeError(error)) throw error;
    context.warn(notSeenThrough(zoneId, error));
    return asSent(desired, losses, before, context);
  }
}

/** The zone as far as it is known without asking. */
function asSent(
  desired: DesiredMigration,
  losses: readonly string[] | null,
  { begun, prior }: Before,
  { privateState }: Context,
): MigrationState {
  const { zone_id: zoneId, target, rule_overrides: overrides, skip_rules: skips } = desired;
  const { baseline } = recall(privateState);
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
  };
}

function deployable(rules: readonly Rule[], desired: DesiredMigration, baseline: Baseline): Rule[] {
  const overrides = spokenOverrides(desired);
  const skipping = withSkips(rules, spokenSkips(desired), baseline.skips);
  const wanted = withOverrides(skipping, overrides, baseline);
  const missing = rulesetsMissing(wanted, overrides);
  if (missing.length > 0) throw new DiagnosticError([rulesetsNotDeployed(missing)]);
  return wanted;
}

/** The zone as it is. What others changed in the entry point shows beside the overrides of the configuration. */
async function lookAt(
  spoken: DesiredMigration | MigrationState,
  status: MigrationStatus,
  losses: readonly string[] | null,
  context: Context,
): Promise<MigrationState> {
  const stage = stageOf(status, recall(context.privateState));
  const entryPoint = stage === 'start' ? undefined : await entryPointOf(spoken.zone_id, context);
  const rules = entryPoint?.rules ?? [];
  const baseline = baselineOf(rules, spoken, context);
  const overrides =
    entryPoint === undefined ? [] : observeOverrides(rules, spokenOverrides(spoken), baseline);
  const skips = entryPoint === undefined ? [] : observeSkips(rules, spokenSkips(spoken), baseline.skips);
  return {
    zone_id: spoken.zone_id,
    ...settingsOf(spoken, stage),
    rule_overrides: overrides.length === 0 && spoken.rule_overrides === null ? null : overrides,
    skip_rules: skips.length === 0 && spoken.skip_rules === null ? null : skips,
    id: spoken.zone_id,
    migration_state: stage,
    old_waf_status: status.old_waf_status,
    new_waf_status: status.new_waf_status,
    ruleset_id: entryPoint?.id ?? null,
    enabled_rulesets: enabledRulesets(rules),
    loss_report: losses,
  };
}

/** What no zone holds. After an import nothing is said yet, whatever the type says. */
function settingsOf(
  spoken: {
    readonly target: string | null;
    readonly acknowledge_irreversible: boolean | null;
    readonly delete_uri_overrides: boolean | null;
    readonly timeout_seconds: number | null;
  },
  stage: Stage,
) {
  const { delete_uri_overrides: deletes, timeout_seconds: seconds } = wafMigrationContract.attributes;
  return {
    target: spoken.target ?? (stage === 'validation' ? 'validation' : 'complete'),
    acknowledge_irreversible: spoken.acknowledge_irreversible ?? true,
    delete_uri_overrides: spoken.delete_uri_overrides ?? deletes.default,
    timeout_seconds: spoken.timeout_seconds ?? seconds.default,
  };
}

function spokenOverrides({
  rule_overrides: overrides,
}: Pick<DesiredMigration, 'rule_overrides'>): RuleOverride[] {
  return (overrides ?? []).map((each) => ({
    ...each,
    ruleset_id: (each.ruleset_id as string | null) ?? managedRulesets.managed,
  }));
}

function spokenSkips({ skip_rules: skips }: Pick<DesiredMigration, 'skip_rules'>): SkipRule[] {
  return (skips ?? []).map((skip) => ({ ...skip, enabled: (skip.enabled as boolean | null) ?? true }));
}

/** Kept from the first look at an entry point on: whatever differs from it later was done by others. */
function baselineOf(
  rules: readonly Rule[],
  spoken: Pick<DesiredMigration, 'rule_overrides' | 'skip_rules'>,
  context: Context,
): Baseline {
  const { baseline: kept } = recall(context.privateState);
  if (kept !== undefined) return kept;
  const baseline = takeBaseline(rules, spokenOverrides(spoken), spokenSkips(spoken));
  const isImported = 'target' in spoken && spoken.target === null;
  if (rules.length > 0) remember(context.privateState, { baseline, ...(isImported && { isImported }) });
  return baseline;
}

/** Nothing was said when an import took the baseline: what the configuration has just so is no part of it. */
function takeOverImported(desired: DesiredMigration, { privateState }: Context): void {
  const { baseline, isImported } = recall(privateState);
  if (baseline === undefined || isImported !== true) return;
  remember(privateState, {
    baseline: withoutSpoken(baseline, spokenOverrides(desired), spokenSkips(desired)),
    isImported: false,
  });
}

function statusOf(zoneId: string, { service, signal }: Context): Promise<MigrationStatus> {
  return service.wafMigration.status(zoneId, { signal });
}

/** That a zone is gone its own path has to say too, and in other words than a wrong `base_url` does. */
async function statusOrGone(zoneId: string, context: Context): Promise<MigrationStatus | undefined> {
  const { service, signal } = context;
  try {
    return await statusOf(zoneId, context);
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
    const second = await failureOf(() => service.zones.get(zoneId, { signal }));
    if (!isNotFound(second)) throw error;
    context.warn(zoneIsGone(zoneId));
    return undefined;
  }
}

async function entryPointOf(zoneId: string, { service, signal }: Context): Promise<Ruleset | undefined> {
  const found = await service.rulesets.entryPoint(zoneId, managedPhase, { signal });
  return found === undefined ? undefined : { ...found, rules: found.rules.map(onlyKnown) };
}
