import { setTimeout as wait } from 'node:timers/promises';
import type { Handler, HandlerContext } from '../../../../lib/resources/handler';
import {
  DiagnosticError,
  errorAt,
  isListValue,
  isObjectValue,
  warningAt,
  type ObjectValue,
  type State,
  type Value,
} from '../../../../lib/schema';
import type { ThingAttributes } from './contract';
import type { Store } from './store';

type Thing = State<ThingAttributes>;
type Context = HandlerContext<Store>;

/** What the service would do: it gives ids and serial numbers, writes titles in capitals and sets in its own order. */
export const thingHandler: Handler<ThingAttributes, Store> = {
  plan({ prior, planned }, { privateState }) {
    const diagnostics =
      prior !== null && planned === null
        ? [warningAt([], 'A thing goes', `It was changed ${countOf(privateState.get())} times.`)]
        : [];
    return Promise.resolve({ diagnostics });
  },

  async create(desired, context) {
    const { service, signal, privateState } = context;
    const id = service.nextId();
    if (desired.name === 'noisy') console.log('a stray line');
    const made = { zone: `zone of ${id}`, ...withoutNull(desired), id, revision: 1 };
    service.put(id, stored(made, `${id}.1`, desired.password));
    context.keep({ id });
    privateState.set({ changes: 0, pin: desired.owner?.pin ?? null });
    if (desired.name === 'broken') {
      throw new DiagnosticError([
        errorAt(['steps', 0, 'key'], 'Broke half-way', `${id} is there, unfinished.`),
      ]);
    }
    if (desired.name === 'slow') await beSlow(context, signal);
    return present(service, id);
  },

  read(state, { service }) {
    return Promise.resolve(
      state.id === null || service.get(state.id) === undefined ? undefined : present(service, state.id),
    );
  },

  update({ prior, desired }, { service, privateState }) {
    const id = prior.id ?? '';
    const revision = (prior.revision ?? 0) + 1;
    const changed = { zone: prior.zone, ...withoutNull(desired), id, revision };
    service.put(id, stored(changed, `${id}.${revision}`, desired.password, service.get(id)));
    privateState.set({ changes: countOf(privateState.get()) + 1 });
    return Promise.resolve(present(service, id));
  },

  delete(state, { service }) {
    service.remove(state.id ?? '');
    return Promise.resolve();
  },

  import(id, { service }) {
    if (service.get(id) === undefined)
      throw new DiagnosticError([errorAt(['id'], 'No such thing', `There is no ${id}.`)]);
    return Promise.resolve({ id });
  },
};

async function beSlow({ service }: Context, signal: AbortSignal): Promise<void> {
  service.tell('slow began');
  try {
    await wait(60_000, undefined, { signal });
  } catch (error) {
    service.tell('slow was cancelled');
    throw error;
  }
}

function countOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'changes' in value ? Number(value.changes) : 0;
}

function present(service: Store, id: string): Thing {
  return service.get(id) as unknown as Thing;
}

function stored(
  thing: ObjectValue,
  serial: string,
  password: string | null,
  before: ObjectValue = {},
): ObjectValue {
  const named = (name: string) => give(thing[name] ?? null, before[name] ?? null, serial);
  const owner = thing.owner ?? null;
  return {
    ...thing,
    title: typeof thing.title === 'string' ? thing.title.toUpperCase() : null,
    tags: isListValue(thing.tags) ? [...thing.tags].reverse() : null,
    owner: isObjectValue(owner) ? { ...owner, pin: null, since: owner.since ?? serial } : null,
    steps: named('steps'),
    options: named('options'),
    stages: named('stages'),
    password: null,
    password_length: password === null ? 0 : password.length,
  };
}

/** Numbers for the steps: a serial that is new, a birthmark that a step of the same key keeps. */
function give(value: Value, before: Value, serial: string): Value {
  const marks = new Map(all(before).map((each) => [each.key, each.birthmark]));
  const numbered = (item: Value) =>
    isObjectValue(item)
      ? {
          ...item,
          serial: `${serial}.${textOf(item.key)}`,
          birthmark: item.birthmark ?? marks.get(item.key) ?? `${serial}.${textOf(item.key)}`,
        }
      : item;
  if (isListValue(value)) return value.map(numbered);
  if (!isObjectValue(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbered(item)]));
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

function all(value: Value): ObjectValue[] {
  const items = isListValue(value) ? value : isObjectValue(value) ? Object.values(value) : [];
  return items.filter((each) => isObjectValue(each));
}

function withoutNull(object: object): Record<string, Value> {
  return Object.fromEntries(Object.entries(object as ObjectValue).filter(([, value]) => value !== null));
}
