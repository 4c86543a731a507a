import { valueWhere } from '../schema/values';
import { isString, previousId } from '../shape';

export const id = valueWhere(
  (value): value is string => isString(value) && previousId.test(value),
  'must be an id (letters, digits, "-", "_" and ".")',
);
