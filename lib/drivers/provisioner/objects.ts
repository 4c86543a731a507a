import { textOf } from '../../ground/json';
import {
  equalValues,
  isUnknown,
  type Attributes,
  type Contract,
  type Diagnostic,
  type NaturalKey,
  type ObjectValue,
} from '../../schema';
import type { Advice, ApplyContext, Resource } from '../../resources/handler';
import { desiredOf } from '../state/desired-state';
import { findReplacements, isSameObject, planState, withPredictions } from '../state/planned-state';
import { normalizeObject, stateAfterRead } from '../state/final-state';

/** The natural key of one object, and how messages name it. */
export interface Identity {
  readonly key: NaturalKey;
  readonly values: ObjectValue;
  /** `edge_logpush_job (zone_id 023e…, name "logs")` */
  readonly label: string;
}

export function identify({ typeName, naturalKey }: Contract, values: ObjectValue): Identity {
  if (naturalKey === undefined) throw new Error(`${typeName} has no natural key`);
  const key = Object.fromEntries(naturalKey.attributes.map((name) => [name, values[name] ?? null]));
  const present = Object.entries(key).filter(([, value]) => value !== null);
  const label = present.map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return { key: naturalKey, values: key, label: `${typeName} (${label.join(', ')})` };
}

/** Whether two keys differ in the name alone, which a handler can change in place: zone or account are the same. */
export function isSameScope({ attributes }: Contract, a: Identity, b: Identity): boolean {
  return a.key.attributes
    .filter((name) => attributes[name]?.replaces === true)
    .every((name) => a.values[name] === b.values[name]);
}

export function isSameKey(a: Identity, b: Identity): boolean {
  return a.key.attributes.every((name) => a.values[name] === b.values[name]);
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
    const { contract, handler } = this.#resource;
    const { attributes } = contract;
    const stored = storedAs(attributes, configured);
    const state = normalizeObject(attributes, { ...stored, ...found });
    const read = await handler.read(state, this.#context);
    return read === undefined ? undefined : stateAfterRead(attributes, stored, read);
  }

  /** Marks the object that was read as foreign: by default the handler treats an object that it has read as its own. */
  disown(): void {
    this.#context.privateState.set(undefined);
  }

  /** Plans a change without making it. */
  async plan(prior: ObjectValue | null, config: ObjectValue): Promise<Plan> {
    const { contract, handler } = this.#resource;
    const { attributes } = contract;
    const proposed = planState(attributes, { prior, config });
    const advice: Advice = (await handler.plan?.({ prior, planned: proposed, config }, this.#context)) ?? {};
    const planned = withPredictions(attributes, proposed, config, advice.predicted);
    const replaced = prior === null ? [] : findReplacements(attributes, prior, planned);
    return {
      desired: desiredOf(attributes, planned, config),
      diagnostics: advice.diagnostics ?? [],
      matchesConfig: prior !== null && isSameObject(attributes, proposed, prior),
      differs: prior === null ? [] : differing(attributes, prior, proposed),
      isNoop: prior !== null && isSameObject(attributes, planned, prior),
      replaces: [...replaced.map(([name]) => String(name)), ...(advice.replaces ?? [])],
    };
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

/** What a search returns of an object: its key and its id. */
export type Found = Partial<ObjectValue>;

export interface Plan {
  readonly desired: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the object has every configured value. */
  readonly matchesConfig: boolean;
  /** The attributes in which it differs from the configuration. */
  readonly differs: readonly string[];
  /** Whether there is nothing to do, what the handler predicts included. */
  readonly isNoop: boolean;
  /** The attributes whose change replaces the object. */
  readonly replaces: readonly string[];
}

/** A configuration as a state holds it: with defaults, without computed attributes. */
function storedAs(attributes: Attributes, config: ObjectValue): ObjectValue {
  return normalizeObject(attributes, planState(attributes, { prior: null, config }));
}

function differing(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(attributes)
    .filter(([name, { type, local }]) => {
      if (local === true) return false;
      const value = planned[name] ?? null;
      return !isUnknown(value) && !equalValues(type, prior[name] ?? null, value);
    })
    .map(([name]) => name);
}

export function idOf({ id }: Found): string | undefined {
  return textOf(id);
}
