import { fieldsOf, isObject, isTexts, type JsonObject } from '../../../ground/json';
import { refuseUnknownKeys } from '../../controls/control';
import { hex32, isArray, isString, shown } from '../../shape';
import { actions } from '../rulesets/phases';
import type { NewTrip, Trip, Trips } from './model';
import { own } from '../../../ground/record';

const previousActions: readonly string[] = ['allow', 'simulate', 'challenge', 'js_challenge', 'block'];

/** Reads `waf` of a line of traffic. `refuse` creates the error of the line. */
export function parseTrips(value: unknown, refuse: (reason: string) => Error): Trips {
  if (!isObject(value)) throw refuse('waf: must be an object');
  refuseUnknownKeys(value, ['previous', 'new'], 'waf.', refuse);
  return {
    previous: readList(value, 'previous', refuse, (item, at) =>
      readTrip(item, at, ['rule_id', 'action'], previousActions, refuse),
    ),
    new: readList(value, 'new', refuse, (item, at) => readNewTrip(item, at, refuse)),
  };
}

function readList<Item>(
  value: JsonObject,
  key: string,
  refuse: (reason: string) => Error,
  read: (item: unknown, at: string) => Item,
): readonly Item[] {
  const items = own(value, key) ?? [];
  if (!isArray(items)) throw refuse(`waf.${key}: must be an array`);
  return items.map((item, index) => read(item, `waf.${key}[${index}]`));
}

function readTrip(
  item: unknown,
  at: string,
  known: readonly string[],
  allowed: readonly string[],
  refuse: (reason: string) => Error,
): Trip {
  if (!isObject(item)) throw refuse(`${at}: must be an object`);
  refuseUnknownKeys(item, known, `${at}.`, refuse);
  const { rule_id, action } = item;
  if (!isString(rule_id) || rule_id === '') throw refuse(`${at}.rule_id: must be the id of a rule`);
  if (!isString(action) || !allowed.includes(action))
    throw refuse(`${at}.action: ${shown(action).slice(0, 80)} is not one of ${allowed.join(', ')}`);
  return { rule_id, action };
}

function readNewTrip(item: unknown, at: string, refuse: (reason: string) => Error): NewTrip {
  const trip = readTrip(item, at, ['rule_id', 'action', 'ruleset_id', 'categories'], actions, refuse);
  const { ruleset_id, categories = [] } = fieldsOf(item);
  if (!isString(ruleset_id) || !hex32.test(ruleset_id))
    throw refuse(`${at}.ruleset_id: must be the id of a ruleset (32 lower-case hexadecimal digits)`);
  if (!isTexts(categories)) throw refuse(`${at}.categories: must be an array of strings`);
  return { ...trip, ruleset_id, categories };
}
