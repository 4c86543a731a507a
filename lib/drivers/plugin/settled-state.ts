import { isUnknown, isWhollyKnown, type Attributes, type ObjectValue, type Value } from '../../schema';

/**
 * The state after an apply. What the plan promised stands, in the plan's spelling; what it left open comes from the
 * handler. Write-only values never get in.
 */
export function settleApplied(
  attributes: Attributes,
  planned: ObjectValue,
  result: ObjectValue,
): ObjectValue {
  return eachAttribute(attributes, (name) => {
    const promised = planned[name] ?? null;
    return promised !== null && isWhollyKnown(promised) ? promised : (result[name] ?? null);
  });
}

/**
 * The state after a failed create or update: what was there before, and over it what the handler kept. After a create
 * the settings of the plan stand too, so that the object can be deleted or finished.
 */
export function settleFailed(attributes: Attributes, before: ObjectValue, kept: ObjectValue): ObjectValue {
  return eachAttribute(attributes, (name) => {
    const value = kept[name] ?? before[name] ?? null;
    return isWhollyKnown(value) ? value : null;
  });
}

/** The state after a read: the old spelling stays where the service's means the same. */
export function settleRead(attributes: Attributes, prior: ObjectValue, read: ObjectValue): ObjectValue {
  return eachAttribute(attributes, (name) => {
    const [from, to] = [prior[name] ?? null, read[name] ?? null];
    if (from === null || to === null || isUnknown(from)) return to;
    return attributes[name]?.sameMeaning?.(from, to) === true ? from : to;
  });
}

function eachAttribute(attributes: Attributes, value: (name: string) => Value): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      attribute.writeOnly === true ? null : value(name),
    ]),
  );
}
