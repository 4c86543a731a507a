import type { Handler, HandlerContext } from '../../lib/resources/handler';
import { resource } from '../../lib/resources/resource';
import { limitTimes } from '../../lib/resources/time-limits';
import {
  DiagnosticError,
  errorAt,
  type Attributes,
  type LimitedOperation,
  type State,
} from '../../lib/schema';
import { ManualClock } from '../client/support/clocks';
import { describeAll, errorOf, failureOf } from '../support/handler-harness';

type Operation = LimitedOperation | 'plan';

const limits = { create: '1s', read: '2s', update: '3s', delete: '4s' };
const values = { timeouts: limits } as unknown as State<Attributes>;

function makeHandler(act: (signal: AbortSignal) => Promise<unknown>): Handler<Attributes, null> {
  const run = ({ signal }: HandlerContext<null>) => act(signal) as Promise<never>;
  return {
    plan: (_, context) => run(context),
    create: (_, context) => run(context),
    read: (_, context) => run(context),
    update: (_, context) => run(context),
    delete: (_, context) => run(context),
    import: () => Promise.resolve({}),
  };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('HTTP 503'));
    });
  });

describe('an operation with a timeout', () => {
  const setUp = (act: (signal: AbortSignal) => Promise<unknown>, given = values) => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const handler = limitTimes(makeHandler(act), clock);
    const context = { service: null, signal: stop.signal } as never;
    const run = (operation: Operation): Promise<unknown> => {
      switch (operation) {
        case 'plan':
          return handler.plan?.({ prior: null, planned: given, config: given }, context) ?? Promise.resolve();
        case 'update':
          return handler.update({ prior: given, desired: given }, context);
        default:
          return handler[operation](given, context);
      }
    };
    return { clock, stop, run };
  };

  it.each<[Operation, LimitedOperation, number]>([
    ['create', 'create', 1000],
    ['read', 'read', 2000],
    ['plan', 'read', 2000],
    ['update', 'update', 3000],
    ['delete', 'delete', 4000],
  ])('%s ends when the time of %s is over, with the last failure', async (operation, limit, ms) => {
    const { clock, run } = setUp(untilAborted);
    let isOver = false;
    const outcome = failureOf(run(operation)).finally(() => (isOver = true));
    await clock.advance(ms - 1);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(describeAll(await outcome)).toEqual([
      `error at timeouts.${limit}: Timeout exceeded: timeouts.${limit} is ${limits[limit]}, and the operation did not ` +
        'finish in that time. Last failure: HTTP 503. Raise the timeout, or try again later.',
    ]);
  });

  it('that ends in time leaves no timer', async () => {
    const { clock, run } = setUp(() => Promise.resolve('done'));
    expect(await run('create')).toBe('done');
    expect(clock.waiting).toBe(0);
  });

  it('ends when Terraform asks to stop, with the error of that', async () => {
    const { stop, run } = setUp(untilAborted);
    const outcome = errorOf(run('create'));
    stop.abort();
    expect(await outcome).toEqual(new Error('HTTP 503'));
  });

  it('keeps an error that explains itself', async () => {
    const refusal = new DiagnosticError([errorAt(['name'], 'Refused', 'No.')]);
    const { clock, run } = setUp((signal) =>
      untilAborted(signal).catch(() => {
        throw refusal;
      }),
    );
    const outcome = errorOf(run('create'));
    await clock.advance(1000);
    expect(await outcome).toBe(refusal);
  });

  it('has no limit where none is set', async () => {
    let seen: AbortSignal | undefined;
    const act = (signal: AbortSignal) => {
      seen = signal;
      return Promise.resolve();
    };
    const { stop, run } = setUp(act, { timeouts: { delete: '1s' } });
    await run('create');
    expect(seen).toBe(stop.signal);
  });
});

it('every resource has the attribute, beside its own', () => {
  const contract = { typeName: 'edge_thing', version: 0, description: 'A thing.', attributes: {} };
  expect(Object.keys(resource(contract, makeHandler(untilAborted)).contract.attributes)).toEqual([
    'timeouts',
  ]);
});
