import { filledTextOf, isObject, type JsonObject } from '../ground/json';
import {
  blockIn,
  except,
  flag,
  isSet,
  number,
  withDefault,
  renamed,
  text,
  type Form,
  type Members,
} from './form';

/** The actions of a page rule. Versions 3 and 4 write false, 0 and empty blocks for what is not set. */
const actions: Form = (value, at) =>
  Object.entries(blockIn(value, at) ?? {}).flatMap(([id, setting]): JsonObject[] => {
    if (!isSet(setting) || setting === false || setting === 0) return [];
    if (setting === true) return [{ id }];
    const block: unknown = Array.isArray(setting) && setting.every(isObject) ? setting[0] : setting;
    return [{ id, value: block }];
  });

const targets: Form = (value) => [{ target: 'url', constraint: { operator: 'matches', value } }];

/** The members of `cloudflare_page_rule`. */
export const pageRule: Members = {
  id: text,
  priority: number,
  status: text,
  targets: renamed(targets, 'target'),
  actions,
};

/** The members of `cloudflare_firewall_rule`. Its filter is a resource of its own in states, and a part of the rule in the API. */
export const firewallRule: Members = {
  id: text,
  action: text,
  products: (value) => (isSet(value) ? value : undefined),
  description: text,
  paused: withDefault(flag, false),
  priority: except(number, 0),
};

/** The members of `cloudflare_filter`. */
export const filter: Members = {
  id: text,
  expression: text,
  description: text,
  ref: text,
  paused: withDefault(flag, false),
};

/** The id of the filter that a rule of a state has. */
export function filterIdOf({ filter_id: id }: JsonObject): string {
  return filledTextOf(id) ?? '';
}
