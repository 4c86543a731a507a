import {
  equalObjects,
  equalValues,
  isFilledIn,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  mapNested,
  unknown,
  type Attribute,
  type AttributeType,
  type Attributes,
  type ObjectValue,
  type Path,
  type Value,
} from '../../schema';
import { objectAt, takeObject } from './nested-lookup';

/** An object before a change, and its new configuration. */
export interface Proposal {
  readonly prior: ObjectValue | null;
  readonly config: ObjectValue;
}

/**
 * Which computed values are still valid: all of them while nothing changes, those that are computed once after a change,
 * none in a new object.
 */
type Retained = 'all' | 'stable' | 'none';

/**
 * The planned state: the configuration; defaults for absent attributes; the computed values while nothing changes, otherwise
 * unknown. A value that differs only in its notation stays unchanged.
 */
export function planState(attributes: Attributes, proposal: Proposal): ObjectValue {
  if (proposal.prior === null) return planObject(attributes, proposal, 'none');
  const unchanged = planObject(attributes, proposal, 'all');
  return isSameObject(attributes, unchanged, proposal.prior)
    ? unchanged
    : planObject(attributes, proposal, 'stable');
}

/** Whether two states are the same for the service: what Terraform alone keeps may differ. */
export function isSameObject(attributes: Attributes, a: ObjectValue, b: ObjectValue): boolean {
  const ofObject = Object.entries(attributes).filter(([, { local }]) => local !== true);
  return equalObjects(Object.fromEntries(ofObject), a, b);
}

/** The plan with the handler's predictions for attributes that are not configured. Configured values always stay. */
export function withPredictions(
  attributes: Attributes,
  planned: ObjectValue,
  config: ObjectValue,
  predictions: ObjectValue = {},
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const isUnset = isFilledIn(attribute) && (config[name] ?? null) === null;
      const predicted = isUnset ? predictions[name] : undefined;
      return [name, predicted === undefined ? (planned[name] ?? null) : predicted];
    }),
  );
}

/**
 * The attributes whose planned change replaces the object, nested ones of existing elements included. An element of a set
 * has no identity: a changed value is another element and replaces nothing.
 */
export function findReplacements(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): Path[] {
  return Object.entries(attributes).flatMap(([name, { type, replaces }]) => {
    const [from, to] = [prior[name] ?? null, planned[name] ?? null];
    if (replaces === true) return equalValues(type, from, to) ? [] : [[name]];
    if (type.kind !== 'nested' || type.nesting === 'set') return [];
    return nestedObjects(to).flatMap(([key, item]) => {
      const before = objectAt(from, key);
      if (before === null) return [];
      const at = key === undefined ? [name] : [name, key];
      return findReplacements(type.attributes, before, item).map((path) => [...at, ...path]);
    });

    function nestedObjects(value: Value): [string | number | undefined, ObjectValue][] {
      const found: [string | number | undefined, ObjectValue][] = [];
      if (type.kind !== 'nested' || isUnknown(value)) return found;
      mapNested(type.nesting, value, (item, key) => {
        if (isObjectValue(item)) found.push([key, item]);
        return item;
      });
      return found;
    }
  });
}

function planObject(attributes: Attributes, { prior, config }: Proposal, retained: Retained): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      planAttribute(attribute, prior?.[name] ?? null, config[name] ?? null, { retained, config }),
    ]),
  );
}

function planAttribute(
  attribute: Attribute,
  prior: Value,
  configured: Value,
  { retained, config }: { readonly retained: Retained; readonly config: ObjectValue },
): Value {
  if (attribute.writeOnly === true) return null;
  const { implied } = attribute;
  if (configured === null && implied !== undefined)
    return prior !== null && equalValues(attribute.type, prior, implied) ? prior : null;
  const desired = configured ?? attribute.default ?? null;
  if (desired === null) return isFilledIn(attribute) ? retain(attribute, prior, retained) : null;
  if (isUnknown(desired)) return unknown;
  if (meansTheSame(attribute, prior, desired, config)) return prior;
  return attribute.type.kind === 'nested' ? planNested(attribute.type, prior, desired, retained) : desired;
}

/** A computed value, where it is still valid. */
function retain(attribute: Attribute, prior: Value, retained: Retained): Value {
  switch (retained) {
    case 'all':
      return prior;
    case 'stable':
      return attribute.stable === true ? prior : unknown;
    case 'none':
      return unknown;
  }
}

type NestedType = Extract<AttributeType, { kind: 'nested' }>;

function planNested(type: NestedType, prior: Value, config: Value, retained: Retained): Value {
  const { attributes, nesting } = type;
  const taken = new Set<ObjectValue>();
  return mapNested(nesting, config, (item, key) => {
    if (!isObjectValue(item)) return item;
    const before =
      nesting === 'set'
        ? takeObject(prior, taken, (other) => isConfiguredAs(attributes, other, item))
        : objectAt(prior, key);
    if (before === null) return planObject(attributes, { prior: null, config: item }, 'none');
    const proposal = { prior: before, config: item };
    if (nesting !== 'list' || retained !== 'stable') return planObject(attributes, proposal, retained);
    // A changed element of a list may have moved here: values that are computed once may belong to another element.
    const isUnmoved = equalObjects(attributes, planObject(attributes, proposal, 'all'), before);
    return planObject(attributes, proposal, isUnmoved ? 'stable' : 'none');
  });
}

/** Whether an element of a set is the configured one: it has every configured value. */
function isConfiguredAs(attributes: Attributes, other: ObjectValue, config: ObjectValue): boolean {
  const unchanged = planObject(attributes, { prior: other, config }, 'all');
  return equalObjects(attributes, unchanged, other);
}

function meansTheSame(attribute: Attribute, prior: Value, desired: Value, config: ObjectValue): boolean {
  if (prior === null || isUnknown(prior)) return false;
  if (attribute.sameMeaning === undefined)
    return attribute.type.kind !== 'nested' && equalValues(attribute.type, prior, desired);
  return isWhollyKnown(desired) && attribute.sameMeaning(prior, desired, config);
}
