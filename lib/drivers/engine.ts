import { own } from '../ground/record';
import { textOf } from '../ground/json';
import type { Advice, ApplyContext, HandlerContext, PlannedChange, Resource } from '../resources/handler';
import {
  equalValues,
  isWhollyKnown,
  type Attributes,
  type Diagnostic,
  type ObjectValue,
  type Value,
} from '../schema';
import { desiredOf } from './state/desired-state';
import { normalizeObject, stateAfterRead } from './state/final-state';
import {
  assumeUnchanged,
  findReplacements,
  isSameObject,
  planState,
  withPredictions,
} from './state/planned-state';

/** An object that a search has found: its key and its id. */
export type FoundObject = Partial<ObjectValue>;

type Keep = (id: string) => void;

export interface Plan {
  readonly desired: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
  readonly matchesConfig: boolean;
  readonly differs: readonly string[];
  /** Whether there is nothing to do, what the handler predicts included. */
  readonly isNoop: boolean;
  readonly replaces: readonly string[];
}

/** The objects of a resource without a state: found by key, read, planned and applied. `S` is the service that handlers call. */
export class Engine<S> {
  readonly #attributes: Attributes;

  constructor(
    private readonly resource: Resource<S>,
    private readonly context: ApplyContext<Attributes, S>,
  ) {
    this.#attributes = resource.contract.attributes;
  }

  /** The objects with the natural key that these values have, with the attributes that the search returns. */
  async find(values: ObjectValue): Promise<readonly FoundObject[]> {
    const { contract, handler } = this.resource;
    const { attributes: names = [] } = contract.naturalKey ?? {};
    const key = Object.keys(this.#attributes).map((name) => [
      name,
      names.includes(name) ? (own(values, name) ?? null) : null,
    ]);
    return (await handler.find?.(Object.fromEntries(key) as ObjectValue, this.context)) ?? [];
  }

  /** The current object, in the notation of the configuration; undefined if it no longer exists. */
  async read(found: FoundObject, configured: ObjectValue): Promise<ObjectValue | undefined> {
    const attributes = this.#attributes;
    const stored = storedAs(attributes, configured);
    const state = normalizeObject(attributes, { ...stored, ...found });
    const read = await this.resource.handler.read(state, this.context);
    return read === undefined ? undefined : stateAfterRead(attributes, stored, read);
  }

  async plan(prior: ObjectValue | null, config: ObjectValue): Promise<Plan> {
    const attributes = this.#attributes;
    const proposed = planState(attributes, { prior, config });
    const assumed = prior === null ? proposed : assumeUnchanged(attributes, prior, proposed);
    const advice = await this.#advise({ prior, planned: assumed, config });
    const planned = withPredictions(attributes, proposed, config, advice.predicted);
    const replaced = prior === null ? [] : findReplacements(attributes, prior, planned);
    return {
      desired: desiredOf(attributes, { prior, planned, config }),
      diagnostics: advice.diagnostics ?? [],
      matchesConfig: prior !== null && isSameObject(attributes, proposed, prior),
      differs: prior === null ? [] : differences(attributes, prior, proposed).map(({ name }) => name),
      isNoop: prior !== null && isSameObject(attributes, planned, prior),
      replaces: [...replaced.map(([name]) => String(name)), ...(advice.replaces ?? [])],
    };
  }

  async planDeletion(prior: ObjectValue): Promise<readonly Diagnostic[]> {
    const { diagnostics = [] } = await this.#advise({ prior, planned: null, config: null });
    return diagnostics;
  }

  /** Returns the ID of the new object. `keep` gets it as soon as the object certainly exists. */
  async create(desired: ObjectValue, keep: Keep): Promise<string> {
    return idOf(await this.resource.handler.create(desired, this.#keeping(keep)));
  }

  /** Returns the ID that the object has afterwards. */
  async update(
    prior: ObjectValue,
    desired: ObjectValue,
    renewed: readonly string[],
    keep: Keep,
  ): Promise<string> {
    return idOf(await this.resource.handler.update({ prior, desired, renewed }, this.#keeping(keep)));
  }

  async delete(state: ObjectValue): Promise<void> {
    await this.resource.handler.delete(state, this.context);
  }

  #keeping(keep: Keep): ApplyContext<Attributes, S> {
    return { ...this.context, keep: (part) => keep(idOf(part)) };
  }

  async #advise(change: PlannedChange<Attributes>): Promise<Advice> {
    return (await this.resource.handler.plan?.(change, this.context)) ?? {};
  }
}

/** The context in which a handler reads and plans, where nothing is applied. */
export type ReadContext<S> = Pick<HandlerContext<S>, 'service' | 'settings' | 'signal'>;

/** The context of a handler that only reads and plans one object, without the effects of `keep`. */
export function readOnlyContext<S>(reading: ReadContext<S>): ApplyContext<Attributes, S> {
  let kept: unknown;
  return {
    ...reading,
    warn: () => undefined,
    progress: () => undefined,
    privateState: { get: () => kept, set: (value) => (kept = value) },
    keep: () => undefined,
  };
}

/** The ID of an object; empty for a procedure, which has the ID of its zone, and is identified by its key. */
export function idOf({ id, zone_id: zoneId }: FoundObject): string {
  return id === zoneId ? '' : (textOf(id) ?? '');
}

/** The attributes that a plan is sure to change: the planned value is known, and another one. */
export function differences(
  attributes: Attributes,
  prior: ObjectValue,
  proposed: ObjectValue,
): { readonly name: string; readonly prior: Value; readonly planned: Value }[] {
  return Object.entries(attributes).flatMap(([name, { type, stateOnly }]) => {
    const [before, planned] = [own(prior, name) ?? null, own(proposed, name) ?? null];
    if (stateOnly === true || !isWhollyKnown(planned) || equalValues(type, before, planned)) return [];
    return [{ name, prior: before, planned }];
  });
}

/** A configuration as a state holds it: with defaults, without computed attributes. */
function storedAs(attributes: Attributes, config: ObjectValue): ObjectValue {
  return normalizeObject(attributes, planState(attributes, { prior: null, config }));
}
