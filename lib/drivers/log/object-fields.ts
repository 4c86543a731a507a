import { filledTextOf } from '../../ground/json';
import { own } from '../../ground/record';
import type { ObjectValue } from '../../schema';
import type { Fields } from './fields';

/** Which object these values are of: the first that has a part of it counts. */
export function objectFields(objects: readonly ObjectValue[]): Fields {
  const first = (...names: readonly string[]) =>
    objects.flatMap((object) => names.flatMap((name) => filledTextOf(own(object, name)) ?? []))[0];
  return { owner: first('zone_id', 'account_id'), name: first('name'), id: first('id') };
}
