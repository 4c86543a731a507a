import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiRefusal } from '../http/errors';
import type { FaultOrder } from './faults';
import { sendFailure } from '../http/reply';

/** Injects a fault, as far as it takes effect before the call is handled. */
export async function injectFault(
  order: FaultOrder,
  request: FastifyRequest,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<unknown> {
  switch (order.kind) {
    case 'lost_request':
      reply.hijack();
      request.raw.socket.destroy();
      return;
    case 'hang':
      reply.hijack();
      return;
    case 'delay':
      await sleep(order.ms ?? 0, undefined, { signal: closing, ref: false }).catch(() => undefined);
      return;
    case 'status': {
      const errors = [{ code: order.code ?? 1000, message: order.message ?? 'Injected fault' }];
      return sendFailure(reply, new ApiRefusal(order.status ?? 500, errors, order.headers));
    }
    case 'not_json':
      return reply
        .code(order.status ?? 502)
        .headers({ ...order.headers })
        .type('text/html; charset=utf-8')
        .send(order.message ?? '<html><body><h1>502 Bad Gateway</h1></body></html>');
    case 'lost_reply':
      return;
    default:
      return order.kind satisfies never;
  }
}
