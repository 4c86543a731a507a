import { isDeepStrictEqual } from 'node:util';
import {
  DiagnosticError,
  entriesOf,
  equalObjects,
  equalValues,
  errorAt,
  formatPath,
  isFilledIn,
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  mapAttributes,
  mapNested,
  unknown,
  warningAt,
  type Attribute,
  type AttributeType,
  type Attributes,
  type Diagnostic,
  type ObjectValue,
  type Path,
  type Value,
} from '../../schema';
import { mapCounterparts, objectAt, objectsIn, valueAt, type NestedType } from './nested-lookup';
import { own } from '../../ground/record';
import { onceFor } from '../../ground/remember';

export interface Proposal {
  readonly prior: ObjectValue | null;
  readonly config: ObjectValue;
}

/** The computed values that are still valid: all while nothing changes, those that are computed once after a change, none in a new object. */
type Retained = 'all' | 'stable' | 'none';

/**
 * The planned state: the configuration; defaults for absent attributes; the computed values while nothing changes, otherwise
 * unknown. A value that differs only in its notation stays unchanged. An unknown value of an attribute that forces replacement is
 * no change, see `assumeUnchanged`.
 */
export function planState(attributes: Attributes, proposal: Proposal): ObjectValue {
  const { prior } = proposal;
  if (prior === null) return planObject(attributes, proposal, 'none');
  const unchanged = planObject(attributes, proposal, 'all');
  return isSameObject(attributes, assumeUnchanged(attributes, prior, unchanged), prior)
    ? unchanged
    : planObject(attributes, proposal, 'stable');
}

/**
 * The planned state with the prior value of each attribute that forces replacement and may turn out to be unchanged, nested ones of
 * existing elements included. An unknown value never replaces an object: the plan is an update, and `refuseReplacement` ends the
 * apply before any call if the value has changed.
 */
export function assumeUnchanged(
  attributes: Attributes,
  prior: ObjectValue,
  planned: ObjectValue,
): ObjectValue {
  if (isWhollyKnown(planned)) return planned;
  return mapAttributes(attributes, (name, { type, replaces }) => {
    const [from, to] = [own(prior, name) ?? null, own(planned, name) ?? null];
    if (isWhollyKnown(to)) return to;
    if (replaces === true) return mayEqual(type, from, to) ? from : to;
    if (type.kind !== 'nested' || type.nesting === 'set') return to;
    return mapNested(type.nesting, to, (item, key) => {
      const before = objectAt(from, key);
      return isObjectValue(item) && before !== null ? assumeUnchanged(type.attributes, before, item) : item;
    });
  });
}

/** Refuses a replacement in an apply whose plan did not know a value: it has to be planned. */
export function refuseReplacement(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): void {
  const refused = describeReplacements(attributes, prior, planned).map(({ path, change }) =>
    errorAt(
      path,
      'Replacement not planned',
      `${change}. The plan did not know that, and a change replaces the object. Nothing was changed. Plan again, which replaces it.`,
    ),
  );
  if (refused.length > 0) throw new DiagnosticError(refused);
}

/** Warns about a replacement in a plan that may be the one of an apply: Terraform refuses it there without saying what to do. */
export function warnOfReplacement(
  attributes: Attributes,
  prior: ObjectValue,
  planned: ObjectValue,
): Diagnostic[] {
  return describeReplacements(attributes, prior, planned).map(({ path, change }) =>
    warningAt(
      path,
      'Object is replaced',
      `${change}, which replaces the object. If Terraform reports an inconsistent final plan beside this, the plan did not know the ` +
        'new value, and nothing was changed: plan again.',
    ),
  );
}

function describeReplacements(attributes: Attributes, prior: ObjectValue, planned: ObjectValue) {
  const show = (object: ObjectValue, path: Path) =>
    JSON.stringify(path.reduce((value: Value | undefined, step) => valueAt(value, step), object) ?? null);
  return findReplacements(attributes, prior, planned).map((path) => ({
    path,
    change: `${formatPath(path)} has changed from ${show(prior, path)} to ${show(planned, path)}`,
  }));
}

/** Whether two states are the same for the service: what Terraform alone keeps may differ. */
export function isSameObject(attributes: Attributes, a: ObjectValue, b: ObjectValue): boolean {
  return equalObjects(withoutStateOnly(attributes), a, b);
}

const withoutStateOnly = onceFor((attributes: Attributes): Attributes =>
  Object.fromEntries(entriesOf(attributes).filter(([, { stateOnly }]) => stateOnly !== true)),
);

/** The plan with the handler's predictions for attributes that are not configured. Configured values always stay. */
export function withPredictions(
  attributes: Attributes,
  planned: ObjectValue,
  config: ObjectValue,
  predictions: ObjectValue = {},
): ObjectValue {
  return mapAttributes(attributes, (name, attribute) => {
    const isUnset = isFilledIn(attribute) && (own(config, name) ?? null) === null;
    const predicted = isUnset ? own(predictions, name) : undefined;
    return predicted === undefined ? (own(planned, name) ?? null) : predicted;
  });
}

/** The attributes that replace the object, also nested ones of existing elements. A changed element of a set is another one, and replaces nothing. */
export function findReplacements(attributes: Attributes, prior: ObjectValue, planned: ObjectValue): Path[] {
  return entriesOf(attributes).flatMap(([name, { type, replaces, serviceDefault = null }]) => {
    const [from, to] = [own(prior, name) ?? serviceDefault, own(planned, name) ?? serviceDefault];
    if (replaces === true) return mayEqual(type, from, to) ? [] : [[name]];
    if (type.kind !== 'nested' || type.nesting === 'set') return [];
    return objectsIn(name, type, to).flatMap(({ path, key, object }) => {
      const before = objectAt(from, key);
      if (before === null) return [];
      return findReplacements(type.attributes, before, object).map((inner) => [...path, ...inner]);
    });
  });
}

function planObject(attributes: Attributes, { prior, config }: Proposal, retained: Retained): ObjectValue {
  const scope = { retained, config };
  return mapAttributes(attributes, (name, attribute) =>
    planAttribute(attribute, own(prior, name) ?? null, own(config, name) ?? null, scope),
  );
}

function planAttribute(
  attribute: Attribute,
  prior: Value,
  configured: Value,
  { retained, config }: { readonly retained: Retained; readonly config: ObjectValue },
): Value {
  if (attribute.writeOnly === true) return null;
  if (configured === null && attribute.serviceDefault !== undefined && attribute.presence === 'optional')
    return prior !== null && isServiceDefault(attribute, prior) ? prior : null;
  const desired = configured ?? attribute.default ?? null;
  if (desired === null) return isFilledIn(attribute) ? retain(attribute, prior, retained) : null;
  if (isUnknown(desired)) return unknown;
  if (meansTheSame(attribute, prior, desired, config)) return prior;
  return attribute.type.kind === 'nested' ? planNested(attribute.type, prior, desired, retained) : desired;
}

function isServiceDefault({ type, serviceDefault }: Attribute, value: Value): boolean {
  return serviceDefault !== undefined && equalValues(type, value, serviceDefault);
}

function retain(attribute: Attribute, prior: Value, retained: Retained): Value {
  switch (retained) {
    case 'all':
      return prior;
    case 'stable':
      return attribute.useStateForUnknown === true ? prior : unknown;
    case 'none':
      return unknown;
  }
}

function planNested(type: NestedType, prior: Value, config: Value, retained: Retained): Value {
  const { attributes, nesting } = type;
  const matches = (other: ObjectValue, item: ObjectValue) => isConfiguredAs(attributes, other, item);
  return mapCounterparts(type, config, prior, matches, (item, before) => {
    if (before === null) return planObject(attributes, { prior: null, config: item }, 'none');
    const proposal = { prior: before, config: item };
    if (nesting !== 'list' || retained !== 'stable') return planObject(attributes, proposal, retained);
    // A changed element of a list may have moved here: values that are computed once may belong to another element.
    const unchanged = planObject(attributes, proposal, 'all');
    const isUnmoved = equalObjects(attributes, assumeUnchanged(attributes, before, unchanged), before);
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

function mayEqual(type: AttributeType, known: Value, planned: Value): boolean {
  return equalValues(type, known, fillUnknown(known, planned));
}

/** A planned value with the known one's parts in place of unknown parts. */
function fillUnknown(known: Value, planned: Value): Value {
  if (isUnknown(planned)) return known;
  if (isListValue(planned)) {
    const open = isListValue(known) ? [...known] : [];
    for (const each of planned.filter(isWhollyKnown)) {
      const index = open.findIndex((other) => isDeepStrictEqual(other, each));
      if (index >= 0) open.splice(index, 1);
    }
    return planned.map((each) => (isWhollyKnown(each) ? each : fillUnknown(open.shift() ?? null, each)));
  }
  if (!isObjectValue(planned)) return planned;
  const from = isObjectValue(known) ? known : {};
  return Object.fromEntries(
    Object.entries(planned).map(([name, each]) => [name, fillUnknown(own(from, name) ?? null, each)]),
  );
}
