import type { Clock } from '../client/clock';
import { isTimeLimit, limitTime } from '../client/time-limit';
import { messageOf } from '../ground/words';
import {
  DiagnosticError,
  errorAt,
  isDiagnosticError,
  timeoutOf,
  type Attributes,
  type LimitedOperation,
  type ObjectValue,
} from '../schema';
import type { Handler, HandlerContext } from './handler';

export function limitTimes<S>(handler: Handler<Attributes, S>, clock: Clock): Handler<Attributes, S> {
  return {
    ...handler,
    plan: (change, context) =>
      within(
        'read',
        change.planned ?? change.prior ?? {},
        context,
        async (limited) => (await handler.plan?.(change, limited)) ?? {},
      ),
    create: (desired, context) =>
      within('create', desired, context, (limited) => handler.create(desired, limited)),
    read: (state, context) => within('read', state, context, (limited) => handler.read(state, limited)),
    update: (change, context) =>
      within('update', change.desired, context, (limited) => handler.update(change, limited)),
    delete: (state, context) => within('delete', state, context, (limited) => handler.delete(state, limited)),
  };

  async function within<C extends HandlerContext<S>, R>(
    operation: LimitedOperation,
    values: ObjectValue,
    context: C,
    run: (context: C) => Promise<R>,
  ): Promise<R> {
    const timeout = timeoutOf(values, operation);
    if (timeout === undefined) return run(context);
    const limit = limitTime(context.signal, timeout.ms, clock);
    try {
      return await run({ ...context, signal: limit.signal });
    } catch (error) {
      if (!isTimeLimit(limit.signal.reason) || isDiagnosticError(error)) throw error;
      throw exceeded(operation, timeout.text, error);
    } finally {
      limit.end();
    }
  }
}

function exceeded(operation: LimitedOperation, text: string, error: unknown): DiagnosticError {
  const last = messageOf(error);
  const detail =
    `timeouts.${operation} is ${text}, and the operation did not finish in that time. Last failure: ${last.replace(/\.?$/, '.')} ` +
    'Raise the timeout, or try again later.';
  return new DiagnosticError([errorAt(['timeouts', operation], 'Timeout exceeded', detail)], {
    cause: error,
  });
}
