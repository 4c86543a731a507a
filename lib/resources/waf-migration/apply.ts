import { isEdgeError, type MigrationMode, type MigrationStatus, type Ruleset } from '../../client';
import { DiagnosticError, isApproved, type Approval } from '../../schema';
import { describeFinding, type UriOverride } from '../../waf';
import type { Context } from '../handler';
import { createNew } from '../new-object';
import { judgeOverwrite } from '../out-of-band';
import { readBack } from '../read-back';
import { tryRead } from '../write-once';
import { findDrift } from './adjust';
import { backupOf, saveBackup } from './backup';
import { awaitCutover, deleteOverride, deploy, readDeployed, redeploy } from './calls';
import { decide, isIrreversible, type Decision, type Step } from './decide';
import {
  deletingOverride,
  describeMigration,
  describeChanges,
  notApproved,
  notFinished,
  outcomeUnknown,
  overridesWereDeleted,
  recordLoss,
} from './describe';
import { effectsOf } from './effects';
import { nameZone } from './findings/kind';
import type { Adjustments, Intent } from './intent';
import { migrationMemory } from './memory';
import { newMigration } from './new-migration';
import { observe, readEntryPoint, readKnownStatus, readStatus, type Observation } from './observe';
import { describeFault, judgeStatus } from './stage';

export interface Order {
  readonly zoneId: string;
  readonly intent: Intent;
  readonly timeoutSeconds: number;
  /** The losses and the backup of earlier applies. */
  readonly recorded: Records;
  readonly shown: ShownRules | undefined;
  /** The listing of the approved plan. Undefined for a driver without plans. */
  readonly approved: Approval | undefined;
  /** Saves what is known of the zone, before anything irreversible happens. */
  readonly keep: (records: Records, seen: Observation) => void;
}

/** Rules as a state has them, which a plan shows: what is in them beside the baseline. */
interface ShownRules {
  readonly adjustments: Adjustments;
  readonly drift: readonly string[];
}

export interface Records {
  readonly losses: readonly string[] | null;
  readonly backup: string | null;
}

export type Outcome = Awaited<ReturnType<Run['all']>>;

export async function apply(order: Order, context: Context): Promise<Outcome> {
  const { seen, decision } = await look(order, context);
  refuseReverts(decision, order, seen, context);
  refuseUnapproved(decision, order, seen);
  warnOf(decision, seen, context);
  const run = new Run(order, seen, context);
  const all = () => run.all(decision);
  try {
    return await (order.shown === undefined
      ? createNew(newMigration(order.zoneId, context, seen), all)
      : all());
  } catch (error) {
    // The cutover of an earlier apply may have completed in the meantime, and the previous API has ended with it.
    const status = isIrreversible(decision)
      ? await tryRead(() => readStatus(order.zoneId, context))
      : undefined;
    if (status?.migration_state !== 'complete' || migrationMemory.recall(context).isInCutover) throw error;
    return apply({ ...order, recorded: run.records }, context);
  }
}

/** The report of earlier steps, then of this one. Null for a zone whose previous configuration cannot be determined. */
export function lossReport(
  { losses }: Decision,
  reported: readonly string[] | null,
): readonly string[] | null {
  if (losses === undefined) return reported;
  return [...new Set([...(reported ?? []), ...losses.map(recordLoss)])];
}

async function look({ zoneId, intent }: Order, context: Context) {
  const memory = migrationMemory.recall(context);
  const seen = await observe(zoneId, { target: intent.target }, memory, context);
  const decision = decide(seen, intent, memory);
  const errors = decision.findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new DiagnosticError(describeMigration(errors, seen));
  return { seen, decision };
}

/** The rules are written as a whole: what others have changed since the plan is not reverted. */
function refuseReverts(decision: Decision, { shown }: Order, seen: Observation, context: Context): void {
  const { baseline } = migrationMemory.recall(context);
  const writes = decision.steps.some(({ kind }) => kind !== 'await-cutover');
  if (shown === undefined || baseline === undefined || !writes) return;
  const now = findDrift(seen.entryPoint?.rules ?? [], baseline, shown.adjustments);
  judgeOverwrite(
    { object: `${nameZone(seen)}: managed rules`, seen: shown.drift, now, protects: true },
    context,
  );
}

/** Nothing irreversible happens that the approved plan does not list. */
function refuseUnapproved(
  decision: Decision,
  { approved, recorded }: Order,
  seen: Observation,
  deployment?: Decision['mapped'],
): void {
  const isListed = effectsOf(seen, decision, deployment).every((each) => isApproved(approved, each));
  if (approved === undefined || isListed) return;
  const now = describeChanges(decision, newLosses(decision, recorded.losses));
  throw new DiagnosticError([notApproved(now, approved, seen)]);
}

/** The losses that no earlier step has reported. */
export function newLosses({ losses = [] }: Decision, reported: Records['losses']): string[] {
  const known = new Set(reported);
  return losses.filter((each) => !known.has(recordLoss(each))).map((each) => describeFinding(each));
}

/** The plan has shown the rest. */
function warnOf({ findings }: Decision, seen: Observation, context: Context): void {
  const repeated = findings.filter(({ code }) => code === 'waf.overrides_adopted' || code === 'waf.skipped');
  for (const diagnostic of describeMigration(repeated, seen)) context.warn(diagnostic);
}

class Run {
  #records: Records;
  #status: MigrationStatus;
  readonly #deleted: UriOverride[] = [];
  /** Whether the call that migrates the zone was made: from here on, nothing may be lost by an error. */
  #hasBegun = false;
  /** The rules as the API has returned them last, in an answer that cannot lag behind. Undefined where the answer to a write is lost. */
  #known: Ruleset | undefined;

  constructor(
    private readonly order: Order,
    private readonly seen: Observation,
    private readonly context: Context,
  ) {
    this.#status = seen.status;
    this.#known = seen.entryPoint;
    this.#records = order.recorded;
  }

  /** The losses and the backup so far: the API does not return deleted overrides any more. */
  get records(): Records {
    return this.#records;
  }

  async all(decision: Decision) {
    const { seen, context } = this;
    this.#report(decision);
    if (!isIrreversible(decision) && decision.baseline !== undefined)
      migrationMemory.remember(context, { baseline: decision.baseline, isImported: false });
    try {
      const last = await this.#takeAll(decision);
      const fault = judgeStatus({ status: this.#status }, migrationMemory.recall(context));
      if (fault !== undefined) {
        // Not an error: it would taint a resource whose step is taken. The next refresh fails with it.
        context.warn({ ...describeFault(fault, seen), severity: 'warning' });
        return this.#outcome(last, undefined);
      }
      const entryPoint =
        decision.steps.length === 0
          ? seen.entryPoint
          : await readDeployed(last.rules, this.#known, seen, context);
      return this.#outcome(last, { status: this.#status, entryPoint });
    } catch (error) {
      if (this.#hasBegun) return this.#endBegun(error, decision);
      if (this.#deleted.length > 0) return this.#endUnfinished(error, decision);
      throw error;
    }
  }

  /** The step is taken, whatever became of a later read. */
  #endBegun(error: unknown, decision: Decision) {
    this.order.keep(this.#records, this.seen);
    if (!isEdgeError(error)) throw error;
    this.context.warn(outcomeUnknown(error, this.seen));
    return this.#outcome(decision, undefined);
  }

  /** Overrides are deleted, and the zone is not migrated. A new resource needs a state that keeps their records. */
  async #endUnfinished(error: unknown, decision: Decision) {
    const { order, seen, context } = this;
    order.keep(this.#records, seen);
    context.warn(overridesWereDeleted(this.#deleted, order.intent.backupPath, seen));
    // A driver without plans has no state, and only an error makes it try again.
    if (order.shown !== undefined || order.approved === undefined) throw error;
    context.warn(notFinished(error, seen));
    const now = await tryRead(() => this.#readZone());
    return this.#outcome(decision, now ?? { status: seen.status, entryPoint: undefined });
  }

  async #readZone() {
    const { zoneId } = this.order;
    const memory = migrationMemory.recall(this.context);
    const status = await readKnownStatus(zoneId, memory, this.context, this.seen.zone);
    return { status, entryPoint: await readEntryPoint(zoneId, this.context) };
  }

  /** @param now - undefined if it cannot be read, although the migration has started */
  #outcome(decision: Decision, now: Pick<Observation, 'status' | 'entryPoint'> | undefined) {
    return { seen: this.seen, decision, records: this.#records, now };
  }

  #report(decision: Decision): void {
    this.#records = { ...this.#records, losses: lossReport(decision, this.#records.losses) };
  }

  /** Returns the decision whose rules are deployed. */
  async #takeAll(decision: Decision): Promise<Decision> {
    for (const step of decision.steps) {
      if (step.kind === 'decide-again') return this.#takeAll(await this.#decideAgain());
      await this.#take(step, decision);
    }
    return decision;
  }

  async #take(step: Exclude<Step, { kind: 'decide-again' }>, decision: Decision): Promise<void> {
    const { seen, context } = this;
    switch (step.kind) {
      case 'save-backup':
        return this.#saveBackup(decision);
      case 'delete-override':
        this.#deleted.push(step.override);
        return deleteOverride(seen.zoneId, step.override.id, context);
      case 'migrate':
        return this.#migrate(step.mode, decision);
      case 'redeploy':
        this.#known = await redeploy(decision.rules, seen, context);
        return;
      case 'await-cutover':
        this.#hasBegun = true;
        this.#status = await awaitCutover(seen, this.order.timeoutSeconds, context);
        return;
      default:
        return step satisfies never;
    }
  }

  async #saveBackup(decision: Decision): Promise<void> {
    const { backupPath } = this.order.intent;
    if (this.#deleted.length > 0) return;
    if (backupPath !== undefined) await saveBackup(backupPath, this.seen);
    else this.#records = { ...this.#records, backup: backupOf(this.seen, this.#records.backup) };
    const { context } = this;
    context.progress(
      `${nameZone(this.seen)}: ${describeChanges(decision, newLosses(decision, this.order.recorded.losses))}`,
    );
    for (const each of decision.steps)
      if (each.kind === 'delete-override') context.progress(deletingOverride(each.override));
  }

  /** After the deletion of overrides: only now operation 8 answers, and its answer is judged like any other. */
  async #decideAgain(): Promise<Decision> {
    const intent = { ...this.order.intent, deletesUriOverrides: false, skipsIneligible: false };
    const order = { ...this.order, intent };
    const { seen, decision } = await look(order, this.context);
    refuseUnapproved(decision, order, seen, decision.mapped);
    this.#status = seen.status;
    this.#report(decision);
    return decision;
  }

  async #migrate(mode: MigrationMode, { rules, baseline }: Decision): Promise<void> {
    const { seen, context } = this;
    this.#known = await deploy(mode, rules, seen, context);
    this.#hasBegun = true;
    migrationMemory.remember(context, {
      ...(baseline !== undefined && { baseline }),
      isImported: false,
      ...(mode === 'pending' && { isInCutover: true, cutoverBegan: new Date().toISOString() }),
    });
    if (mode !== 'validation') return;
    this.#status = await readBack(
      () => readStatus(seen.zoneId, context),
      ({ migration_state: state }) => state !== 'start',
      context,
    );
  }
}
