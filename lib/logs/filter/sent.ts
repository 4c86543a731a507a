import type { Dataset } from '../catalogue';
import type { Fault } from '../fault';
import { canonicalFilter } from './canonical';
import {
  checkBytes,
  checkFilter,
  checkFilterText,
  isAboutBytes,
  faultsOfMeaning,
  filterLimits,
} from './check';
import { isFaultless } from './faultless';
import { parseFilter } from './parse';
import { readWritten } from './written';
import { plural } from '../../ground/words';
import { placeInExpression } from './check-expression';
import { type Filter, mapLeaves } from './filter';
import { fitsLimits, measureFilter, shortenFilter, type FilterSize, sizeOfFilter } from './shorten';
import { spellFilter } from './spell';

/**
 * A filter in the notation that is sent, the canonical one: so the same filter is the same text, whether its values are written in
 * code or come from Terraform, whose `jsonencode` writes `<` as `\u003c`. A text that is no filter stays.
 */
export function filterToSend(text: string): string {
  const { filter } = parseFilter(text);
  return filter === undefined ? text : canonicalFilter(filter);
}

/**
 * The faults of a text whose filter is sent: like `checkFilterText`, but the bytes are those of the notation that is sent. Constructs,
 * plans and commands decide with it.
 */
export function checkFilterToSend(text: string, dataset: Dataset): Fault[] {
  return isFaultlessJson(text, dataset) ? [] : readFilterToSend(text, dataset).faults;
}

/** What the notation that is sent may have more than the text that `JSON.stringify` wrote, where the values are strings: a group. */
const groupBytes = Buffer.byteLength('{"and":[]}');

/** Whether certainly nothing is found in the text of a filter: a quick answer for most, which `JSON.stringify` has written. */
export function isFaultlessJson(text: string, dataset: Dataset): boolean {
  // Every operator is an object in the text, which is an object too.
  const isSmall = text.split('{').length - 2 <= filterLimits.operators;
  if (!isSmall || Buffer.byteLength(text) + groupBytes > filterLimits.bytes) return false;
  const filter = readWritten(text);
  return filter !== undefined && isFaultless(filter, dataset);
}

/** The filter that is sent as a text, and what {@link checkFilterToSend} finds in it. */
export function readFilterToSend(
  text: string,
  dataset: Dataset,
): { readonly filter: Filter | undefined; readonly faults: Fault[] } {
  const { filter } = parseFilter(text);
  const faults = filter === undefined ? checkFilterText(text, dataset) : faultsToSend(text, filter, dataset);
  return { filter, faults };
}

function faultsToSend(text: string, filter: Filter, dataset: Dataset): Fault[] {
  const ofBytes = checkBytes(canonicalFilter(filter));
  const faults = checkFilter(filter, dataset);
  if (faults.length === 0) return ofBytes;
  const placed = checkFilterText(text, dataset).filter((each) => !isAboutBytes(each));
  // `checkFilterText` does not look into a text that is many times too long.
  return [...ofBytes, ...(placed.length === 0 && ofBytes.length === 0 ? faults : placed)];
}

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

function isShortened(filter: Filter, shorter: Filter, dataset: Dataset): boolean {
  return (
    sizeOfFilter(filter).operators > filterLimits.operators &&
    meaningOf(shortenFilter(filter, dataset)) === meaningOf(shorter)
  );
}
