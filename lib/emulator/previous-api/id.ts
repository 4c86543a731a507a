import { Field } from '../schema/field';
import { isString, previousId } from '../shape';

export const id = Field.of<string>((value, at, refusals) => {
  if (isString(value) && previousId.test(value)) return value;
  throw refusals.invalid(at, 'must be an id (letters, digits, "-", "_" and ".")');
});
