import { isString, previousId } from '../shape';
import { valueReaders } from '../values';
import type { Reader } from '../values';
import { previousRefusals as refusals } from './errors';

export const {
  readText,
  readFilledText,
  readFlag,
  readInteger,
  readChoice,
  readList,
  readObject,
  readMembers,
} = valueReaders(refusals);

export const readId: Reader<string> = (value, at) => {
  if (isString(value) && previousId.test(value)) return value;
  throw refusals.invalid(at, 'must be an id (letters, digits, "-", "_" and ".")');
};

export function readTextUpTo(most: number): Reader<string> {
  return (value, at) => {
    const text = readText(value, at);
    if (text.length > most) throw refusals.invalid(at, `must have at most ${most} characters`);
    return text;
  };
}

/** Throws when an id is in the list twice, or in `seen` already. */
export function refuseDuplicates(ids: readonly string[], at: string, seen = new Set<string>()): void {
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) throw refusals.invalid(`${at}/${index}/id`, `is used twice: ${id}`);
    seen.add(id);
  }
}
