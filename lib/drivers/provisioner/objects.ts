import {
  DiagnosticError,
  equalObjects,
  equalValues,
  errorAt,
  isUnknown,
  warningAt,
  type Attributes,
  type Contract,
  type Diagnostic,
  type NaturalKey,
  type ObjectValue,
} from '../../schema';
import type { Advice, ApplyContext, Resource } from '../../resources/handler';
import { desiredOf } from '../state/desired';
import { findReplacements, planState, withForeseen } from '../state/planned-state';
import { settleObject, settleRead } from '../state/settled-state';

/** What a resource's objects are told apart by, and how they are called. */
export interface Identity {
  readonly key: NaturalKey;
  readonly values: ObjectValue;
  /** `edge_logpush_job (zone_id 023e…, name "logs")` */
  readonly label: string;
}

export function identify({ typeName, naturalKey }: Contract, values: ObjectValue): Identity {
  if (naturalKey === undefined) throw new Error(`${typeName} has no natural key`);
  const own = Object.fromEntries(naturalKey.attributes.map((name) => [name, values[name] ?? null]));
  const label = Object.entries(own).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return { key: naturalKey, values: own, label: `${typeName} (${label.join(', ')})` };
}

/** One object, reached by its natural key. `S` is what the handler talks to. */
export class KeyedObject<S> {
  readonly #resource: Resource<S>;
  readonly #identity: Identity;
  readonly #context: ApplyContext<Attributes, S>;

  constructor(resource: Resource<S>, identity: Identity, context: ApplyContext<Attributes, S>) {
    this.#resource = resource;
    this.#identity = identity;
    this.#context = context;
  }

  /** The object as it is, in the spelling of what was said of it; undefined where there is none. */
  async find(spoken: ObjectValue): Promise<ObjectValue | undefined> {
    const { contract, handler } = this.#resource;
    const { attributes } = contract;
    const key = settleObject(attributes, this.#identity.values);
    const found = (await handler.find?.(key, this.#context)) ?? [];
    const [first, ...others] = found;
    if (first === undefined) return undefined;
    if (others.length > 0) throw new DiagnosticError([ambiguous(this.#identity, found)]);
    const stored = storedAs(attributes, spoken);
    const state = settleObject(attributes, { ...stored, ...first });
    const read = await handler.read(state, this.#context);
    return read === undefined ? undefined : settleRead(attributes, stored, read);
  }

  /** What was found is a stranger's: without this, the handler takes what it has read for its own. */
  disown(): void {
    this.#context.privateState.set(undefined);
  }

  /** How a change looks before it is made. */
  async plan(prior: ObjectValue | null, config: ObjectValue): Promise<Plan> {
    const { contract, handler } = this.#resource;
    const { attributes } = contract;
    const proposed = planState(attributes, { prior, config });
    const advice: Advice = (await handler.plan?.({ prior, planned: proposed, config }, this.#context)) ?? {};
    const planned = withForeseen(attributes, proposed, config, advice.foreseen);
    const replaced = prior === null ? [] : findReplacements(attributes, prior, planned);
    return {
      desired: desiredOf(attributes, planned, config),
      diagnostics: advice.diagnostics ?? [],
      isSaidAlready: prior !== null && equalObjects(attributes, proposed, prior),
      differs: prior === null ? [] : differing(attributes, prior, proposed),
      isQuiet: prior !== null && equalObjects(attributes, planned, prior),
      replaces: [...replaced.map(([name]) => String(name)), ...(advice.replaces ?? [])],
    };
  }

  async planDeletion(prior: ObjectValue): Promise<readonly Diagnostic[]> {
    const change = { prior, planned: null, config: null };
    const advice = await this.#resource.handler.plan?.(change, this.#context);
    return advice?.diagnostics ?? [];
  }

  async create(desired: ObjectValue): Promise<void> {
    await this.#resource.handler.create(desired, this.#context);
  }

  async update(prior: ObjectValue, desired: ObjectValue, renewed: readonly string[]): Promise<void> {
    await this.#resource.handler.update({ prior, desired, renewed }, this.#context);
  }

  async delete(state: ObjectValue): Promise<void> {
    await this.#resource.handler.delete(state, this.#context);
  }
}

export interface Plan {
  readonly desired: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the object has everything that the configuration says. */
  readonly isSaidAlready: boolean;
  /** The attributes in which it has not. */
  readonly differs: readonly string[];
  /** Whether nothing is left to do either. */
  readonly isQuiet: boolean;
  /** The attributes whose change makes another object. */
  readonly replaces: readonly string[];
}

/** A configuration as it would stand in a state: defaults filled in, nothing of what the service says. */
function storedAs(attributes: Attributes, config: ObjectValue): ObjectValue {
  return settleObject(attributes, planState(attributes, { prior: null, config }));
}

function differing(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(attributes)
    .filter(([name, { type }]) => {
      const wanted = planned[name] ?? null;
      return !isUnknown(wanted) && !equalValues(type, prior[name] ?? null, wanted);
    })
    .map(([name]) => name);
}

function ambiguous({ key, label }: Identity, found: readonly Partial<ObjectValue>[]): Diagnostic {
  const ids = found.map(idOf).join(', ');
  return errorAt(
    [...key.attributes.slice(-1)],
    'More than one object of this name',
    `There are ${found.length} of ${label}: ${ids}. The provisioner driver keeps no state and knows an object by its ` +
      'name alone: rename or delete the others, or use the plugin driver.',
  );
}

export function taken({ key, label }: Identity, found: ObjectValue, differs: readonly string[]): Diagnostic {
  return errorAt(
    [...key.attributes.slice(-1)],
    'The name is taken',
    `${label} exists already (${idOf(found)}), is not of this stack, and differs from what is wanted in ` +
      `${differs.join(', ')}. Choose another name, delete it, or make it as it is here first: one that is just as ` +
      'wanted is taken over.',
  );
}

export function adopted({ key, label }: Identity, found: ObjectValue): Diagnostic {
  return warningAt(
    [...key.attributes.slice(-1)],
    'An object that is there already is taken over',
    `${label} (${idOf(found)}) is just as wanted. From now on it belongs to this stack, and is let go with it.`,
  );
}

export function leftBehind({ key, label }: Identity, old: ObjectValue): Diagnostic {
  return errorAt(
    [...key.attributes.slice(-1)],
    'The replaced object is still there',
    `The new ${label} is made, and the old one (${idOf(old)}) could not be deleted, for the reason that is told next. ` +
      'Delete it, then deploy again: while there are two of the name, nothing can be changed.',
  );
}

function idOf({ id }: Partial<ObjectValue>): string {
  return typeof id === 'string' ? id : 'without an id';
}
