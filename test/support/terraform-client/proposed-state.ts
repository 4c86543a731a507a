import { isListValue, isObjectValue, isUnknown, type ObjectValue, type Value } from '../../../lib/schema';
import type { Attribute, Attributes, Type } from './schema';
import { equal } from './values';

/**
 * The state that Terraform proposes to a provider: the configuration, with the prior value of what only the provider
 * computes. Follows `ProposedNew` in Terraform's internal/plans/objchange.
 */
export function proposeState(
  attributes: Attributes,
  prior: ObjectValue | null,
  config: ObjectValue,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      proposeAttribute(attribute, prior?.[name] ?? null, config[name] ?? null),
    ]),
  );
}

function proposeAttribute(attribute: Attribute, prior: Value, config: Value): Value {
  if (config === null && attribute.computed) return cameFromConfig(attribute, prior) ? config : prior;
  return proposeValue(attribute.type, prior, config);
}

/** An optional object without computed values was configured: without a configuration it is removed. */
function cameFromConfig({ type, configurable }: Attribute, prior: Value): boolean {
  if (!configurable || prior === null) return false;
  const element = 'element' in type ? type.element : type;
  if (element.kind !== 'object') return false;
  const collection = type.kind === 'object' ? [prior] : (Object(prior) as object);
  const objects = Object.values(collection) as Value[];
  return objects.some(
    (each: Value) =>
      isObjectValue(each) &&
      Object.entries(element.attributes).some(([name, { computed }]) => !computed && each[name] !== null),
  );
}

function proposeValue(type: Type, prior: Value, config: Value): Value {
  if (config === null || isUnknown(config)) return config;
  if (type.kind === 'object')
    return isObjectValue(config)
      ? proposeState(type.attributes, isObjectValue(prior) ? prior : null, config)
      : config;
  if (!('element' in type) || type.element.kind !== 'object') return config;
  const { element } = type;
  if (isListValue(config)) {
    const before = isListValue(prior) ? [...prior] : [];
    return config.map((each, index) => {
      const at = type.kind === 'list' ? index : before.findIndex((old) => mayBecome(element, old, each));
      const [matched = null] = type.kind === 'list' ? [before[at]] : at < 0 ? [] : before.splice(at, 1);
      return proposeValue(element, matched, each);
    });
  }
  if (!isObjectValue(config)) return config;
  return Object.fromEntries(
    Object.entries(config).map(([key, each]) => [
      key,
      proposeValue(
        element,
        isObjectValue(prior) && Object.hasOwn(prior, key) ? (prior[key] ?? null) : null,
        each,
      ),
    ]),
  );
}

/** Whether an element of a set differs from its configuration only in what is computed. */
function mayBecome(type: Type, prior: Value, config: Value): boolean {
  if (equal(type, prior, config)) return true;
  if (type.kind !== 'object' || !isObjectValue(prior) || !isObjectValue(config)) return false;
  return Object.entries(type.attributes).every(([name, { type: member, computed }]) => {
    const [before, now] = [prior[name] ?? null, config[name] ?? null];
    return equal(member, before, now) || (computed && now === null) || mayBecome(member, before, now);
  });
}
