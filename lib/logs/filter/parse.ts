import type { Fault } from '../fault';
import type { Filter } from './filter';
import { readJson } from './json';
import { positionsIn, type JsonNode } from './json-tree';
import { FilterReader } from './reader';
import { readWritten } from './written';

/** Either the filter, or all faults of the text. */
export type ParsedFilter =
  | { readonly filter: Filter; readonly faults: readonly [] }
  | { readonly filter: undefined; readonly faults: readonly Fault[] };

/**
 * Reads the text of a job's `filter` (specification 4.3). Any scalar is accepted as a value, in any field:
 * `checkFilter` checks the filter against a dataset.
 *
 * Codes, each with a path and the position in the text: `filter.syntax`, `filter.duplicate_key`, `filter.not_object`,
 * `filter.unknown_key`, `filter.no_where`, `filter.not_condition`, `filter.two_groups`,
 * `filter.mixed`, `filter.group_not_array`, `filter.group_empty`, `filter.missing_key`, `filter.key_not_string`,
 * `filter.operator_not_string`, `filter.unknown_operator`, `filter.value_kind`.
 *
 * @example
 * ```ts
 * const { filter, faults } = parseFilter('{"where":{"and":[{"key":"ClientCountry","operator":"neq","value":"ca"}]}}');
 * faults[0]?.message; // 'There is no operator "neq". Did you mean "!eq"?'
 * faults[0]?.position; // { offset: 51, line: 1, column: 52 }
 * ```
 */
export function parseFilter(text: string): ParsedFilter {
  const filter = readWritten(text);
  return filter === undefined ? readFilter(text).parsed : { filter, faults: [] };
}

/** @internal the same for a text as anybody writes it, with the tree for looking up positions */
export function readFilter(text: string): {
  readonly parsed: ParsedFilter;
  readonly root: JsonNode | undefined;
} {
  const { node, problem } = readJson(text);
  if (problem !== undefined) {
    const position = positionsIn(text)(problem.offset);
    const message =
      text.trim() === ''
        ? 'The filter is an empty string. Omit the filter to deliver every line.'
        : `The filter is not JSON: ${problem.message} (line ${position.line}, column ${position.column}).`;
    return { root: undefined, parsed: refused([{ code: 'filter.syntax', message, path: [], position }]) };
  }
  const reader = new FilterReader(text);
  const where = reader.document(node);
  if (where === null || reader.faults.length > 0) return { root: node, parsed: refused(reader.faults) };
  return { root: node, parsed: { filter: { where }, faults: [] } };
}

function refused(faults: readonly Fault[]): ParsedFilter {
  return { filter: undefined, faults };
}
