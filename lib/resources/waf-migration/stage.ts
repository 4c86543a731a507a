import type { MigrationStatus } from '../../client';
import { describeBy, diagnosticKinds, findingFactory, findings, type FindingIn } from '../../ground/findings';
import { DiagnosticError, type Diagnostic } from '../../schema';
import { inZone, toDiagnostic, type Subject } from './findings/kind';
import type { MigrationMemory } from './memory';

/**
 * The stage of a zone. `cutover` is the time from the last call until the API has disabled the previous
 * version (specification 3.1, rule 2). The API still reports the earlier stage during the cutover, so only the caller
 * knows about it, from private state.
 */
export type Stage = 'start' | 'validation' | 'cutover' | 'complete';

export type ReportedStatus = Pick<MigrationStatus, 'migration_state' | 'old_waf_status' | 'new_waf_status'>;

/** The parts of the API's answers on a zone that can contradict each other. */
export interface Evidence {
  readonly status: ReportedStatus;
  /** The setting of the previous WAF. Undefined if it was not read. */
  readonly setting?: 'on' | 'off' | undefined;
  /** Whether the entry point executes a ruleset. Undefined if it was not read. */
  readonly isDeployed?: boolean;
}

/** The stages in their order: no zone moves back. A zone that never had the previous version (`default`) is complete. */
const ranks: ReadonlyMap<string, number> = new Map([
  ['start', 0],
  ['validation', 1],
  ['complete', 2],
  ['default', 2],
]);

/** The names are public facts, section 6.1. */
const known: Readonly<Record<keyof ReportedStatus, readonly string[]>> = {
  migration_state: [...ranks.keys()],
  old_waf_status: ['enabled', 'disabled'],
  new_waf_status: ['enabled', 'disabled'],
};

/** Undefined if the status is one that this package knows, and nothing contradicts it. */
export function judgeStatus(evidence: Evidence, memory: MigrationMemory): StatusFault | undefined {
  const { status } = evidence;
  for (const field of ['migration_state', 'old_waf_status', 'new_waf_status'] as const)
    if (!known[field].includes(status[field]))
      return statusFault('waf.status_unknown', { field, value: status[field] });
  const { migration_state: state } = status;
  const reached = reachedBefore(evidence, memory);
  if (reached !== undefined) return statusFault('waf.status_reverted', { state, reached });
  const reason = contradictionIn(evidence, memory);
  return reason === undefined ? undefined : statusFault('waf.status_contradiction', { status, reason });
}

/** @throws a {@link StatusError} for a status with a fault */
export function requireStatus(evidence: Evidence, memory: MigrationMemory, subject: Subject): void {
  const fault = judgeStatus(evidence, memory);
  if (fault !== undefined) throw new StatusError(fault, subject);
}

/** @throws an Error for a state that {@link judgeStatus} refuses */
export function stageOf(
  { migration_state: state }: Pick<ReportedStatus, 'migration_state'>,
  memory: Partial<MigrationMemory>,
): Stage {
  if (state === 'complete' || state === 'default') return 'complete';
  if (state !== 'start' && state !== 'validation') throw new Error(`unknown migration_state "${state}"`);
  return memory.isInCutover === true ? 'cutover' : state;
}

/** How long a cutover can take (public facts, section 6.1). */
const longestCutoverMs = 3_600_000;

/** Whether a cutover takes longer than any: the call that started it has had no effect. */
export function isOverdue(
  { isInCutover, cutoverBegan }: Pick<MigrationMemory, 'isInCutover' | 'cutoverBegan'>,
  now: Date | undefined,
): boolean {
  if (!isInCutover || cutoverBegan === undefined || now === undefined) return false;
  return now.getTime() - Date.parse(cutoverBegan) > longestCutoverMs;
}

/** The stage that a step starts from: an overdue cutover is none any more, so that its call is sent again. */
export function stageToLeave(status: ReportedStatus, memory: MigrationMemory, now: Date | undefined): Stage {
  return stageOf(status, isOverdue(memory, now) ? {} : memory);
}

export function laterOf(one: string | null | undefined, other: string | null | undefined) {
  const [rank, otherRank] = [ranks.get(one ?? '') ?? 0, ranks.get(other ?? '') ?? 0];
  const latest = Math.max(rank, otherRank);
  return latest === 0 ? undefined : latest === 1 ? ('validation' as const) : ('complete' as const);
}

const lookUp =
  'See Security > WAF > Managed rules in the dashboard, update this package, or contact support if it stays.';

const { error } = diagnosticKinds<Subject>('zone_id');

/** Why a status does not say where a zone is: then nothing is sent. */
export const statusKinds = {
  status_unknown: error<{ field: keyof ReportedStatus; value: string }>({
    meaning:
      'the API reports a migration state, or a status of a version, that this package does not know: nothing is sent',
    headline: inZone('unknown migration status'),
    detail: ({ field, value }) => [
      `The API reports ${field} "${value}"${value === '' ? ' (or none)' : ''}. The known values are ${known[field].join(', ')}. ` +
        'What the zone needs cannot be determined from another one, so nothing is sent.',
      lookUp,
    ],
  }),
  /** `reason`: what contradicts what. */
  status_contradiction: error<{ status: ReportedStatus; reason: string }>({
    meaning:
      'the migration state contradicts the status of a version, or that the setting of the WAF: nothing is sent',
    headline: inZone('contradictory migration status'),
    detail: ({ status, reason }) => [
      `The API reports migration_state "${status.migration_state}", old_waf_status "${status.old_waf_status}" and ` +
        `new_waf_status "${status.new_waf_status}", but ${reason}. Nothing is sent. The zone may be changing: try again in a few minutes.`,
      lookUp,
    ],
  }),
  /** `reached`: the stage in the state of Terraform. */
  status_reverted: error<{ state: string; reached: Stage }>({
    meaning:
      'the API reports an earlier state than the state of Terraform: another API, another zone, or one that was reset',
    headline: inZone('migration state went back'),
    detail: ({ state, reached }) =>
      `The state of Terraform says "${reached}", and the API reports migration_state "${state}"` +
      `${reached === 'cutover' ? ' and none of the rules that were deployed' : ''}. A migration never moves back, so ` +
      'this is another API, another zone, or one that was reset. Nothing is sent. Check `base_url` and the zone. If the API is ' +
      'right, remove the resource from state (`terraform state rm <address>`) and plan again.',
  }),
};

const statusFindings = findings('waf', statusKinds);
const statusFault = findingFactory(statusFindings);
export type StatusFault = FindingIn<typeof statusFindings>;

export class StatusError extends DiagnosticError {
  /** A code of `docs/errors.md`. */
  readonly code: StatusFault['code'];

  constructor(fault: StatusFault, subject: Subject) {
    super([describeFault(fault, subject)]);
    this.code = fault.code;
  }
}

export function describeFault(fault: StatusFault, subject: Subject): Diagnostic {
  return toDiagnostic(fault, describeBy(statusFindings, fault, subject));
}

/** The stage that a zone has left behind, if the API reports an earlier one. */
function reachedBefore({ status, isDeployed }: Evidence, memory: MigrationMemory): Stage | undefined {
  const { migration_state: state, new_waf_status: successor } = status;
  const { reached, isInCutover } = memory;
  const rank = ranks.get(state) ?? 0;
  if (reached !== undefined && rank < (ranks.get(reached) ?? 0)) return reached;
  const isLost = isInCutover && rank < 2 && successor === 'disabled' && isDeployed === false;
  return isLost ? 'cutover' : undefined;
}

function contradictionIn(
  { status, setting }: Evidence,
  { isInCutover }: MigrationMemory,
): string | undefined {
  const { migration_state: state, old_waf_status: previous, new_waf_status: successor } = status;
  if (state === 'complete' || state === 'default')
    return previous === 'enabled'
      ? `a zone in the state ${state} has no previous managed rules that could be enabled`
      : undefined;
  if (isInCutover) return undefined;
  if (state === 'validation' && successor === 'disabled')
    return 'a zone in validation mode has both versions enabled';
  // The previous version of a zone whose WAF is off is disabled in every state.
  if (previous === 'disabled' && setting === 'on')
    return 'the previous version is disabled although the WAF setting of the zone is on';
  return undefined;
}
