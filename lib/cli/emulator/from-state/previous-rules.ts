import { filledTextOf, isObject, type JsonObject } from '../../../ground/json';
import { blockOf, isSet, pick, type Translate, type Translated } from './values';

/** A `_page_rule` of any version of the provider. */
export const pageRuleOf: Translate = (attributes) => {
  const actions = blockOf(attributes.actions) ?? {};
  return {
    body: {
      ...pick(attributes, ['id', 'priority', 'status']),
      targets: [{ target: 'url', constraint: { operator: 'matches', value: attributes.target } }],
      actions: Object.entries(actions).flatMap(actionOf),
    },
  };
};

/** Versions 3 and 4 write false, 0 and empty blocks for what is not set. */
function actionOf([id, value]: [string, unknown]): JsonObject[] {
  if (!isSet(value) || value === false || value === 0) return [];
  if (value === true) return [{ id }];
  const block = Array.isArray(value) && value.every(isObject) ? value[0] : value;
  return [{ id, value: block }];
}

/** A `_firewall_rule` with its `_filter`. */
export function firewallRuleOf(attributes: JsonObject, filters: ReadonlyMap<string, JsonObject>): Translated {
  const filterId = filledTextOf(attributes.filter_id) ?? '';
  const filter = filters.get(filterId);
  if (filter === undefined) return { reason: `its filter ${filterId} is not in the state` };
  return {
    body: {
      ...pick(attributes, ['id', 'action', 'products', 'description']),
      paused: attributes.paused === true,
      ...(typeof attributes.priority === 'number' && attributes.priority > 0
        ? { priority: attributes.priority }
        : {}),
      filter: { ...pick(filter, ['id', 'expression', 'description', 'ref']), paused: filter.paused === true },
    },
  };
}
