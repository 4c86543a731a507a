import { customFieldLimits, isCookieName, isHeaderName } from '../../../logs';
import type { ErrorEntry } from '../../http/errors';
import { isArray, isObject, isString } from '../../shape';
import type { JsonObject } from '../../shape';
import { badValue, codes, refuseUnknownKeys, rulesetRefusals } from './errors';
import type { Rule, RuleDefinition } from './model';

const arrays = ['request_fields', 'response_fields', 'cookie_fields'] as const;

/** The errors of a log_custom_field rule, one entry each. Wrong types throw. */
export function checkCustomFieldRule(definition: RuleDefinition, pointer: string): ErrorEntry[] {
  const faults: ErrorEntry[] = [];
  if (definition.expression !== 'true')
    faults.push(
      badValue(
        codes.badExpression,
        definition.expression,
        'expression',
        'the expression of a log_custom_field rule must be true',
        `${pointer}/expression`,
      ),
    );
  const parameters = definition.action_parameters ?? {};
  const at = `${pointer}/action_parameters`;
  refuseUnknownKeys(parameters, arrays, at);
  if (arrays.every((name) => parameters[name] === undefined))
    faults.push(
      badValue(
        codes.value,
        parameters,
        'action_parameters',
        `at least one of ${arrays.join(', ')} is required`,
        at,
      ),
    );
  for (const name of arrays)
    if (parameters[name] !== undefined) faults.push(...checkArray(name, parameters[name], `${at}/${name}`));
  return faults;
}

/** The limit applies to the zone, which has one ruleset of this phase. */
export function checkCustomFieldCount(definitions: readonly RuleDefinition[], pointer: string): ErrorEntry[] {
  const total = definitions.reduce((sum, definition) => sum + countNames(definition), 0);
  if (total <= customFieldLimits.names) return [];
  const reason = `a zone has at most ${customFieldLimits.names} custom fields, request headers, response headers and cookies together`;
  return [badValue(codes.value, `${total} custom fields`, 'rules', reason, pointer)];
}

/** The distinct names of the enabled rules, in the order of the rules. */
export function collectCustomFields(rules: readonly Rule[]): Record<(typeof arrays)[number], string[]> {
  const enabled = rules.filter((rule) => rule.enabled);
  const pick = (array: (typeof arrays)[number]) => [
    ...new Set(enabled.flatMap((rule) => namesIn(rule.action_parameters?.[array]))),
  ];
  return {
    request_fields: pick('request_fields'),
    response_fields: pick('response_fields'),
    cookie_fields: pick('cookie_fields'),
  };
}

function checkArray(array: (typeof arrays)[number], value: unknown, pointer: string): ErrorEntry[] {
  if (!isArray(value)) throw rulesetRefusals.wrongType(array, 'an array', pointer);
  if (value.length === 0)
    return [badValue(codes.value, [], array, 'it must have at least one item', pointer)];
  return value.flatMap((item, index) => checkItem(array, item, `${pointer}/${index}`));
}

function checkItem(array: (typeof arrays)[number], item: unknown, pointer: string): ErrorEntry[] {
  if (!isObject(item)) throw rulesetRefusals.wrongType(array, 'an array of objects', pointer);
  refuseUnknownKeys(item, ['name'], pointer);
  const name = item.name ?? '';
  if (!isString(name)) throw rulesetRefusals.wrongType('name', 'a string', `${pointer}/name`);
  if (name === '')
    return [badValue(codes.value, name, 'name', 'the name cannot be blank', `${pointer}/name`)];
  const reason = array === 'cookie_fields' ? cookieFault(name) : headerFault(name);
  return reason === undefined ? [] : [badValue(codes.value, name, 'name', reason, `${pointer}/name`)];
}

function cookieFault(name: string): string | undefined {
  return isCookieName(name) ? undefined : 'no cookie can have that name';
}

function headerFault(name: string): string | undefined {
  if (!isHeaderName(name)) return 'no header can have that name';
  return name === name.toLowerCase() ? undefined : 'the name of a header must be lower case';
}

function countNames({ action_parameters: parameters }: RuleDefinition): number {
  return arrays.reduce((sum, array) => sum + namesIn(parameters?.[array]).length, 0);
}

function namesIn(value: JsonObject[string]): string[] {
  if (!isArray(value)) return [];
  return value.flatMap((item) => (isObject(item) && isString(item.name) ? [item.name] : []));
}
