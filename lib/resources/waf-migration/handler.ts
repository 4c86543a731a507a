import type { EdgeClient, MigrationStatus } from '../../client';
import { DiagnosticError, errorAt } from '../../schema';
import type { ApplyContext, Handler, Context } from '../handler';
import { findOwner } from '../import-object';
import { reportUnknown } from '../unknown-members';
import { apply, lossReport } from './apply';
import { wafMigrationContract, type WafMigrationAttributes } from './contract';
import { decide } from './decide';
import { reasonsOf, staysMigrated, zoneIsGone } from './describe';
import { adjustmentsOf, bareIntent, intentOf } from './intent';
import { listMigrations } from './list';
import { migrationMemory } from './memory';
import {
  asReceived,
  isZoneGone,
  knownZone,
  observePrevious,
  readEntryPoint,
  readKnownStatus,
  readStatus,
  type EntryPoint,
} from './observe';
import { plan } from './plan';
import { judgeStatus, stageOf, StatusError } from './stage';
import {
  isImported,
  memoryOf,
  migrationOf,
  recordsOf,
  stateAsSent,
  toState,
  unread,
  type DesiredMigration,
  type MigrationState,
} from './state';

/** Migrates by specification 4.6. The API reports the stage of a zone, so the next apply continues after an interruption at any point. */
export const wafMigrationHandler: Handler<WafMigrationAttributes, EdgeClient> = {
  plan,

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
    const memory = migrationMemory.remember(context, memoryOf(state, context));
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
    migrationMemory.remember(context, memoryOf(prior, context));
    return converge(desired, prior, context);
  },

  /** Makes no call: a migration is irreversible. */
  delete(state, context) {
    context.warn(staysMigrated(state));
    return Promise.resolve();
  },

  async import(importId, context) {
    const { id: zoneId } = await findOwner(wafMigrationContract, importId, context);
    const status = await readKnownStatus(zoneId, migrationMemory.empty, { ...context, cached: true });
    if (stageOf(status, {}) === 'start') throw notMigrated(zoneId, 'import');
    return migrationOf(zoneId);
  },

  /** Moves a zone by its id alone, as an import does: the read that follows has the rest, and refuses a zone that is not migrated. */
  move: ({ zoneId = '' }) => migrationOf(zoneId),

  list: listMigrations,

  /** Finds a zone only after its migration has started, because every zone has a migration status. */
  async find({ zone_id: zoneId }, context) {
    const memory = migrationMemory.recall(context);
    const status = await readKnownStatus(zoneId, memory, context);
    return stageOf(status, memory) === 'start' ? [] : [migrationOf(zoneId)];
  },
};

async function converge(
  desired: DesiredMigration,
  prior: MigrationState | null,
  context: ApplyContext<WafMigrationAttributes, EdgeClient>,
): Promise<MigrationState> {
  const { zone_id: zoneId } = desired;
  const { serviceDefault: timeout } = wafMigrationContract.attributes.timeout_seconds;
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
      keep: (records, { status }) =>
        context.keep({ ...migrationOf(zoneId), status: unread(status, records) }),
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

/** Parameters depend on the action: those of other actions are not listed. */
function noteUnknownOf(zoneId: string, entryPoint: EntryPoint, context: Context): void {
  const ruleset = asReceived(entryPoint);
  const rules = ruleset.rules.filter(({ action }) => ['execute', 'skip'].includes(action));
  reportUnknown('ruleset', `Zone ${zoneId}: ruleset ${ruleset.id}`, { ...ruleset, rules }, context);
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
    `configuration says, and the plan shows ${shown}. A cutover has the state start too: if another apply has begun one, wait ` +
    'until it ends (up to an hour), and import then.';
  return new DiagnosticError([errorAt([], `Nothing to ${what}`, detail)]);
}
