import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, json } from '../http/reply';
import type { FaultOrder } from './order';

/** Whether the call takes effect before the fault does. */
function isAfter({ kind, after }: FaultOrder): boolean {
  return after ?? ['lost_reply', 'cut_body', 'result'].includes(kind);
}

/** Whether a call ends before its body is read, and its connection stays open. */
export function leavesBodyUnread(order: FaultOrder): boolean {
  return !isAfter(order) && ['status', 'not_json', 'hang'].includes(order.kind);
}

/** The call that a fault hits, and whether it was handled: then it has taken effect. */
interface Moment {
  readonly isHandled: boolean;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly closing: AbortSignal;
}

/** Injects a fault if this is its moment. Resolves to the body to send instead of `body`, that of the handled call. */
export async function injectFault(
  order: FaultOrder,
  { isHandled, request, reply, closing }: Moment,
  body?: unknown,
): Promise<unknown> {
  if (isAfter(order) !== isHandled) return body;
  const { kind, ms = 0 } = order;
  switch (kind) {
    case 'hang':
      reply.hijack();
      return body;
    case 'delay':
      await sleep(ms, undefined, { signal: closing, ref: false }).catch(() => undefined);
      return body;
    case 'status':
    case 'not_json':
      return faultBody(order, reply);
    case 'result':
      return typeof body === 'string' ? withResult(body, order.result) : body;
    case 'cut_body':
    case 'lost_reply':
    case 'lost_request':
      // A reply without a body is lost where it would be cut.
      if (kind === 'cut_body' && typeof body === 'string') return cutBody(body, request.raw.socket, reply);
      reply.hijack();
      request.raw.socket.destroy();
      return body;
    default:
      return kind satisfies never;
  }
}

function withResult(body: string, result: unknown): string {
  const envelope = JSON.parse(body) as { readonly success?: boolean };
  return envelope.success === true ? JSON.stringify({ ...envelope, result }) : body;
}

/** The body of an injected reply, whose status and headers it sets. */
function faultBody(order: FaultOrder, reply: FastifyReply): string {
  const { status, headers, code = 1000, message } = order;
  const isJson = order.kind === 'status';
  reply
    .code(status ?? (isJson ? 500 : 502))
    .headers({ ...headers })
    .type(isJson ? json : 'text/html; charset=utf-8');
  return isJson
    ? JSON.stringify(fail([{ code, message: message ?? 'Injected fault' }]))
    : (message ?? '<html><body><h1>502 Bad Gateway</h1></body></html>');
}

/** The first half of a body that the headers announce as a whole; then the connection closes. */
function cutBody(body: string, socket: Socket, reply: FastifyReply): Readable {
  const bytes = Buffer.from(body);
  reply.header('content-length', bytes.length);
  return Readable.from(
    (async function* () {
      yield bytes.subarray(0, Math.ceil(bytes.length / 2));
      // The headers and the half leave in the same turn.
      await setImmediate();
      socket.destroy();
    })(),
  );
}
