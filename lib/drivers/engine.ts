import type { Advice, ApplyContext, Resource } from '../resources/handler';
import { equalValues, isUnknown, type Attributes, type Diagnostic, type ObjectValue } from '../schema';
import { desiredOf } from './state/desired-state';
import { normalizeObject, stateAfterRead } from './state/final-state';
import {
  assumeKept,
  findReplacements,
  isSameObject,
  planState,
  withPredictions,
} from './state/planned-state';
import { own } from '../ground/record';

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

/** Plans a change without making it. `S` is the service that handlers call. */
export async function planChange<S>(
  { contract: { attributes }, handler }: Resource<S>,
  context: ApplyContext<Attributes, S>,
  prior: ObjectValue | null,
  config: ObjectValue,
): Promise<Plan> {
  const proposed = planState(attributes, { prior, config });
  const assumed = prior === null ? proposed : assumeKept(attributes, prior, proposed);
  const advice: Advice = (await handler.plan?.({ prior, planned: assumed, config }, context)) ?? {};
  const planned = withPredictions(attributes, proposed, config, advice.predicted);
  const replaced = prior === null ? [] : findReplacements(attributes, prior, planned);
  return {
    desired: desiredOf(attributes, { prior, planned, config }),
    diagnostics: advice.diagnostics ?? [],
    matchesConfig: prior !== null && isSameObject(attributes, proposed, prior),
    differs: prior === null ? [] : differing(attributes, prior, proposed),
    isNoop: prior !== null && isSameObject(attributes, planned, prior),
    replaces: [...replaced.map(([name]) => String(name)), ...(advice.replaces ?? [])],
  };
}

/** The current object, in the notation of the configuration; undefined if it no longer exists. */
export async function readObject<S>(
  { contract: { attributes }, handler }: Resource<S>,
  context: ApplyContext<Attributes, S>,
  found: Found,
  configured: ObjectValue,
): Promise<ObjectValue | undefined> {
  const stored = storedAs(attributes, configured);
  const state = normalizeObject(attributes, { ...stored, ...found });
  const read = await handler.read(state, context);
  return read === undefined ? undefined : stateAfterRead(attributes, stored, read);
}

/** A configuration as a state holds it: with defaults, without computed attributes. */
function storedAs(attributes: Attributes, config: ObjectValue): ObjectValue {
  return normalizeObject(attributes, planState(attributes, { prior: null, config }));
}

function differing(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): string[] {
  return Object.entries(attributes)
    .filter(([name, { type, local }]) => {
      if (local === true) return false;
      const value = own(planned, name) ?? null;
      return !isUnknown(value) && !equalValues(type, own(prior, name) ?? null, value);
    })
    .map(([name]) => name);
}
