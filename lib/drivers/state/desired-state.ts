import { isSettable, type Attributes, type ObjectValue } from '../../schema';
import { normalizeObject } from './final-state';
import { withWriteOnly } from './write-only';
import { own } from '../../ground/record';

/**
 * The desired state: the planned settings, and the write-only ones that only the configuration has. Values that the
 * service still has to compute are null.
 */
export function desiredOf(attributes: Attributes, planned: ObjectValue, config: ObjectValue): ObjectValue {
  const settings = withWriteOnly(attributes, normalizeObject(attributes, planned), config);
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isSettable(attribute))
      .map(([name]) => [name, own(settings, name) ?? null]),
  );
}
