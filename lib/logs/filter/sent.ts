import type { Dataset } from '../catalogue';
import type { Fault } from '../fault';
import { canonicalFilter } from './canonical';
import { checkBytes, checkFilter, checkFilterText, isAboutBytes } from './check';
import { parseFilter } from './parse';

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
  const faults = checkFilterText(text, dataset);
  const { filter } = parseFilter(text);
  if (filter === undefined) return faults;
  const ofBytes = checkBytes(canonicalFilter(filter));
  const ofText = faults.filter((each) => !isAboutBytes(each));
  // `checkFilterText` does not look into a text that is many times too long.
  const isUnseen = ofText.length === 0 && faults.length > 0 && ofBytes.length === 0;
  return [...ofBytes, ...(isUnseen ? checkFilter(filter, dataset) : ofText)];
}
