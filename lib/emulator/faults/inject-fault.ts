import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, json } from '../http/reply';
import type { FaultOrder } from './order';

/** Injects a fault, as far as it takes effect before the call is handled. */
export async function injectFault(
  order: FaultOrder,
  request: FastifyRequest,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<unknown> {
  if (order.after) return;
  switch (order.kind) {
    case 'lost_request':
      loseReply(request, reply);
      return;
    case 'hang':
      reply.hijack();
      return;
    case 'delay':
      return pause(order, closing);
    case 'status':
    case 'not_json':
      return reply.send(faultBody(order, reply));
    case 'lost_reply':
    case 'cut_body':
    case 'result':
      return;
    default:
      return order.kind satisfies never;
  }
}

/** Whether a call ends before its body is read, and its connection stays open. */
export function leavesBodyUnread({ kind, after }: FaultOrder): boolean {
  return after !== true && (kind === 'status' || kind === 'not_json' || kind === 'hang');
}

/** Injects a fault after the call has taken effect: resolves to the body to send instead of `body`. */
export async function injectFaultAfter(
  order: FaultOrder,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<unknown> {
  switch (order.kind) {
    case 'lost_reply':
      loseReply(request, reply);
      return body;
    case 'cut_body':
      if (typeof body === 'string') return cutBody(body, request.raw.socket, reply);
      loseReply(request, reply);
      return body;
    case 'result':
      return typeof body === 'string' ? withResult(body, order.result) : body;
    case 'delay':
      if (order.after) await pause(order, closing);
      return body;
    case 'status':
    case 'not_json':
      return order.after ? faultBody(order, reply) : body;
    case 'lost_request':
    case 'hang':
      return body;
    default:
      return order.kind satisfies never;
  }
}

/** The reply of a successful call with another result. */
function withResult(body: string, result: unknown): string {
  const envelope = JSON.parse(body) as { readonly success?: boolean };
  return envelope.success === true ? JSON.stringify({ ...envelope, result }) : body;
}

function loseReply(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

async function pause({ ms = 0 }: FaultOrder, closing: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: closing, ref: false }).catch(() => undefined);
}

/** The body of an injected reply, whose status and headers it sets. */
function faultBody(order: FaultOrder, reply: FastifyReply): string {
  const { status, headers, code = 1000, message } = order;
  if (order.kind === 'status') {
    reply
      .code(status ?? 500)
      .headers({ ...headers })
      .type(json);
    return JSON.stringify(fail([{ code, message: message ?? 'Injected fault' }]));
  }
  reply
    .code(status ?? 502)
    .headers({ ...headers })
    .type('text/html; charset=utf-8');
  return message ?? '<html><body><h1>502 Bad Gateway</h1></body></html>';
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
