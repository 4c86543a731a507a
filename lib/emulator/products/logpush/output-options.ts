import type { JsonObject } from '../../../ground/json';
import { parseOutputOptions } from '../../../logs';
import type { OutputOptions } from '../../../logs';
import { addedTomorrow } from '../../http/quirks';
import { logpushRefusals as refusals } from './errors';

/**
 * Validates every member by itself; `checks.ts` validates the fields against the dataset. The member that the quirk
 * `unknownFields` adds to replies is accepted and kept.
 */
export function readOutputOptions(value: JsonObject): OutputOptions {
  const { [addedTomorrow]: added, ...known } = value;
  const { options, faults } = parseOutputOptions(known);
  if (options !== undefined)
    return added === undefined ? options : Object.assign({}, options, { [addedTomorrow]: added });
  const [fault] = faults;
  const member = `/output_options.${String(fault?.path[0])}`;
  if (fault?.code === 'output_options.unknown') throw refusals.unknownField(member);
  throw refusals.invalid(member, fault?.message ?? '');
}
