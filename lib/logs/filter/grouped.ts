import { canonicalFilter } from './canonical';
import { isLeaf } from './filter';
import { parseFilter } from './parse';

/** The text of a filter as the specification shows it: a condition alone becomes a group of one. Other texts stay as they are. */
export function groupedFilter(text: string): string {
  const where = parseFilter(text).filter?.where;
  if (where === undefined || !isLeaf(where)) return text;
  return canonicalFilter({ where });
}
