import { isSettable, type Attributes, type ObjectValue } from '../../schema';
import { normalizeObject } from './final-state';
import { withWriteOnly } from './write-only';

/**
 * What the user wants: the plan's settings, and the write-only ones that only the configuration has. What the service
 * is still to say is null.
 */
export function desiredOf(attributes: Attributes, planned: ObjectValue, config: ObjectValue): ObjectValue {
  const settings = withWriteOnly(attributes, normalizeObject(attributes, planned), config);
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isSettable(attribute))
      .map(([name]) => [name, settings[name] ?? null]),
  );
}
