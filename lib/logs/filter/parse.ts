import type { Fault } from '../fault';
import type { Filter } from './filter';

export type ParsedFilter =
  | { readonly filter: Filter; readonly faults: readonly [] }
  | { readonly filter: undefined; readonly faults: readonly Fault[] };

export function parseFilter(text: string): ParsedFilter {
  throw new Error(`not yet: ${text}`);
}
