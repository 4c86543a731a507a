import { entriesOf, isSettable, isObjectValue, isUnknown, mapAttributes, mapNested } from '../../schema';
import type { Attributes, ObjectValue, Value, Attribute, Path } from '../../schema';
import { normalizeObject } from './final-state';
import { own } from '../../ground/record';
import { objectAt, objectsIn } from './nested-lookup';

interface PlannedObject {
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly config: ObjectValue;
}

/** The planned settings, with the write-only ones of the configuration. Computed values are null, and what changes is in the notation to send. */
export function desiredOf(attributes: Attributes, { prior, planned, config }: PlannedObject): ObjectValue {
  const settings = withWriteOnly(attributes, normalizeObject(attributes, planned), config);
  return Object.fromEntries(
    entriesOf(attributes)
      .filter(([, attribute]) => isSettable(attribute))
      .map(([name, { toSend }]) => {
        const value = own(settings, name) ?? null;
        return [name, toSend === undefined || value === own(prior ?? {}, name) ? value : toSend(value)];
      }),
  );
}

/** The planned settings with the write-only ones added from the configuration, at any depth. */
export function withWriteOnly(
  attributes: Attributes,
  planned: ObjectValue,
  config: ObjectValue,
): ObjectValue {
  return mapAttributes(attributes, (name, attribute) =>
    fromConfig(attribute, own(planned, name) ?? null, own(config, name) ?? null),
  );
}

export function findWriteOnly(attributes: Attributes, config: ObjectValue): Path[] {
  return entriesOf(attributes).flatMap(([name, { type, writeOnly }]) => {
    const value = own(config, name) ?? null;
    if (value === null) return [];
    if (writeOnly === true) return [[name]];
    if (type.kind !== 'nested') return [];
    return objectsIn(name, type, value).flatMap(({ path, object }) =>
      findWriteOnly(type.attributes, object).map((inner) => [...path, ...inner]),
    );
  });
}

/** A planned value with write-only ones of the configuration. Terraform allows none inside a set: its elements could not be distinguished. */
function fromConfig({ type, writeOnly }: Attribute, planned: Value, config: Value): Value {
  if (writeOnly === true) return config;
  if (type.kind !== 'nested' || type.nesting === 'set' || isUnknown(planned)) return planned;
  return mapNested(type.nesting, planned, (item, key) =>
    isObjectValue(item) ? withWriteOnly(type.attributes, item, objectAt(config, key) ?? {}) : item,
  );
}
