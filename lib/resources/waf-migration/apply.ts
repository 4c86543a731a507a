import { setTimeout } from 'node:timers/promises';
import {
  isEdgeError,
  managedPhase,
  type ApiError,
  type EdgeClient,
  type MigrationMode,
  type MigrationStatus,
  type Rule,
  type Ruleset,
} from '../../client';
import { toRuleInput } from '../../client/rulesets';
import { DiagnosticError, errorAt, isApproved, type Approval, type Diagnostic } from '../../schema';
import { describeFinding, judgeConfiguration, judgeProtection, type UriOverride } from '../../waf';
import { createNew } from '../new-object';
import { judgeOverwrite } from '../out-of-band';
import { readBack } from '../read-back';
import { replaceWithUnknown, sendWithUnknown } from '../unknown-members';
import { deleteOnce, explainRefusal, tryRead, writeOnce } from '../write-once';
import { findDrift } from './adjust';
import { backupOf, saveBackup } from './backup';
import { decide, isIrreversible, type Decision, type Step } from './decide';
import {
  deletingOverride,
  deployedOtherwise,
  describeMigration,
  describeChanges,
  notApproved,
  notFinished,
  outcomeUnknown,
  overridesWereDeleted,
  recordLoss,
  stillInProgress,
} from './describe';
import { effectsOf } from './effects';
import { replacementsOf, sameDeployment, toNamelessInput } from './entry-point';
import type { Adjustments, Intent } from './intent';
import { migrationMemory } from './memory';
import { newMigration } from './new-migration';
import {
  asReceived,
  observe,
  readEntryPoint,
  readStatus,
  type EntryPoint,
  type Observation,
} from './observe';
import { describeFault, judgeStatus, requireStatus, stageOf, type StatusFault } from './stage';
import { nameZone } from './findings/kind';
import type { HandlerContext } from '../handler';

type Context = HandlerContext<EdgeClient>;

/** What an apply needs beside the decision. */
export interface Order {
  readonly zoneId: string;
  readonly intent: Intent;
  readonly timeoutSeconds: number;
  /** What does not carry over, and the backup, of earlier applies. */
  readonly recorded: Records;
  /** What the plan has shown of the rules. Undefined for a create. */
  readonly shown: ShownRules | undefined;
  /** What the approved plan lists. Undefined for a driver without plans. */
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

/** The zone after an apply. */
export type Outcome = Awaited<ReturnType<Run['all']>>;

/** Observes the zone, decides as the plan did, and runs the steps. */
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
    if (status?.migration_state !== 'complete' || migrationMemory.recall(context).isHandingOver) throw error;
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
  const seen = await observe(zoneId, { target: intent.target, customRules: 'due' }, memory, context);
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

/** Runs the steps of a decision. */
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

  /** What is known so far: the API does not return deleted overrides any more. */
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
      const fault = this.#faultOf(this.#status);
      if (fault !== undefined) {
        // Not an error: it would taint a resource whose step is taken. The next refresh fails with it.
        context.warn({ ...describeFault(fault, seen), severity: 'warning' });
        return this.#outcome(last, undefined);
      }
      const entryPoint = decision.steps.length === 0 ? seen.entryPoint : await this.#verify(last.rules);
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
    const status = await readStatus(zoneId, this.context);
    requireStatus({ status }, migrationMemory.recall(this.context), this.seen);
    return { status, entryPoint: await readEntryPoint(zoneId, this.context) };
  }

  #faultOf(status: MigrationStatus): StatusFault | undefined {
    return judgeStatus({ status }, migrationMemory.recall(this.context));
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
    const { zoneId } = this.order;
    const { service, signal } = this.context;
    switch (step.kind) {
      case 'save-backup':
        return this.#saveBackup(decision);
      case 'delete-override': {
        const { id } = step.override;
        this.#deleted.push(step.override);
        return deleteOnce(
          () => service.waf.deleteOverride(zoneId, id, { signal }),
          () => service.waf.getOverride(zoneId, id, { signal }),
        );
      }
      case 'migrate':
        await this.#migrate(step.mode, decision);
        if (step.mode === 'validation')
          this.#status = await readBack(
            () => readStatus(zoneId, this.context),
            ({ migration_state: state }) => state !== 'start',
            this.context,
          );
        return;
      case 'redeploy':
        return this.#redeploy(decision.rules, this.seen.entryPoint);
      case 'await-cutover':
        this.#status = await this.#awaitCutover();
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

  /** Operation 9. */
  async #migrate(mode: MigrationMode, { rules, baseline }: Decision): Promise<void> {
    const { zoneId } = this.order;
    const { service, signal } = this.context;
    const name = this.seen.entryPoint?.name ?? this.seen.previous?.equivalent?.name ?? 'default';
    // The body of the validation call omits ids, versions and refs (specification 4.2, rule 7).
    const replacements = replacementsOf(
      rules,
      [this.seen.entryPoint, this.seen.previous?.equivalent],
      mode === 'validation' ? toNamelessInput : toRuleInput,
    );
    const send = () =>
      sendWithUnknown('rule', replacements, service, (sent) =>
        service.wafMigration.deploy(zoneId, mode, { name, rules: sent }, { signal }),
      );
    const states = mode === 'validation' ? ['validation', 'complete'] : ['complete'];
    await writeOnce({
      write: () =>
        this.#write(() => explainRefusal(send, (error) => [describeRefusal(mode, error, this.seen)])),
      readBack: () => readStatus(zoneId, this.context),
      isDone: ({ migration_state: state }) => states.includes(state),
    });
    this.#hasBegun = true;
    migrationMemory.remember(this.context, {
      ...(baseline !== undefined && { baseline }),
      isImported: false,
      ...(mode === 'pending' && { isHandingOver: true, cutoverBegan: new Date().toISOString() }),
    });
  }

  /** Updates the rules of the entry point without a migration. */
  async #redeploy(rules: readonly Rule[], stored: EntryPoint | undefined): Promise<void> {
    const { zoneId } = this.order;
    const { service, signal } = this.context;
    const replacement = {
      sent: {},
      stored: stored && asReceived(stored),
      rules: replacementsOf(rules, [stored], toRuleInput),
    };
    await writeOnce({
      write: () =>
        this.#write(() =>
          replaceWithUnknown(replacement, service, (body) =>
            service.rulesets.replaceEntryPoint(zoneId, managedPhase, body, { signal }),
          ),
        ),
      readBack: () => readEntryPoint(zoneId, this.context),
      isDone: (stored) => sameDeployment(stored.rules, rules),
    });
  }

  async #write(send: () => Promise<Ruleset>): Promise<Ruleset> {
    this.#known = undefined;
    this.#known = await send();
    return this.#known;
  }

  /** Reads the rules back until they show what was sent, or a version that is not older, and judges them. */
  async #verify(rules: readonly Rule[]): Promise<Ruleset | undefined> {
    const faultsOf = (found: Ruleset | undefined) =>
      judgeConfiguration(found?.rules ?? [], rules).filter(({ severity }) => severity === 'error');
    const actual = await readBack(
      () => readEntryPoint(this.order.zoneId, this.context),
      (found) => faultsOf(found).length === 0 || versionOf(found) >= versionOf(this.#known),
      this.context,
    );
    const faults = faultsOf(actual);
    if (faults.length === 0) return actual;
    const isProtected =
      judgeProtection(actual?.rules ?? []).isProtected || !judgeProtection(rules).isProtected;
    const diagnostic = deployedOtherwise(faults, isProtected, this.seen);
    if (!isProtected) throw new DiagnosticError([diagnostic]);
    this.context.warn(diagnostic);
    return actual;
  }

  /** Polls the status until the cutover is complete or the timeout expires. */
  async #awaitCutover(): Promise<MigrationStatus> {
    const { zoneId, timeoutSeconds: seconds } = this.order;
    const { context } = this;
    const { service, signal } = context;
    this.#hasBegun = true;
    const begin = Date.now();
    for (let pause = shortestPause; ; pause = Math.min(pause * 2, longestPause)) {
      const status = await service.wafMigration.status(zoneId, { signal });
      if (this.#faultOf(status) !== undefined || stageOf(status, {}) === 'complete') return status;
      const passed = (Date.now() - begin) / 1000;
      if (passed >= seconds) {
        // Not an error: it would taint the resource, although the only remaining step is to wait.
        context.warn(stillInProgress(seconds, this.seen));
        return status;
      }
      const { old_waf_status: previous, new_waf_status: successor } = status;
      context.progress(
        `Zone ${zoneId}: previous managed rules ${previous}, new ones ${successor}, after ${Math.round(passed)} s`,
      );
      // Ends early when Terraform is interrupted; the next call then fails with the reason.
      const ms = Math.min(pause, (seconds - passed) * 1000 + 1);
      await setTimeout(ms, undefined, { signal }).catch(() => undefined);
    }
  }
}

const shortestPause = 200;
export const longestPause = 5_000;

/** NaN where it is not known. */
function versionOf(ruleset: Ruleset | undefined): number {
  return Number.parseInt(ruleset?.version ?? '', 10);
}

function describeRefusal(mode: MigrationMode, { message }: ApiError, seen: Observation): Diagnostic {
  const isForbidden = mode === 'validation' && /enterprise/i.test(message);
  const [at, summary] = isForbidden
    ? ['target', 'validation mode requires an Enterprise zone']
    : ['zone_id', 'migration refused by the API'];
  return errorAt([at], `${nameZone(seen)}: ${summary}`, message);
}
