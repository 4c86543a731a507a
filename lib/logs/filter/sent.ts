import { jsonOf } from '../../ground/json';
import type { Dataset } from '../catalogue';
import type { Fault } from '../fault';
import { canonicalFilter } from './canonical';
import { checkFilterText, isAboutBytes } from './check';
import { parseFilter } from './parse';

/**
 * A filter in the notation that is sent, the canonical one: so the same filter is the same text, whether its values are written in
 * code or come from Terraform, whose `jsonencode` writes `<` as `\u003c`. A text that is no filter stays.
 */
export function filterToSend(text: string): string {
  const { filter } = parseFilter(text);
  return filter === undefined ? text : canonicalFilter(filter);
}

/** The faults of a text whose filter is sent: like `checkFilterText`, but white space and needless escapes have no bytes. */
export function checkFilterToSend(text: string, dataset: Dataset): Fault[] {
  const faults = checkFilterText(text, dataset);
  if (!faults.some(isAboutBytes) || parseFilter(text).filter === undefined) return faults;
  const ofSent = checkFilterText(JSON.stringify(jsonOf(text)), dataset);
  // Places are those in the text, which is not looked at where it is many times too long.
  const ofText = faults.filter((each) => !isAboutBytes(each));
  return ofText.length === 0 ? ofSent : [...ofSent.filter(isAboutBytes), ...ofText];
}
