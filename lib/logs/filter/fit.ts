import { plural } from '../../ground/words';
import type { Dataset } from '../catalogue';
import type { Fault } from '../fault';
import { faultsOfMeaning, filterLimits } from './check';
import { placeInExpression } from './check-expression';
import type { Filter } from './filter';
import { fitsLimits, measureFilter, shortenFilter, type FilterSize } from './shorten';
import { spellFilter } from './spell';

/** The text to send, and its faults. */
export interface FittedFilter {
  readonly text: string;
  readonly faults: readonly Fault[];
}

/**
 * Prepares a filter for a job of a dataset: its canonical text, or, where that exceeds 30 operators (conditions and groups)
 * or 1000 bytes, the text of an equivalent shorter form.
 *
 * Codes: those of `checkFilter`, and `filter.too_long`. A fault has its position in the expression that
 * `formatExpression` writes; a fault about the size has the sizes before and after.
 */
export function fitFilter(filter: Filter, dataset: Dataset): FittedFilter {
  const spelled = spellFilter(filter, dataset);
  const found = faultsOfMeaning(spelled, dataset);
  const faults = found.length === 0 ? [] : placeInExpression(found, spelled, dataset);
  const { text, size } = measureFilter(spelled);
  if (fitsLimits(size)) return { text, faults };

  const shortest = measureFilter(shortenFilter(spelled, dataset));
  return { text: shortest.text, faults: [...faults, ...sizeFaults(size, shortest.size)] };
}

function sizeFaults(before: FilterSize, after: FilterSize): Fault[] {
  if (fitsLimits(after)) return [];
  const isShorter = after.operators < before.operators || after.bytes < before.bytes;
  const found = isShorter
    ? `, and the shortest equivalent form found has ${measures(after)}`
    : ', and no shorter form was found';
  const message =
    `The filter has ${measures(before)}${found}. The limit is about ${filterLimits.operators} operators and ` +
    `${filterLimits.bytes} bytes, where every condition and every "and" or "or" group is an operator. Split the job, or ` +
    'simplify the filter.';
  const code = after.operators > filterLimits.operators ? 'filter.too_many_operators' : 'filter.too_long';
  return [{ code, message, path: ['where'] }];
}

function measures({ operators, bytes }: FilterSize): string {
  return `${plural(operators, 'operator')} and ${bytes} bytes`;
}
