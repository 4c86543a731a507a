import { isObject, type JsonObject } from '../../../ground/json';
import type { ErrorEntry } from '../../http/errors';
import { hex32, isArray, isString, shown } from '../../shape';
import { badValue, codes, refuseUnknownKeys, rulesetRefusals } from './errors';
import type { Owner, RuleDefinition } from './model';
import { actions } from './phases';
import { own } from '../../../ground/record';

/** Validates the parameters that deploy a managed ruleset. Whether its rules exist is not checked. */
export function checkExecuteRule(
  { action_parameters: parameters }: RuleDefinition,
  { ruleMembers }: Owner,
  pointer: string,
): ErrorEntry[] {
  const at = `${pointer}/action_parameters`;
  if (parameters === undefined)
    return [badValue(codes.value, {}, 'action_parameters', 'execute needs the id of a ruleset', at)];
  refuseUnknownKeys(parameters, ['id', 'version', 'overrides', 'matched_data', ...ruleMembers], at);
  const { id, overrides } = parameters;
  const faults: ErrorEntry[] = [];
  if (!isString(id) || !hex32.test(id))
    faults.push(badValue(codes.value, shown(id ?? ''), 'id', 'it is not the id of a ruleset', `${at}/id`));
  if (overrides === undefined) return faults;
  if (!isObject(overrides)) throw rulesetRefusals.wrongType('overrides', 'an object', `${at}/overrides`);
  return [...faults, ...checkOverrides(overrides, ruleMembers, `${at}/overrides`)];
}

function checkOverrides(overrides: JsonObject, newer: readonly string[], at: string): ErrorEntry[] {
  const members = ['action', 'enabled', 'sensitivity_level', 'categories', 'rules', ...newer];
  refuseUnknownKeys(overrides, members, at);
  if (Object.keys(overrides).length === 0)
    return [badValue(codes.value, overrides, 'overrides', 'it must have at least one member', at)];
  return [
    ...checkEffect(overrides, at),
    ...checkItems(overrides.categories, 'categories', 'category', newer, at),
    ...checkItems(overrides.rules, 'rules', 'id', newer, at),
  ];
}

/** The managed rules of the emulator have the ids of the previous ones, which need not have 32 digits. */
const ruleId = /^(?:[0-9a-f]{32}|(?:[A-Z]+-)?\d+)$/;

function checkItems(
  items: unknown,
  array: string,
  key: string,
  newer: readonly string[],
  at: string,
): ErrorEntry[] {
  if (items === undefined) return [];
  if (!isArray(items)) throw rulesetRefusals.wrongType(array, 'an array', `${at}/${array}`);
  return items.flatMap((item, index) => {
    const here = `${at}/${array}/${index}`;
    if (!isObject(item)) throw rulesetRefusals.wrongType(array, 'an array of objects', here);
    refuseUnknownKeys(
      item,
      [key, 'action', 'enabled', 'sensitivity_level', 'score_threshold', ...newer],
      here,
    );
    const name = own(item, key) ?? '';
    const faults = checkEffect(item, here);
    if (!isString(name) || name === '' || (key === 'id' && !ruleId.test(name)))
      faults.push(
        badValue(codes.value, name, key, 'it names nothing that could be overridden', `${here}/${key}`),
      );
    if (Object.keys(item).length < 2)
      faults.push(badValue(codes.value, item, array, 'it overrides nothing', here));
    return faults;
  });
}

function checkEffect(item: JsonObject, at: string): ErrorEntry[] {
  const { action, enabled, score_threshold: threshold } = item;
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw rulesetRefusals.wrongType('enabled', 'a boolean', `${at}/enabled`);
  if (threshold !== undefined && typeof threshold !== 'number')
    throw rulesetRefusals.wrongType('score_threshold', 'a number', `${at}/score_threshold`);
  if (action === undefined) return [];
  if (!isString(action)) throw rulesetRefusals.wrongType('action', 'a string', `${at}/action`);
  return actions.includes(action)
    ? []
    : [badValue(codes.value, action, 'action', 'it is not an action', `${at}/action`)];
}
