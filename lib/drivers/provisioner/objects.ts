import {
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
import { desiredOf } from '../state/desired-state';
import { findReplacements, planState, withForeseen } from '../state/planned-state';
import { normalizeObject, stateAfterRead } from '../state/final-state';

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

/** Whether a change of the key moves an object elsewhere, where a handler cannot follow: all that is more than a name. */
export function isSamePlace({ attributes }: Contract, a: Identity, b: Identity): boolean {
  return a.key.attributes
    .filter((name) => attributes[name]?.replaces === true)
    .every((name) => a.values[name] === b.values[name]);
}

export function isSameKey(a: Identity, b: Identity): boolean {
  return a.key.attributes.every((name) => a.values[name] === b.values[name]);
}

/** The objects of a resource, reached by their natural key. `S` is what the handler talks to. */
export class KeyedObjects<S> {
  readonly #resource: Resource<S>;
  readonly #context: ApplyContext<Attributes, S>;

  constructor(resource: Resource<S>, context: ApplyContext<Attributes, S>) {
    this.#resource = resource;
    this.#context = context;
  }

  /** What has the key, as far as looking for it tells. */
  async list({ values }: Identity): Promise<readonly Found[]> {
    const { contract, handler } = this.#resource;
    return (await handler.find?.(normalizeObject(contract.attributes, values), this.#context)) ?? [];
  }

  /** The object as it is, in the spelling of what was said of it; undefined where it is gone. */
  async read(found: Found, configured: ObjectValue): Promise<ObjectValue | undefined> {
    const { contract, handler } = this.#resource;
    const { attributes } = contract;
    const stored = storedAs(attributes, configured);
    const state = normalizeObject(attributes, { ...stored, ...found });
    const read = await handler.read(state, this.#context);
    return read === undefined ? undefined : stateAfterRead(attributes, stored, read);
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
      matchesConfig: prior !== null && equalObjects(attributes, proposed, prior),
      differs: prior === null ? [] : differing(attributes, prior, proposed),
      isNoop: prior !== null && equalObjects(attributes, planned, prior),
      replaces: [...replaced.map(([name]) => String(name)), ...(advice.replaces ?? [])],
    };
  }

  async planDeletion(prior: ObjectValue): Promise<readonly Diagnostic[]> {
    const change = { prior, planned: null, config: null };
    const advice = await this.#resource.handler.plan?.(change, this.#context);
    return advice?.diagnostics ?? [];
  }

  /** Gives the id of the new object. */
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

/** As much of an object as a look for it gives: its key and its id. */
export type Found = Partial<ObjectValue>;

export interface Plan {
  readonly desired: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the object has everything that the configuration says. */
  readonly matchesConfig: boolean;
  /** The attributes in which it has not. */
  readonly differs: readonly string[];
  /** Whether nothing is left to do either. */
  readonly isNoop: boolean;
  /** The attributes whose change makes another object. */
  readonly replaces: readonly string[];
}

/** A configuration as it would stand in a state: defaults filled in, nothing of what the service says. */
function storedAs(attributes: Attributes, config: ObjectValue): ObjectValue {
  return normalizeObject(attributes, planState(attributes, { prior: null, config }));
}

function differing(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(attributes)
    .filter(([name, { type }]) => {
      const wanted = planned[name] ?? null;
      return !isUnknown(wanted) && !equalValues(type, prior[name] ?? null, wanted);
    })
    .map(([name]) => name);
}

export function idOf({ id }: Found): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

export function ambiguousKey({ key, label }: Identity, found: readonly Found[], ours?: string): Diagnostic {
  const known = found.some((each) => idOf(each) === ours) ? ` The one of this construct is ${ours}.` : '';
  return errorAt(
    lastOf(key),
    'More than one object of this name',
    `There are ${found.length} of ${label}: ${found.map(idText).join(', ')}.${known} The provisioner driver keeps no ` +
      'state and knows an object by its name alone: rename or delete the others, or use the plugin driver.',
  );
}

export function nameInUse({ key, label }: Identity, found: Found, differs: readonly string[]): Diagnostic {
  return errorAt(
    lastOf(key),
    'The name is taken',
    `${label} exists already (${idText(found)}), is not of this construct, and differs from what is wanted in ` +
      `${differs.join(', ')}. Choose another name, delete it, or make it as it is here first: one that is just as ` +
      'wanted is taken over.',
  );
}

export function newNameInUse(from: Identity, { key, label }: Identity, found: Found): Diagnostic {
  return errorAt(
    lastOf(key),
    'The new name is taken',
    `${from.label} was to be renamed, and ${label} exists already (${idText(found)}). Nothing was changed. Choose ` +
      'another name, or delete or rename the other one first. Where it is of this stack and gets another name in the ' +
      'same deploy, deploy again; two that change names go by a third name, in two deploys.',
  );
}

export function adoptedWarning({ key, label }: Identity, found: Found): Diagnostic {
  return warningAt(
    lastOf(key),
    'An object that is there already is taken over',
    `${label} (${idText(found)}) is just as wanted. From now on it belongs to this stack, and is let go with it.`,
  );
}

export function claimedByAnother({ key, label }: Identity, found: Found, holder: string): Diagnostic {
  return errorAt(
    lastOf(key),
    'Another construct has the object',
    `${label} (${idText(found)}) is just being changed or deleted by ${holder} of this stack. Nothing was changed: ` +
      'deploy again. Should it come up again, give the two constructs different names.',
  );
}

export function replacedNotDeleted({ key, label }: Identity, old: Found): Diagnostic {
  return errorAt(
    lastOf(key),
    'The replaced object is still there',
    `The new ${label} is made, and the old one (${idText(old)}) could not be deleted, for the reason that is told next. ` +
      'The next deploy or destroy deletes it first, as long as the folder edge-platform/.memory of the stack is kept; ' +
      'otherwise delete it by hand.',
  );
}

export function orphanWarning({ label }: Identity, old: Found): Diagnostic {
  return warningAt(
    [],
    'An object of an earlier try is left',
    `${label} (${idText(old)}) was made by a deploy that failed, and is wanted elsewhere by now. Delete it by hand.`,
  );
}

export function noMemoWarning({ label }: Identity): Diagnostic {
  return warningAt(
    [],
    'What was deployed before is not known',
    `The folder edge-platform/.memory of the stack has nothing of ${label}, as after a deploy that failed elsewhere. What ` +
      'was taken out of the configuration since then cannot be told from what others made, and may stay: look it through.',
  );
}

export function renameUndetermined(from: Identity, { key, label }: Identity, found: Found): Diagnostic {
  return errorAt(
    lastOf(key),
    'Whether an object was to be renamed is not known',
    `There is no ${label}, but ${from.label} (${idText(found)}), under which name this construct was made; and what was ` +
      'deployed before is not known, since the folder edge-platform/.memory of the stack has nothing of it. If it is of ' +
      'this construct, give it the new name by hand; otherwise delete it or rename it. Then deploy again.',
  );
}

function lastOf({ attributes }: NaturalKey): string[] {
  return attributes.slice(-1);
}

function idText(found: Found): string {
  return idOf(found) ?? 'without an id';
}
