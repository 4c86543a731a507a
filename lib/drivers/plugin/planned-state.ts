import {
  equalObjects,
  equalValues,
  isFilledIn,
  isListValue,
  isObjectValue,
  isUnknown,
  mapNested,
  unknown,
  type Attribute,
  type Attributes,
  type ObjectValue,
  type Path,
  type Value,
} from '../../schema';

/** What Terraform sends for a plan of an object that is to exist afterwards. */
export interface Proposal {
  readonly prior: ObjectValue | null;
  /** The configuration merged by Terraform with what the service had computed before. */
  readonly proposed: ObjectValue;
  readonly config: ObjectValue;
}

/**
 * The state a plan promises: the configuration; defaults where the user left something out; what the service computed
 * before, as long as nothing changes; otherwise unknown. A value that only is spelled differently stays as it was.
 */
export function planState(attributes: Attributes, { prior, proposed, config }: Proposal): ObjectValue {
  const quiet = planAttributes(attributes, { prior, proposed, config });
  if (prior === null || equalObjects(attributes, quiet, prior)) return quiet;
  return forgetComputed(attributes, quiet, config);
}

/** The attributes whose planned change makes a new object. */
export function findReplacements(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): Path[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const [from, to] = [prior[name] ?? null, planned[name] ?? null];
    if (attribute.replaces === true && !equalValues(attribute.type, from, to)) return [[name]];
    const { type } = attribute;
    if (type.kind !== 'nested' || type.nesting !== 'single' || !isObjectValue(from) || !isObjectValue(to))
      return [];
    return findReplacements(type.attributes, from, to).map((path) => [name, ...path]);
  });
}

function planAttributes(attributes: Attributes, { prior, proposed, config }: Proposal): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      planAttribute(attribute, {
        isNew: prior === null,
        prior: prior?.[name] ?? null,
        proposed: proposed[name] ?? null,
        config: config[name] ?? null,
      }),
    ]),
  );
}

/** One attribute's side of a proposal; `isNew` tells an object without a past from an attribute that was null. */
interface AttributeProposal {
  readonly isNew: boolean;
  readonly prior: Value;
  readonly proposed: Value;
  readonly config: Value;
}

function planAttribute(attribute: Attribute, { isNew, prior, proposed, config }: AttributeProposal): Value {
  if (attribute.writeOnly === true) return null;
  if (config === null) {
    if (attribute.default !== undefined) return attribute.default;
    if (!isFilledIn(attribute)) return null;
    return isNew ? unknown : proposed;
  }
  if (isUnknown(config)) return unknown;
  if (meansTheSame(attribute, prior, config)) return prior;
  if (attribute.type.kind !== 'nested') return config;
  return planNested(attribute.type, prior, proposed, config);
}

function planNested(
  type: Extract<Attribute['type'], { kind: 'nested' }>,
  prior: Value,
  proposed: Value,
  config: Value,
): Value {
  return mapNested(type.nesting, config, (item, key) => {
    if (!isObjectValue(item)) return item;
    const counterpart = (of: Value) => findCounterpart(type.attributes, of, item, key);
    const proposedItem = counterpart(proposed) ?? item;
    return planAttributes(type.attributes, {
      prior: counterpart(prior),
      proposed: proposedItem,
      config: item,
    });
  });
}

/** The object that stood in the same place: by key or index; in a set, the one that has all that is configured. */
function findCounterpart(
  attributes: Attributes,
  container: Value,
  item: ObjectValue,
  key: string | number | undefined,
): ObjectValue | null {
  if (key === undefined) return isObjectValue(container) ? container : null;
  if (isObjectValue(container)) {
    const found = container[key];
    return isObjectValue(found) ? found : null;
  }
  if (!isListValue(container)) return null;
  const agrees = (other: Value) =>
    isObjectValue(other) &&
    Object.entries(attributes).every(([name, { type }]) => {
      const wanted = item[name] ?? null;
      return wanted === null || equalValues(type, wanted, other[name] ?? null);
    });
  const found = container.find(agrees);
  return isObjectValue(found) ? found : null;
}

function meansTheSame(attribute: Attribute, prior: Value, config: Value): boolean {
  if (prior === null || isUnknown(prior)) return false;
  return attribute.sameMeaning?.(prior, config) ?? equalValues(attribute.type, prior, config);
}

/** An update may change whatever the service computes, save what it computes once. */
function forgetComputed(attributes: Attributes, planned: ObjectValue, config: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const isComputed = attribute.presence === 'computed' || attribute.presence === 'optional-computed';
      const leftToService = isComputed && (config[name] ?? null) === null;
      return [name, leftToService && attribute.stable !== true ? unknown : (planned[name] ?? null)];
    }),
  );
}
