import type { Dataset } from '../catalogue';
import { canonicalFilter } from './canonical';
import { filterLimits } from './check';
import { mapLeaves, type Filter } from './filter';
import { parseFilter } from './parse';
import { shortenFilter, sizeOfFilter } from './shorten';

/**
 * Whether two texts are equivalent filters, that is, whether their canonical texts are equal. A text that is not a
 * filter is equivalent only to itself, character by character.
 *
 * @param dataset - with it, a filter with too many operators is also equivalent to its shorter form: a job may have it that
 * the service accepted, because how it counts is not public
 */
export function sameFilter(a: string, b: string, dataset?: Dataset): boolean {
  if (a === b) return true;
  const [one, other] = [parseFilter(a).filter, parseFilter(b).filter];
  if (one === undefined || other === undefined) return false;
  if (meaningOf(one) === meaningOf(other)) return true;
  return dataset !== undefined && (isShortened(one, other, dataset) || isShortened(other, one, dataset));
}

/** The canonical text, with the same notation of all values: a field has one type, so `500` and `"500"` are the same value. */
function meaningOf({ where }: Filter): string {
  return canonicalFilter({
    where: mapLeaves(where, ({ key, operator, value }) => ({
      key,
      operator,
      value: typeof value === 'object' ? value.map(String) : String(value),
    })),
  });
}

/** Whether the shorter form replaces a filter with too many operators. */
function isShortened(filter: Filter, shorter: Filter, dataset: Dataset): boolean {
  return (
    sizeOfFilter(filter).operators > filterLimits.operators &&
    meaningOf(shortenFilter(filter, dataset)) === meaningOf(shorter)
  );
}
