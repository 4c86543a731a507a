import type { EdgeClient, MigrationStatus, Ruleset } from '../../client';
import { judgeProtection } from '../../waf';
import {
  DiagnosticError,
  errorAt,
  unknown,
  type Desired,
  type ObjectValue,
  type State,
  type Value,
} from '../../schema';
import type { Advice, ApplyContext, Handler, HandlerContext, PlannedChange } from '../handler';
import { apply, lossReport, newLosses, type Outcome, type Records } from './apply';
import { readImportId } from '../import-id';
import { planNew } from '../new-object';
import { zoneIdOf } from '../owners';
import { noteUnknown } from '../unknown-members';
import { wafMigrationContract, type WafMigrationAttributes } from './contract';
import { settingsOfBackup } from './backup';
import { decide, hasStepAhead, isBlocked, isIrreversible, type Decision } from './decide';
import {
  cannotReplace,
  describeMigration,
  managedTwice,
  reasonsOf,
  staysMigrated,
  willRevertDrift,
  zoneIsGone,
} from './describe';
import type { MigrationFinding } from './findings';
import { findDrift, observeAdjustments, withoutAdjustments, type Baseline } from './adjust';
import { listingFor } from './effects';
import { enabledRulesets } from './entry-point';
import { adjustmentsOf, bareIntent, intentOf, plannedIntent, type Adjustments } from './intent';
import { listMigrations } from './list';
import { migrationMemory, type MigrationMemory } from './memory';
import { newMigration } from './new-migration';
import {
  asReceived,
  isZoneGone,
  knownZone,
  observe,
  observePrevious,
  readEntryPoint,
  readStatus,
  type EntryPoint,
} from './observe';
import { judgeStatus, laterOf, requireStatus, stageOf, StatusError } from './stage';
import { isSame } from './values';

type MigrationState = State<WafMigrationAttributes>;
type Status = NonNullable<MigrationState['status']>;
type DesiredMigration = Desired<WafMigrationAttributes>;
type Context = HandlerContext<EdgeClient>;
type Applying = ApplyContext<WafMigrationAttributes, EdgeClient>;
type Change = PlannedChange<WafMigrationAttributes>;

/**
 * Migrates a zone to the ruleset-based managed rules: specification 4.6. The API reports the stage of the zone, so the next
 * apply continues after an interruption at any point.
 */
export const wafMigrationHandler: Handler<WafMigrationAttributes, EdgeClient> = {
  async plan({ prior, planned }, context) {
    if (planned === null) return prior === null ? {} : { diagnostics: [staysMigrated(prior)] };
    const known = plannedIntent(planned);
    return known === undefined ? {} : advise(known, prior, context);
  },

  create: (desired, context) => converge(desired, null, context),

  async read(state, context) {
    const { zone_id: zoneId } = state;
    const shared = { ...context, cached: true } as const;
    let status: MigrationStatus;
    try {
      status = await readStatus(zoneId, shared);
    } catch (error) {
      if (!(await isZoneGone(error, zoneId, context))) throw error;
      context.warn(zoneIsGone(zoneId));
      return undefined;
    }
    const memory = rememberState(state, context);
    const subject = { zoneId, zone: knownZone(memory) };
    const fault = judgeStatus({ status }, memory);
    // The plan reports a state that went back. A refresh shows it.
    if (fault !== undefined && fault.code !== 'waf.status_reverted') throw new StatusError(fault, subject);
    const recorded = recordsOf(state);
    const stage = stageOf(status, memory);
    if (stage === 'start' && isImported(state)) throw notMigrated(zoneId, 'move');
    // A refresh does not try again and again what could not be determined.
    const isFirst = memory.baseline === undefined && recorded.losses === null;
    const previous = isFirst ? await observePrevious(zoneId, stage, memory, shared) : undefined;
    const entryPoint = stage === 'start' ? undefined : await readEntryPoint(zoneId, shared);
    if (entryPoint !== undefined) noteUnknownOf(zoneId, entryPoint, context);
    const losses =
      recorded.losses ??
      (previous === undefined
        ? null
        : lossReport(
            decide(
              { zoneId, zone: undefined, status, entryPoint, previous },
              bareIntent('validation'),
              memory,
            ),
            null,
          ));
    const reasons = state.status?.ineligible_reasons ?? null;
    return toState(state, { status, entryPoint }, { ...recorded, losses }, reasons, context);
  },

  update({ prior, desired }, context) {
    rememberState(prior, context);
    return converge(desired, prior, context);
  },

  /** Makes no call: a migration is irreversible. */
  delete(state, context) {
    context.warn(staysMigrated(state));
    return Promise.resolve();
  },

  nameOf,

  async import(id, { service, signal }) {
    const { owner } = readImportId(wafMigrationContract, id);
    const zoneId = await zoneIdOf(service, owner, { signal });
    const status = await readStatus(zoneId, { service, signal, cached: true });
    requireStatus({ status }, migrationMemory.empty, { zoneId, zone: undefined });
    if (stageOf(status, migrationMemory.empty) === 'start') throw notMigrated(zoneId, 'import');
    return { zone_id: zoneId };
  },

  /** As an import: the read that follows has the rest, and refuses a zone that is not migrated. */
  move: ({ zoneId = '' }) => ({ zone_id: zoneId }),

  list: listMigrations,

  /** Finds a zone only after its migration has started, because every zone has a migration status. */
  async find({ zone_id: zoneId }, context) {
    const [status, memory] = [await readStatus(zoneId, context), migrationMemory.recall(context)];
    requireStatus({ status }, memory, { zoneId, zone: undefined });
    const stage = stageOf(status, memory);
    return stage === 'start' ? [] : [{ zone_id: zoneId }];
  },
};

function nameOf({ zone_id: zoneId }: Pick<MigrationState, 'zone_id'>): string {
  return `${wafMigrationContract.typeName} of zone ${zoneId}`;
}

/** Private state, and what the state itself says: it may be all that is left. */
function memoryOf({ zone_id: zoneId, status }: MigrationState, context: Context): MigrationMemory {
  const kept = migrationMemory.recall(context);
  const state = status?.migration_state;
  return {
    ...kept,
    zoneId,
    reached: laterOf(kept.reached, state),
    isHandingOver: kept.isHandingOver || state === 'handing-over',
  };
}

function rememberState(state: MigrationState, context: Context): MigrationMemory {
  return migrationMemory.remember(context, memoryOf(state, context));
}

/** Observes and decides as the apply does, and shows the decision. */
async function advise(
  { zoneId, intent, isComplete }: NonNullable<ReturnType<typeof plannedIntent>>,
  priorState: Change['prior'],
  context: Context,
): Promise<Advice> {
  // The replacement of another zone, or of this one, starts anew.
  const prior = priorState?.zone_id === zoneId ? priorState : null;
  const memory = prior === null ? migrationMemory.empty : memoryOf(prior, context);
  const caller = { ...context, cached: true };
  if (priorState === null) {
    // The plan of a replacement has the private state of what it replaces.
    const replaced = migrationMemory.recall(context);
    if (replaced.zoneId === zoneId)
      return { diagnostics: [cannotReplace({ zoneId, zone: knownZone(replaced) })] };
    const refused = await planNew({
      ...newMigration(zoneId, caller),
      madeTwice: () => managedTwice({ zoneId, zone: undefined }),
      replaces: undefined,
    });
    if (refused.length > 0) return { diagnostics: refused };
  }
  const seen = await observe(zoneId, { target: intent.target, customRules: 'due' }, memory, caller);
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
  if (isBlocked(decision)) return { diagnostics, predicted: { status: unknown } };
  const drift = prior?.status?.out_of_band_changes ?? [];
  if (drift.length > 0) diagnostics.push(willRevertDrift(drift, seen));
  // A zone that has reached its target has nothing irreversible ahead, whatever the unknown settings are.
  const isListed = isComplete || !hasStepAhead(decision);
  const listing = isListed ? listingFor(seen, decision, newLosses(decision, losses)) : undefined;
  const predicted: ObjectValue =
    prior === null
      ? { status: unknown }
      : hasToAct(decision, prior, memory)
        ? { status: predictStatus(decision, prior.status) }
        : {};
  return { diagnostics, predicted, listing };
}

/** The findings that depend on zone and target alone, and on no other setting. */
const certainCodes: ReadonlySet<string> = new Set([
  'waf.no_way_back',
  'waf.status_unknown',
  'waf.status_contradiction',
  'waf.status_reverted',
] satisfies MigrationFinding['code'][]);

/** What remains known of `status`: a plan prints the old value of everything that becomes unknown. */
function predictStatus(decision: Decision, status: Status | null): Value {
  if (status === null) return unknown;
  const { ruleset_id: ruleset, enabled_rulesets: enabled, loss_report: losses } = status;
  const isMoving = isOutdated(decision, status) || decision.steps.some(({ kind }) => kind !== 'redeploy');
  const isMigrating = isIrreversible(decision);
  const keepIf = <T extends Value>(isKept: boolean, value: T) => (isKept ? value : unknown);
  return {
    migration_state: keepIf(!isMoving, status.migration_state),
    old_waf_status: keepIf(!isMoving, status.old_waf_status),
    new_waf_status: keepIf(!isMoving || status.new_waf_status === 'enabled', status.new_waf_status),
    ruleset_id: ruleset ?? unknown,
    // Without another step, these two make the change that lets Terraform call the apply.
    enabled_rulesets: keepIf(isMoving && isSameSet(enabled, judgedRulesets(decision.rules)), enabled),
    out_of_band_changes: keepIf(isMoving && isSame(status.out_of_band_changes, []), []),
    ineligible_reasons: keepIf(!isMigrating || status.ineligible_reasons === null, status.ineligible_reasons),
    loss_report: keepIf(
      !isMigrating || (losses !== null && newLosses(decision, losses).length === 0),
      losses,
    ),
    backup: keepIf(!isMigrating, status.backup),
  };
}

function isSameSet(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && isSame([...one].sort(), [...other].sort());
}

/** Whether an apply has something to do that no changed setting shows. */
function hasToAct(
  decision: Decision,
  { status }: MigrationState,
  { baseline: remembered }: MigrationMemory,
): boolean {
  const { steps, baseline } = decision;
  const isMoving = steps.some(({ kind }) => kind !== 'redeploy');
  const enabled = status?.enabled_rulesets ?? [];
  const isMissing = judgedRulesets(remembered ?? baseline ?? []).some((id) => !enabled.includes(id));
  if (status === null || isOutdated(decision, status)) return true;
  return isMoving || isMissing || (status.out_of_band_changes ?? []).length > 0;
}

/** A cutover can end between the refresh and the plan. */
function isOutdated({ stage }: Decision, status: Status): boolean {
  return stage !== status.migration_state;
}

async function converge(
  desired: DesiredMigration,
  prior: MigrationState | null,
  context: Applying,
): Promise<MigrationState> {
  const { zone_id: zoneId } = desired;
  const { implied: timeout } = wafMigrationContract.attributes.timeout_seconds;
  const outcome = await apply(
    {
      zoneId,
      recorded: recordsOf(prior),
      shown:
        prior === null
          ? undefined
          : { adjustments: adjustmentsOf(prior), drift: prior.status?.out_of_band_changes ?? [] },
      intent: intentOf(desired),
      timeoutSeconds: desired.timeout_seconds ?? timeout,
      approved: context.approved,
      keep: (records, { status }) => context.keep({ status: unread(status, records) }),
    },
    context,
  );
  const { decision, seen, records, now } = outcome;
  const { zoneName } = migrationMemory.recall(context);
  migrationMemory.remember(context, { zoneId, zoneName: seen.zone?.name ?? zoneName });
  if (now === undefined) return stateAsSent(desired, outcome);
  const reasons = decision.skipped.length === 0 ? null : reasonsOf(decision, seen);
  return toState(desired, now, records, reasons, context);
}

/** The state of a zone that cannot be read: as sent. */
function stateAsSent(desired: DesiredMigration, { seen, decision, records }: Outcome): MigrationState {
  const isValidation = desired.target === 'validation';
  return {
    ...desired,
    changes: null,
    status: {
      ...unread(seen.status, records),
      migration_state: isValidation ? 'validation' : 'handing-over',
      enabled_rulesets: judgedRulesets(decision.rules),
      out_of_band_changes: [],
    },
  };
}

type Settings = DesiredMigration | MigrationState;
/** After an import, required settings are null too. */
type Configured = Omit<Settings, 'target' | 'acknowledge_irreversible'> & {
  readonly target: string | null;
  readonly acknowledge_irreversible: boolean | null;
  readonly changes?: string | null;
};

/** The actual state of the zone, including out-of-band changes of the entry point. */
function toState(
  configured: Configured,
  { status, entryPoint }: { readonly status: MigrationStatus; readonly entryPoint: Ruleset | undefined },
  records: Records,
  reasons: readonly string[] | null,
  context: Context,
): MigrationState {
  const memory = migrationMemory.recall(context);
  const stage = stageOf(status, memory);
  migrationMemory.remember(context, {
    reached: laterOf(memory.reached, status.migration_state),
    ...(stage === 'complete' && { isHandingOver: false, cutoverBegan: undefined }),
    // Where only the state knows of a cutover, its age counts from here.
    ...(stage === 'handing-over' && { cutoverBegan: memory.cutoverBegan ?? new Date().toISOString() }),
  });
  const rules = stage === 'start' ? [] : (entryPoint?.rules ?? []);
  const adjustments = adjustmentsOf(configured);
  const baseline = rememberBaseline(rules, adjustments, isImported(configured), context);
  const observed = observeAdjustments(rules, baseline, adjustments);
  const { overrides, skips } = observed;
  return {
    ...configured,
    // What the API does not store. After an import it is null, contrary to its type.
    target: configured.target ?? (stage === 'validation' ? 'validation' : 'complete'),
    acknowledge_irreversible: configured.acknowledge_irreversible ?? true,
    rule_overrides: overrides.length === 0 && configured.rule_overrides === null ? null : overrides,
    skip_rules: skips.length === 0 && configured.skip_rules === null ? null : skips,
    changes: configured.changes ?? null,
    status: {
      ...unread(status, records),
      migration_state: stage,
      ruleset_id: stage === 'start' ? null : (entryPoint?.id ?? null),
      enabled_rulesets: judgedRulesets(rules),
      out_of_band_changes: findDrift(rules, baseline, observed),
      ineligible_reasons: reasons === null || stage !== 'start' ? null : reasons,
    },
  };
}

/** None where a skip rule precedes them all: an enabled ruleset that nothing reaches protects nobody. */
function judgedRulesets(rules: Ruleset['rules']): string[] {
  const { isProtected } = judgeProtection(rules);
  return isProtected ? enabledRulesets(rules) : [];
}

/** The baseline, remembered from the first read of an entry point on: a later difference from it is drift. */
function rememberBaseline(
  rules: Ruleset['rules'],
  configured: Adjustments,
  isImported: boolean,
  context: Context,
): Baseline {
  const { baseline: kept } = migrationMemory.recall(context);
  if (kept !== undefined) return kept;
  const baseline = withoutAdjustments(rules, configured);
  if (rules.length > 0) migrationMemory.remember(context, { baseline, isImported });
  return baseline;
}

/** Parameters depend on the action: those of other actions are not listed. */
function noteUnknownOf(zoneId: string, entryPoint: EntryPoint, context: Context): void {
  const ruleset = asReceived(entryPoint);
  const rules = ruleset.rules.filter(({ action }) => ['execute', 'skip'].includes(action));
  noteUnknown('ruleset', `Zone ${zoneId}: ruleset ${ruleset.id}`, { ...ruleset, rules }, context);
}

/** The part of `status` that comes from the status call, and from earlier steps. */
function unread(
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

function recordsOf(state: MigrationState | null): Records {
  return { losses: state?.status?.loss_report ?? null, backup: state?.status?.backup ?? null };
}

/** Contrary to its type, the target is null after an import or a move. */
function isImported({ target }: { readonly target: string | null }): boolean {
  return target === null;
}

/** After a move, which makes no call, the next apply would migrate the zone; an import would generate code that confirms that. */
const untilMigrated = {
  move: [
    'Replace the `moved` block by a `removed` block with `destroy = false`',
    'what becomes of the rules of the ruleset',
  ],
  import: ['Remove the import', 'what that does'],
} as const;

function notMigrated(zoneId: string, what: keyof typeof untilMigrated): DiagnosticError {
  const [fix, shown] = untilMigrated[what];
  const detail =
    `Zone ${zoneId} is not migrated: its migration is in the state start. ${fix}: the next apply migrates the zone as the ` +
    `configuration says, and the plan shows ${shown}.`;
  return new DiagnosticError([errorAt([], `Nothing to ${what}`, detail)]);
}
