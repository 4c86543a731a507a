import { parseOutputOptions } from '../../../logs';
import type { OutputOptions } from '../../../logs';
import { addedTomorrow } from '../../http/quirks';
import type { JsonObject } from '../../shape';
import { logpushRefusals as refusals } from './errors';

/**
 * Checks every member by itself; whether the dataset has the fields is looked at elsewhere. What this service itself
 * adds to its replies may come back, and is kept.
 */
export function readOutputOptions(value: JsonObject): OutputOptions {
  const { [addedTomorrow]: added, ...known } = value;
  const { options, faults } = parseOutputOptions(known);
  if (options !== undefined)
    return added === undefined ? options : Object.assign({}, options, { [addedTomorrow]: added });
  const [fault] = faults;
  const member = `output_options.${String(fault?.path[0])}`;
  if (fault?.code === 'output_options.unknown') throw refusals.unknownField(member);
  throw refusals.badField(member, fault?.message ?? '');
}
