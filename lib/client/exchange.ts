import type { Dispatcher } from 'undici';
import { onAbort, isTimeLimit } from './time-limit';
import type { Reply, WireRequest } from './wire';

/** The largest body that is read, in bytes: 32 MB. The longest lists of the service have a few. */
export const largestBody = 32 * 1024 * 1024;

/** The outcome of an exchange. `oversized`: the body has more than {@link largestBody} bytes; what was read of it is dropped. `wasSent`: the request was handed to a socket, so it may have arrived. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'oversized' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled'; readonly reason: unknown; readonly wasSent: boolean }
  | { readonly kind: 'broken'; readonly error: unknown; readonly wasSent: boolean };

const utf8 = new TextDecoder();

/** Sends one request once and waits for the whole reply. Never rejects. */
export function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  timeoutMs: number,
  signals: readonly AbortSignal[],
): Promise<Outcome> {
  return new Promise((resolve) => {
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) {
      resolve({ kind: 'cancelled', reason: aborted.reason, wasSent: false });
      return;
    }
    const handler = new ExchangeHandler(timeoutMs, signals, resolve);
    dispatcher.dispatch({ ...request, body: request.body ?? null }, handler);
  });
}

/**
 * undici's own `request()` cannot tell a request that waited for a connection from one whose bytes have left, and
 * that decides whether a failed write may have taken effect.
 */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #timeoutMs: number;
  readonly #resolve: (outcome: Outcome) => void;
  readonly #unwatch: (() => void)[];
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #head: Omit<Reply, 'text'> = { status: 0, headers: {} };
  #ended = false;

  constructor(timeoutMs: number, signals: readonly AbortSignal[], resolve: (outcome: Outcome) => void) {
    this.#timeoutMs = timeoutMs;
    this.#resolve = resolve;
    this.#unwatch = signals.map((signal) =>
      onAbort(signal, () => {
        if (isTimeLimit(signal.reason)) return;
        this.#end({ kind: 'cancelled', reason: signal.reason, wasSent: this.#wasSent });
      }),
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) {
      controller.abort(new Error('The call was given up while it waited for a connection.'));
      return;
    }
    this.#controller = controller;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end({ kind: 'timeout' }), this.#timeoutMs);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Reply['headers'],
  ): void {
    this.#head = { status, headers };
    if (Number(headers['content-length']) > largestBody) this.#end({ kind: 'oversized' });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > largestBody) this.#end({ kind: 'oversized' });
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const text = utf8.decode(Buffer.concat(this.#chunks));
    // undici has the connection free again one turn of the event loop after the reply. A call made before that, and
    // calls in a row are, would open another.
    const whenFree = (): void => this.#end({ kind: 'reply', reply: { ...this.#head, text } });
    queueMicrotask(() => setImmediate(whenFree));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end({ kind: 'broken', error, wasSent: this.#wasSent });
  }

  get #wasSent(): boolean {
    return this.#controller !== undefined;
  }

  #end(outcome: Outcome): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const unwatch of this.#unwatch) unwatch();
    this.#resolve(outcome);
    if (outcome.kind !== 'reply' && outcome.kind !== 'broken') {
      this.#chunks.length = 0;
      this.#controller?.abort(new Error('The call was given up.'));
    }
  }
}
