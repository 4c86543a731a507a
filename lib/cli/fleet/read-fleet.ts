import { AuthenticationError, CancelledError, isEdgeError } from '../../client';
import { formatWait } from '../../drivers/waits';
import { formatNumber, groupedPlural, messageOf } from '../../ground/words';
import { isDiagnosticError } from '../../schema';
import type { Connection } from '../connection';
import { notify as toStderr } from '../terminal';
import type { Checkpoint } from './checkpoint';
import { callsPerWindow, expectedCalls, leastTimeMs, usualTimeMs } from './estimate';

export interface FleetReading<Subject extends { readonly id: string }, Row> {
  readonly subjects: readonly Subject[];
  /** The noun for the subjects, such as `zones`. */
  readonly label: string;
  /** The fewest calls that one subject takes, or each of them. */
  readonly callsEach: number | ((subject: Subject) => number);
  /**
   * The calls of a subject of the most expensive kind, roughly.
   *
   * @default - all subjects take the fewest
   */
  readonly mostCallsEach?: number;
  /**
   * A row is kept as JSON.
   *
   * @param signal - of all calls of the subject, by which the client counts them
   */
  readonly read: (subject: Subject, signal: AbortSignal) => Promise<Row>;
  /**
   * Keeps the rows for the next run. It is not removed at the end: the caller does that when the result is saved.
   *
   * @default - an interrupted run begins anew
   */
  readonly checkpoint?: Checkpoint<Row>;
  /** @default 10 */
  readonly concurrency?: number;
  /** @default - stderr */
  readonly notify?: (line: string) => void;
}

export interface FailedRow {
  readonly failed: true;
  /** A code of `docs/errors.md`; empty for an error without one. */
  readonly code: string;
  readonly error: string;
}

export interface FleetResult<Row> {
  /** The row of each subject by id, in the order of the subjects. */
  readonly rows: ReadonlyMap<string, Row | FailedRow>;
  /** When each was read, in ISO 8601: those of an interrupted run are older. */
  readonly readAt: ReadonlyMap<string, string>;
  readonly failed: number;
  readonly resumed: number;
  /** Requests that the client of the command has sent, those before the reading and repeated ones included. */
  readonly calls: number;
  readonly elapsedMs: number;
}

/**
 * Reads many subjects side by side, within the one request budget of the client. Prints the least and the usual number of
 * calls and minutes before it starts, and the actual ones afterwards. A subject that fails does not hide the others, whatever the
 * error: refused credentials and a missing permission for one zone look the same. Ctrl-C ends it with what to do next.
 *
 * @throws the first refusal of the credentials if every subject was refused so
 */
export async function readFleet<Subject extends { readonly id: string }, Row>(
  connection: Connection,
  reading: FleetReading<Subject, Row>,
): Promise<FleetResult<Row>> {
  const { client, clock, requestsPer5Minutes } = connection;
  const { subjects, label, callsEach, mostCallsEach, checkpoint, notify = toStderr } = reading;
  const kept = (await checkpoint?.open()) ?? new Map<string, never>();
  const known = subjects.flatMap(({ id }) => {
    const line = kept.get(id);
    return line === undefined ? [] : [[id, line] as const];
  });
  const done: Done<Row> = {
    rows: new Map(known.map(([id, { row }]) => [id, row])),
    readAt: new Map(known.map(([id, { at }]) => [id, at])),
    calls: 0,
    refusals: [],
  };
  const { rows, readAt } = done;
  const resumed = rows.size;
  const open = subjects.filter(({ id }) => !rows.has(id));
  const startedAt = clock.now();
  const before = client.calls;
  const callsOf = typeof callsEach === 'number' ? () => callsEach : callsEach;
  const least = open.reduce((sum, subject) => sum + callsOf(subject), 0);
  const most = mostCallsEach === undefined ? least : open.length * mostCallsEach;
  const [oldest] = [...readAt.values()].sort();
  notify(
    `Reading ${formatNumber(subjects.length)} ${label}` +
      (oldest === undefined
        ? ''
        : `, of which ${groupedPlural(resumed, 'was', 'were')} read before, since ${oldest}`) +
      `: ${describeCost(before + least, before + most, connection)}.`,
  );
  let pace = requestsPer5Minutes;
  connection.showProgress(() => {
    const finished = { total: open.length, done: rows.size - resumed, callsOfDone: done.calls };
    const calls = before + expectedCalls({ ...finished, least, most });
    const now = clock.now();
    const { current } = client.waits;
    const resumesAt = now + (current?.remainingMs ?? 0);
    // Others may use a part of the limit of the service.
    if (current !== undefined && current.reason !== 'failure')
      pace = Math.min(requestsPer5Minutes, callsPerWindow(client.calls, resumesAt - startedAt));
    const end = Math.max(startedAt + usualTimeMs(calls, pace), resumesAt);
    const minutes = Math.ceil((end - now) / 60_000);
    return [
      `${formatNumber(rows.size)} of ${formatNumber(subjects.length)} ${label}`,
      ...(minutes > 0 && rows.size < subjects.length ? [`about ${minutes} min left`] : []),
      `${formatNumber(client.calls)} calls`,
    ];
  });
  try {
    await readAll(connection, open, done, reading);
  } finally {
    connection.showProgress(() => undefined);
  }
  const elapsedMs = clock.now() - startedAt;
  const { calls } = client;
  notify(
    `Read ${formatNumber(open.length)}${resumed > 0 ? ` of ${formatNumber(subjects.length)}` : ''} ${label} with ${groupedPlural(calls, 'call')} in ${formatWait(elapsedMs)}.`,
  );
  const ordered = new Map(subjects.map(({ id }) => [id, rows.get(id) ?? notRead] as const));
  const failed = [...ordered.values()].filter(isFailedRow).length;
  return { rows: ordered, readAt, failed, resumed, calls, elapsedMs };
}

export function isFailedRow(row: unknown): row is FailedRow {
  return typeof row === 'object' && row !== null && 'failed' in row && row.failed === true;
}

/** The row of a subject that the reading has left out. */
export const notRead: FailedRow = { failed: true, code: '', error: 'not read' };

interface Done<Row> {
  readonly rows: Map<string, Row | FailedRow>;
  readonly readAt: Map<string, string>;
  /** Calls of the subjects that this run has read. */
  calls: number;
  readonly refusals: AuthenticationError[];
}

async function readAll<Subject extends { readonly id: string }, Row>(
  { client }: Connection,
  open: readonly Subject[],
  done: Done<Row>,
  { read, label, checkpoint, subjects, concurrency = 10 }: FleetReading<Subject, Row>,
): Promise<void> {
  const { rows, readAt, refusals } = done;
  const cancel = new AbortController();
  const interrupt = (): void =>
    cancel.abort(
      new Error(describeInterruption(rows.size, subjects.length, label, checkpoint !== undefined)),
    );
  process.once('SIGINT', interrupt);
  try {
    const queue = open.values();
    const work = async (): Promise<void> => {
      for (const subject of queue) {
        cancel.signal.throwIfAborted();
        const signal = AbortSignal.any([cancel.signal]);
        const row = await read(subject, signal).catch((error: unknown) => {
          cancel.signal.throwIfAborted();
          if (error instanceof CancelledError) throw error;
          if (error instanceof AuthenticationError) refusals.push(error);
          return { failed: true, code: codeOf(error), error: messageOf(error) } satisfies FailedRow;
        });
        const now = new Date();
        rows.set(subject.id, row);
        readAt.set(subject.id, now.toISOString());
        done.calls += client.callsOf(signal);
        if (!isFailedRow(row)) await checkpoint?.add(subject.id, row, now);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    const [refusal] = refusals;
    if (refusal !== undefined && refusals.length === subjects.length) throw refusal;
  } catch (error) {
    cancel.abort(error);
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

function codeOf(error: unknown): string {
  if (isEdgeError(error)) return error.code;
  return isDiagnosticError(error) && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** `607 to about 4,207 calls, which take up to 15 min 0 s at 1,200 calls per 5 minutes`. */
function describeCost(least: number, most: number, { requestsPer5Minutes }: Connection): string {
  const calls =
    most > least
      ? `${formatNumber(least)} to about ${formatNumber(most)} calls`
      : `at least ${groupedPlural(least, 'call')}`;
  const [shortest, longest] = [
    leastTimeMs(least, requestsPer5Minutes),
    leastTimeMs(most, requestsPer5Minutes),
  ];
  const limit = `${formatNumber(requestsPer5Minutes)} calls per 5 minutes`;
  if (longest === 0) return `${calls}, within the limit of ${limit}`;
  const time = longest > shortest ? `${formatWait(shortest)} to ${formatWait(longest)}` : formatWait(longest);
  return `${calls}, which take ${longest > shortest ? '' : 'at least '}${time} at ${limit}`;
}

function describeInterruption(done: number, total: number, label: string, isKept: boolean): string {
  const next = isKept
    ? 'Run the same command again to continue.'
    : 'Nothing is kept without --out: the next run begins anew.';
  return `interrupted after ${formatNumber(done)} of ${formatNumber(total)} ${label}. ${next}`;
}
