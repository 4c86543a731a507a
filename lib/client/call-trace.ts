import { isApiError, isEdgeError } from './errors';
import type { CallEvent, Observer, WaitReason } from './waits';
import type { Outcome } from './exchange';
import { header } from './wire';

/** Collects the event of one attempt. It exists only where somebody observes the client. */
export class CallTrace {
  readonly #observer: Observer;
  readonly #now: () => number;
  readonly #begun: Pick<CallEvent, 'method' | 'path' | 'attempt'> & { readonly since: number };
  #waitReason: WaitReason | undefined;
  #sentAt: number | undefined;
  #reply: Pick<CallEvent, 'status' | 'rayId'> = { status: undefined, rayId: undefined };

  /** @param begun - `since`: when the call began or its last attempt ended */
  constructor(
    observer: Observer,
    now: () => number,
    begun: Pick<CallEvent, 'method' | 'path' | 'attempt'> & { readonly since: number },
  ) {
    this.#observer = observer;
    this.#now = now;
    this.#begun = begun;
  }

  send(waitReason: WaitReason | undefined): void {
    this.#waitReason = waitReason;
    this.#sentAt = this.#now();
  }

  receive(outcome: Outcome): void {
    if (outcome.kind !== 'reply') return;
    this.#reply = { status: outcome.reply.status, rayId: rayIdOf(outcome.reply) };
  }

  /** @param failure - undefined after a success */
  end(failure?: unknown): void {
    const { since, ...begun } = this.#begun;
    const sentAt = this.#sentAt;
    const now = this.#now();
    this.#observer({
      kind: 'call',
      ...begun,
      waitMs: (sentAt ?? now) - since,
      waitReason: this.#waitReason,
      durationMs: sentAt === undefined ? undefined : now - sentAt,
      ...this.#reply,
      error: isEdgeError(failure) ? failure.code : failure === undefined ? undefined : 'unexpected',
      codes: isApiError(failure) ? failure.errors.flatMap(({ code }) => code ?? []) : [],
    });
  }
}

/** The header `cf-ray`; undefined for a value that is none. */
export function rayIdOf(reply: Parameters<typeof header>[0]): string | undefined {
  return /^[\w-]{1,64}$/.exec(header(reply, 'cf-ray') ?? '')?.[0];
}

/** The parameters of queries whose values are shown: places in a list. Others may name somebody, or be a key. */
const shownParameters: ReadonlySet<string> = new Set(['page', 'per_page', 'limit', 'offset']);

/** The mark in place of a value that is not shown. */
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
