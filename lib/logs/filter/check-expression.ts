import type { Dataset } from '../catalogue';
import type { Fault } from '../fault';
import { checkFilter } from './check';
import { offsetOf } from './expression-places';
import type { Filter } from './filter';
import { placesIn } from './json-tree';
import { readExpression } from './read-expression';
import { spellFilter } from './spell';
import { writeExpression } from './write-expression';

/**
 * Checks the text form of a filter against the fields of a dataset, as `checkFilter` does, with the place of every
 * fault in the text. Values may be written either way, `200` or `"200"`: the dataset says what they are. Its size is
 * that of the canonical JSON, which `fitFilter` judges.
 *
 * Codes: `filter.expression`, and those of `checkFilter`.
 */
export function checkExpressionText(text: string, dataset: Dataset): Fault[] {
  const { parsed, places } = readExpression(text);
  if (parsed.filter === undefined) return [...parsed.faults];
  const { filter } = parsed;
  const place = placesIn(text);
  return checkFilter(spellFilter(filter, dataset), dataset).map((fault) => ({
    ...fault,
    position: place(offsetOf(filter, places, fault.path)),
  }));
}

/** @internal places faults of a filter in the expression that it is written as, and says so in words */
export function placeInExpression(faults: readonly Fault[], filter: Filter, dataset: Dataset): Fault[] {
  if (faults.length === 0) return [];
  const { text, places } = writeExpression(filter, { dataset });
  const place = placesIn(text);
  return faults.map((fault) => {
    const position = place(offsetOf(filter, places, fault.path));
    const excerpt = excerptAt(text, position.offset);
    return {
      ...fault,
      position,
      message: `${fault.message} In the expression at column ${position.column}: ${excerpt}`,
    };
  });
}

/** Some characters from the place on, enough to find it again. */
function excerptAt(text: string, offset: number): string {
  const length = 60;
  const excerpt = text.slice(offset, offset + length);
  return offset + length < text.length ? `${excerpt}…` : excerpt;
}
