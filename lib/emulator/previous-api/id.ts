import { textWhere } from '../schema/values';
import { previousId } from '../shape';

export const id = textWhere(
  (value) => previousId.test(value),
  'must be an id (letters, digits, "-", "_" and ".")',
);
