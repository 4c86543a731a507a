import { parseFilter, type Filter } from '../../../lib/logs';

const leaf = (key: string, operator: string, value: string) => ({ key, operator, value });
const textOf = (where: object): string => JSON.stringify({ where });

/**
 * A filter of at most 1000 bytes with so many conditions and groups, in groups that alternate. No shorter form is equivalent.
 *
 * @param count - from 3
 */
export function nestedFilter(count: number, key = 'RayID'): string {
  const values = Array.from({ length: 16 }, (_, at) => String.fromCodePoint(97 + at));
  const leaves = values.map((value) => leaf(key, 'contains', value));
  const nest = (left: number, kind: 'and' | 'or'): object => {
    const own = left <= 4 ? leaves.splice(0, left - 1) : leaves.splice(0, 1);
    const inner = left <= 4 ? [] : [nest(left - 2, kind === 'and' ? 'or' : 'and')];
    return { [kind]: [...own, ...inner] };
  };
  return textOf(nest(count, 'and'));
}

/** A filter of at most 1000 bytes with 31 operators, and its shorter form. */
export function factorableFilter(): readonly [long: string, short: string] {
  const common = leaf('JA4', 'eq', 'a');
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  const branches = digits.map((digit) => ({ and: [common, leaf('RayID', 'eq', digit)] }));
  const short = { and: [common, { key: 'RayID', operator: 'in', value: digits }] };
  return [textOf({ or: branches }), textOf(short)];
}

/** Counts every condition and every group, as the API may do. */
export function strictCount({ where }: Filter): number {
  const countOf = (condition: Filter['where']): number => {
    const children = Object.entries(condition).flatMap(([key, value]: [string, unknown]) =>
      key === 'and' || key === 'or' ? (value as readonly Filter['where'][]) : [],
    );
    return children.reduce((sum, child) => sum + countOf(child), 1);
  };
  return countOf(where);
}

export function parsed(text: string): Filter {
  const { filter, faults } = parseFilter(text);
  if (filter === undefined) throw new Error(faults.map(({ message }) => message).join());
  return filter;
}
