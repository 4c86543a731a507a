import {
  checkFilter,
  isAboutOperators,
  parseExpression,
  parseFilter,
  type Dataset,
  type Fault,
  type Filter,
} from '../logs';
import { placedMessage } from '../logs/fault';
import { string } from '../schema';
import { ArgumentError } from './parameter';

export const filterParameter = {
  name: 'filter',
  type: string,
  description: 'The JSON of a filter, as a job has it. Null and an empty string are no filter.',
  isNullable: true,
} as const;

/** The filter of a text. `isRefused`: the faults that end the call. Too many operators do not: the job reports them, and they mean the same. */
export function readFilter(
  text: string | null,
  dataset: Dataset,
  isRefused: (fault: Fault) => boolean,
): Filter | undefined {
  if (text === null || text === '') return undefined;
  const { filter, faults } = parseFilter(text);
  if (filter === undefined) throw unreadable(text, faults);
  refuse('filter', checkFilter(filter, dataset), (each) => !isAboutOperators(each) && isRefused(each));
  return filter;
}

/** Ends the call if there are faults of a kind, by default of any. */
export function refuse(
  parameter: string,
  faults: readonly Fault[],
  isRefused: (fault: Fault) => boolean = () => true,
): void {
  const refused = faults.filter(isRefused);
  if (refused.length > 0) throw refusal(parameter, refused);
}

export function refusal(parameter: string, faults: readonly Fault[]): ArgumentError {
  return new ArgumentError(parameter, faults.map(placedMessage).join('\n'));
}

function unreadable(text: string, faults: readonly Fault[]): ArgumentError {
  if (parseExpression(text).filter === undefined) return refusal('filter', faults);
  return new ArgumentError(
    'filter',
    'It is an expression, and must be the JSON of a filter. Write provider::edge::filter(…) around it.',
  );
}
