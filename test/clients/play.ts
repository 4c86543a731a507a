import { inspect, isDeepStrictEqual } from 'node:util';
import type { Emulator } from '../../lib/emulator';
import { isObject, listOf, memberOf } from '../../lib/ground/json';
import { messageOf } from '../../lib/ground/words';
import type { Answer, Driver } from './driver';
import type { Operation, Story } from './operations';

export interface Played {
  /** How the answers differ from those of the table, one line each. */
  readonly failures: readonly string[];
  readonly made: readonly Made[];
  readonly received: readonly Received[];
}

export interface Made {
  readonly operation: Operation;
  readonly answer: Answer;
}

export interface Received {
  readonly method: string;
  readonly path: string;
}

export async function play([, operations]: Story, emulator: Emulator, driver: Driver): Promise<Played> {
  await control(emulator, 'POST', '/reset', {});
  const kept: Record<string, unknown> = {};
  const made: Made[] = [];
  for (const given of operations) {
    if (given.before !== undefined) await control(emulator, ...given.before);
    const operation = named(given, kept) as Operation;
    const answer = await driver.ask({
      operation: operation.operation,
      baseUrl: emulator.url,
      token: operation.token ?? emulator.token,
      path: Object.entries(operation.path),
      query: operation.query,
      body: operation.body,
      retries: operation.retries ?? 0,
    });
    for (const [name, pointer] of Object.entries(operation.keep ?? {}))
      kept[name] = at(answer.result, pointer);
    made.push({ operation, answer });
  }
  const failures = made.flatMap(({ operation, answer }) => {
    const difference = differenceOf(operation, answer);
    return difference === undefined ? [] : [`${operation.operation}: ${difference}`];
  });
  return { failures, made, received: (await control(emulator, 'GET', '/calls')) as readonly Received[] };
}

function differenceOf(asked: Operation, { fault, refusal, result, faults = [] }: Answer): string | undefined {
  if (fault !== undefined) return fault;
  if (!isDeepStrictEqual(refusal, asked.refusal))
    return `refused with ${JSON.stringify(refusal)} instead of ${JSON.stringify(asked.refusal)}`;
  if (faults.length > 0) return faults.join('; ');
  if (asked.count !== undefined && (!Array.isArray(result) || result.length !== asked.count))
    return `not a list of ${asked.count}: ${inspect(result)}`;
  if (asked.listed !== undefined && !listOf(result).some((item) => memberOf(item, 'id') === asked.listed))
    return `no list with ${asked.listed}: ${inspect(result)}`;
  try {
    if (asked.gives !== undefined) expect({ result }).toMatchObject({ result: asked.gives });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function at(value: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((found, key) => memberOf(found, key), value);
}

/** A value with ids in place of the names of earlier results. */
function named(value: unknown, kept: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? (kept[value.slice(1)] ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => named(item, kept));
  if (!isObject(value) || typeof memberOf(value, 'asymmetricMatch') === 'function') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, named(member, kept)]));
}

async function control(emulator: Emulator, method: string, path: string, body?: unknown): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(emulator.controlUrl + path, { method, ...sent });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`);
  return reply.json();
}
