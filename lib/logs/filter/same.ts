import type { Dataset } from '../catalogue';
import { canonicalFilter } from './canonical';
import { filterLimits } from './check';
import type { Filter } from './filter';
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
  if (canonicalFilter(one) === canonicalFilter(other)) return true;
  return dataset !== undefined && (isShortened(one, other, dataset) || isShortened(other, one, dataset));
}

/** Whether the shorter form replaces a filter with too many operators. */
function isShortened(filter: Filter, shorter: Filter, dataset: Dataset): boolean {
  return (
    sizeOfFilter(filter).operators > filterLimits.operators &&
    canonicalFilter(shortenFilter(filter, dataset)) === canonicalFilter(shorter)
  );
}
