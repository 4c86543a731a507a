/**
 * Why calls waited: for the budget of this process, for the service's own counter, because it answered 429, or to be repeated
 * after a failure.
 */
export type WaitReason = 'budget' | 'service_counter' | 'retry_after' | 'failure';

/** What a client does, at the time when it does it. The texts have no secret: bodies, headers and messages of the service are not in them. */
export type ClientEvent = CallEvent | WaitEvent;

/** One attempt of a call has ended. */
export interface CallEvent {
  readonly kind: 'call';
  readonly method: string;
  /** Below the base URL, as `/zones/<id>/logpush/jobs?page=2&name=…`: without the ids of webhooks and most values of queries. */
  readonly path: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** Milliseconds since the call began, or since its last attempt ended, until this one was sent. */
  readonly waitMs: number;
  /** Why it waited; undefined if nothing but the first call of the client was in its way. */
  readonly waitReason: WaitReason | undefined;
  /** Milliseconds until the whole reply was there. Undefined if nothing was sent. */
  readonly durationMs: number | undefined;
  /** The HTTP status; undefined without a reply. */
  readonly status: number | undefined;
  /** The header `cf-ray`, which identifies the request to the support of the service. */
  readonly rayId: string | undefined;
  /** The code of the error, such as `EDGE_TIMEOUT`; undefined for a success. */
  readonly error: string | undefined;
  /** The codes of the service's own errors. */
  readonly codes: readonly number[];
}

/** Calls begin to wait, or for longer or something else than before. */
export interface WaitEvent {
  readonly kind: 'wait';
  readonly reason: WaitReason;
  readonly waitMs: number;
}

export type Observer = (event: ClientEvent) => void;
