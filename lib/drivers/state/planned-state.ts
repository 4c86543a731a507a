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

/** An object before a change, and what the user writes of it now. */
export interface Proposal {
  readonly prior: ObjectValue | null;
  readonly config: ObjectValue;
}

/**
 * What is still true of the values that the service set earlier: all of them while nothing changes, after a change
 * only those that are computed once, and none in an object that is new.
 */
type Memory = 'all' | 'stable' | 'nothing';

/**
 * The state a plan promises: the configuration; defaults where the user left something out; what the service computed
 * before, as long as nothing changes; otherwise unknown. A value that only is spelled differently stays as it was.
 */
export function planState(attributes: Attributes, proposal: Proposal): ObjectValue {
  if (proposal.prior === null) return planObject(attributes, proposal, 'nothing');
  const quiet = planObject(attributes, proposal, 'all');
  return equalObjects(attributes, quiet, proposal.prior) ? quiet : planObject(attributes, proposal, 'stable');
}

/** The plan with what the handler foresees of attributes that the user left open; what he wrote always stands. */
export function withForeseen(
  attributes: Attributes,
  planned: ObjectValue,
  config: ObjectValue,
  foreseen: ObjectValue = {},
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const isOpen = isFilledIn(attribute) && (config[name] ?? null) === null;
      const said = isOpen ? foreseen[name] : undefined;
      return [name, said === undefined ? (planned[name] ?? null) : said];
    }),
  );
}

/**
 * The attributes whose planned change makes a new object, also inside nested objects that were there before. An
 * element of a set has no identity: another value makes another element, and replaces nothing.
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

function planObject(attributes: Attributes, { prior, config }: Proposal, memory: Memory): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      planAttribute(attribute, prior?.[name] ?? null, config[name] ?? null, memory),
    ]),
  );
}

function planAttribute(attribute: Attribute, prior: Value, config: Value, memory: Memory): Value {
  if (attribute.writeOnly === true) return null;
  const wanted = config ?? attribute.default ?? null;
  if (wanted === null) return isFilledIn(attribute) ? recall(attribute, prior, memory) : null;
  if (isUnknown(wanted)) return unknown;
  if (meansTheSame(attribute, prior, wanted)) return prior;
  return attribute.type.kind === 'nested' ? planNested(attribute.type, prior, wanted, memory) : wanted;
}

/** What the service set earlier, as far as it still stands. */
function recall(attribute: Attribute, prior: Value, memory: Memory): Value {
  switch (memory) {
    case 'all':
      return prior;
    case 'stable':
      return attribute.stable === true ? prior : unknown;
    case 'nothing':
      return unknown;
  }
}

type NestedType = Extract<AttributeType, { kind: 'nested' }>;

function planNested(type: NestedType, prior: Value, config: Value, memory: Memory): Value {
  const { attributes, nesting } = type;
  const taken = new Set<ObjectValue>();
  return mapNested(nesting, config, (item, key) => {
    if (!isObjectValue(item)) return item;
    const before =
      nesting === 'set'
        ? takeObject(prior, taken, (other) => isConfiguredAs(attributes, other, item))
        : objectAt(prior, key);
    if (before === null) return planObject(attributes, { prior: null, config: item }, 'nothing');
    const proposal = { prior: before, config: item };
    if (nesting !== 'list' || memory !== 'stable') return planObject(attributes, proposal, memory);
    // A changed element of a list may be another one, moved here: what was computed once belongs to who knows whom.
    const isUnmoved = equalObjects(attributes, planObject(attributes, proposal, 'all'), before);
    return planObject(attributes, proposal, isUnmoved ? 'stable' : 'nothing');
  });
}

/** Whether an element of a set is the one that the configuration speaks of: it has all that is written there. */
function isConfiguredAs(attributes: Attributes, other: ObjectValue, config: ObjectValue): boolean {
  const quiet = planObject(attributes, { prior: other, config }, 'all');
  return equalObjects(attributes, quiet, other);
}

function meansTheSame(attribute: Attribute, prior: Value, wanted: Value): boolean {
  if (prior === null || isUnknown(prior)) return false;
  if (attribute.sameMeaning === undefined)
    return attribute.type.kind !== 'nested' && equalValues(attribute.type, prior, wanted);
  return isWhollyKnown(wanted) && attribute.sameMeaning(prior, wanted);
}
