import { isApiError, isEdgeError } from './errors';
import type { CallEvent, Observer, WaitReason } from './waits';
import type { Outcome } from './exchange';
import { header } from './wire';

export type CallTrace = ReturnType<typeof traceCall>;

/**
 * Collects the event of one attempt. It exists only where somebody observes the client.
 *
 * @param since - when the call began or its last attempt ended
 */
export function traceCall(
  observer: Observer,
  now: () => number,
  begun: Pick<CallEvent, 'method' | 'path' | 'attempt'>,
  since: number,
) {
  let waitReason: WaitReason | undefined;
  let sentAt: number | undefined;
  let reply: Pick<CallEvent, 'status' | 'rayId'> = { status: undefined, rayId: undefined };
  return {
    send: (reason: WaitReason | undefined): void => {
      waitReason = reason;
      sentAt = now();
    },
    receive: (outcome: Outcome): void => {
      if (outcome.kind === 'reply') reply = { status: outcome.reply.status, rayId: rayIdOf(outcome.reply) };
    },
    /** @param failure - undefined after a success */
    end: (failure?: unknown): void => {
      const endedAt = now();
      observer({
        kind: 'call',
        ...begun,
        waitMs: (sentAt ?? endedAt) - since,
        waitReason,
        durationMs: sentAt === undefined ? undefined : endedAt - sentAt,
        ...reply,
        error: isEdgeError(failure) ? failure.code : failure === undefined ? undefined : 'unexpected',
        codes: isApiError(failure) ? failure.errors.flatMap(({ code }) => code ?? []) : [],
      });
    },
  };
}

/** The header `cf-ray`; undefined for a value that is none. */
export function rayIdOf(reply: Parameters<typeof header>[0]): string | undefined {
  return /^[\w-]{1,64}$/.exec(header(reply, 'cf-ray') ?? '')?.[0];
}

/** The parameters of queries whose values are shown: places in a list. Others may name somebody, or be a key. */
const shownParameters: ReadonlySet<string> = new Set(['page', 'per_page', 'limit', 'offset']);

const hidden = '…';

/**
 * A path for a log: `/zones/<id>/logpush/jobs?page=2&name=…`, without the base path. It has the ids of zones, accounts and objects,
 * but not that of a webhook, whose address is a secret.
 */
export function describePath(path: string, basePath: string): string {
  const [whole = '', query] = path.split('?', 2);
  const below = whole.startsWith(basePath) ? whole.slice(basePath.length) : whole;
  const shown = below.replace(/(\/webhooks\/)[^/]+/, `$1${hidden}`);
  if (query === undefined) return shown;
  const parameters = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return shownParameters.has(name) ? pair : `${name}=${hidden}`;
  });
  return `${shown}?${parameters.join('&')}`;
}
