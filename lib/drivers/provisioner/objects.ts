import { textOf } from '../../ground/json';
import type { Attributes, Contract, Diagnostic, NaturalKey, ObjectValue } from '../../schema';
import type { ApplyContext, Resource } from '../../resources/handler';
import { planChange, readObject, type Found, type Plan } from '../engine';
import { normalizeObject } from '../state/final-state';
import { own } from '../../ground/record';

/** The natural key of one object, and how messages name it. */
export interface Identity {
  readonly key: NaturalKey;
  readonly values: ObjectValue;
  /** `edge_logpush_job (zone_id 023e…, name "logs")` */
  readonly label: string;
}

export function identify({ typeName, naturalKey }: Contract, values: ObjectValue): Identity {
  if (naturalKey === undefined) throw new Error(`${typeName} has no natural key`);
  const key = Object.fromEntries(naturalKey.attributes.map((name) => [name, own(values, name) ?? null]));
  const present = Object.entries(key).filter(([, value]) => value !== null);
  const label = present.map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return { key: naturalKey, values: key, label: `${typeName} (${label.join(', ')})` };
}

/** Whether two keys differ in the name alone, which a handler can change in place: zone or account are the same. */
export function isSameScope({ attributes }: Contract, a: Identity, b: Identity): boolean {
  return a.key.attributes
    .filter((name) => own(attributes, name)?.replaces === true)
    .every((name) => own(a.values, name) === own(b.values, name));
}

export function isSameKey(a: Identity, b: Identity): boolean {
  return a.key.attributes.every((name) => own(a.values, name) === own(b.values, name));
}

/** The objects of a resource, reached by their natural key. `S` is the service that handlers call. */
export class KeyedObjects<S> {
  readonly #resource: Resource<S>;
  readonly #context: ApplyContext<Attributes, S>;

  constructor(resource: Resource<S>, context: ApplyContext<Attributes, S>) {
    this.#resource = resource;
    this.#context = context;
  }

  /** The objects with this key, with the attributes that the search returns. */
  async list({ values }: Identity): Promise<readonly Found[]> {
    const { contract, handler } = this.#resource;
    return (await handler.find?.(normalizeObject(contract.attributes, values), this.#context)) ?? [];
  }

  /** The current object, in the notation of the configuration; undefined if it no longer exists. */
  async read(found: Found, configured: ObjectValue): Promise<ObjectValue | undefined> {
    return readObject(this.#resource, this.#context, found, configured);
  }

  /** Marks the object that was read as foreign: by default the handler treats an object that it has read as its own. */
  disown(): void {
    this.#context.privateState.set(undefined);
  }

  /** Plans a change without making it. */
  async plan(prior: ObjectValue | null, config: ObjectValue): Promise<Plan> {
    return planChange(this.#resource, this.#context, prior, config);
  }

  async planDeletion(prior: ObjectValue): Promise<readonly Diagnostic[]> {
    const change = { prior, planned: null, config: null };
    const advice = await this.#resource.handler.plan?.(change, this.#context);
    return advice?.diagnostics ?? [];
  }

  /** Returns the id of the new object. */
  async create(desired: ObjectValue): Promise<string | undefined> {
    return idOf(await this.#resource.handler.create(desired, this.#context));
  }

  async update(prior: ObjectValue, desired: ObjectValue, renewed: readonly string[]): Promise<void> {
    await this.#resource.handler.update({ prior, desired, renewed }, this.#context);
  }

  async delete(state: ObjectValue): Promise<void> {
    await this.#resource.handler.delete(state, this.#context);
  }
}

export function idOf({ id }: Found): string | undefined {
  return textOf(id);
}
