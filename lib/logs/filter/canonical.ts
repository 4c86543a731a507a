import type { Filter } from './filter';

export function canonicalFilter(filter: Filter): string {
  throw new Error(`not yet: ${JSON.stringify(filter)}`);
}

export function sameFilter(a: string, b: string): boolean {
  throw new Error(`not yet: ${a} ${b}`);
}
