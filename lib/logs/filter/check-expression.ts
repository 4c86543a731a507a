import type { Dataset } from '../catalogue';
import type { Fault } from '../fault';
import { checkFilter } from './check';
import { offsetOf } from './expression-places';
import type { Filter } from './filter';
import { positionsIn } from './json-tree';
import { readExpression } from './read-expression';
import { spellFilter } from './spell';
import { writeExpression } from './write-expression';

/**
 * Checks an expression against the fields of a dataset, as `checkFilter` does, with the position of every fault in the
 * text. Values may be written as `200` or `"200"`: the dataset decides their type. The size, which is that of the
 * canonical JSON, is checked by `fitFilter`.
 *
 * Codes: `filter.expression`, and those of `checkFilter`.
 */
export function checkExpressionText(text: string, dataset: Dataset): Fault[] {
  const { parsed, places } = readExpression(text);
  if (parsed.filter === undefined) return [...parsed.faults];
  const { filter } = parsed;
  const place = positionsIn(text);
  return checkFilter(spellFilter(filter, dataset), dataset).map((fault) => ({
    ...fault,
    position: place(offsetOf(filter, places, fault.path)),
  }));
}

/** @internal adds to the faults of a filter their position in its expression, and an excerpt */
export function placeInExpression(faults: readonly Fault[], filter: Filter, dataset: Dataset): Fault[] {
  if (faults.length === 0) return [];
  const { text, places } = writeExpression(filter, { dataset });
  const place = positionsIn(text);
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

function excerptAt(text: string, offset: number): string {
  const length = 60;
  const excerpt = text.slice(offset, offset + length);
  return offset + length < text.length ? `${excerpt}…` : excerpt;
}
