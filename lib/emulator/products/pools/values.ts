import { valueReaders } from '../../values';
import { poolRefusals } from './errors';

export { orNull } from '../../values';
export type { Reader } from '../../values';

export const {
  readText,
  readFilledText,
  readFlag,
  readReference,
  readNumber,
  readInteger,
  readChoice,
  readObject,
  readMembers,
} = valueReaders(poolRefusals);
