import { parseExpression, type Filter } from '../../../lib/logs';

export function read(text: string): Filter {
  const { filter, faults } = parseExpression(text);
  if (filter === undefined) throw new Error(faults.map(({ message }) => message).join());
  return filter;
}
