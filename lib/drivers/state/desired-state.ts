import { isSettable, type Attributes, type ObjectValue, type Value } from '../../schema';
import { normalizeObject } from './final-state';
import { withWriteOnly } from './write-only';
import { own } from '../../ground/record';

interface Known {
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly config: ObjectValue;
}

/**
 * The desired state: the planned settings, and the write-only ones that only the configuration has. Values that the
 * service still has to compute are null. What changes is in the notation that is sent.
 */
export function desiredOf(attributes: Attributes, { prior, planned, config }: Known): ObjectValue {
  const settings = withWriteOnly(attributes, normalizeObject(attributes, planned), config);
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isSettable(attribute))
      .map(([name, { toSend = same }]) => {
        const value = own(settings, name) ?? null;
        return [name, value === own(prior ?? {}, name) ? value : toSend(value)];
      }),
  );
}

function same(value: Value): Value {
  return value;
}
