import { isObject, type JsonObject } from '../../../ground/json';
import {
  currentCustomFieldLimits,
  customFieldKinds,
  customFieldLimits,
  isCookieName,
  isHeaderName,
} from '../../../logs';
import type { CustomFieldLimitSet, CustomFields } from '../../../logs';
import type { ErrorEntry } from '../../http/errors';
import { isArray, isString } from '../../shape';
import { badValue, codes, refuseUnknownKeys, rulesetRefusals } from './errors';
import type { Owner, Rule, RuleDefinition } from './model';

type Kind = (typeof customFieldKinds)[number];
type FieldArray = Kind['array'];

/** The arrays that a zone with these limits can have. */
function arraysOf(limits: CustomFieldLimitSet): readonly FieldArray[] {
  return customFieldKinds
    .filter((kind) => limits === 'current' || !('needsCurrent' in kind))
    .map(({ array }) => array);
}

/** The errors of a log_custom_field rule, one entry each. Wrong types throw. */
export function checkCustomFieldRule(
  definition: RuleDefinition,
  owner: Owner,
  pointer: string,
): ErrorEntry[] {
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
  const arrays = arraysOf(owner.limits);
  const parameters = definition.action_parameters ?? {};
  const at = `${pointer}/action_parameters`;
  refuseUnknownKeys(parameters, [...arrays, ...owner.ruleMembers], at);
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
    if (parameters[name] !== undefined)
      faults.push(...checkArray(name, parameters[name], owner, `${at}/${name}`));
  return faults;
}

/** The parameters of a valid rule as the service answers them: with `preserve_duplicates` where it has a meaning. */
export function completeCustomFields(parameters: JsonObject, limits: CustomFieldLimitSet): JsonObject {
  if (limits !== 'current') return parameters;
  const complete = (value: unknown) =>
    isArray(value)
      ? value.map((item) =>
          isObject(item) ? { ...item, preserve_duplicates: item.preserve_duplicates ?? false } : item,
        )
      : value;
  return Object.fromEntries(
    Object.entries(parameters).map(([array, value]) => [array, isResponse(array) ? complete(value) : value]),
  );
}

/** The limits apply to the zone, which has one ruleset of this phase. */
export function checkCustomFieldsTogether(
  definitions: readonly RuleDefinition[],
  limits: CustomFieldLimitSet,
  pointer: string,
): ErrorEntry[] {
  const names = (array: FieldArray) =>
    definitions.flatMap(({ action_parameters: parameters }) => namesIn(parameters?.[array]));
  if (limits === 'current') return checkCurrentTogether(names, pointer);
  const total = arraysOf(limits).reduce((sum, array) => sum + names(array).length, 0);
  if (total <= customFieldLimits.names) return [];
  const reason = `a zone has at most ${customFieldLimits.names} custom fields, request headers, response headers and cookies together`;
  return [badValue(codes.value, `${total} custom fields`, 'rules', reason, pointer)];
}

function checkCurrentTogether(
  names: (array: FieldArray) => readonly string[],
  pointer: string,
): ErrorEntry[] {
  const { namesPerKind: most } = currentCustomFieldLimits;
  const tooMany = arraysOf('current').flatMap((array) => {
    const count = names(array).length;
    if (count <= most) return [];
    return [badValue(codes.value, `${count} names`, array, `a zone has at most ${most} of them`, pointer)];
  });
  const both = rawAndTransformed.flatMap(([raw, transformed]) =>
    names(transformed)
      .filter((name) => names(raw).includes(name))
      .map((name) =>
        badValue(
          codes.value,
          name,
          transformed,
          `the header is one of ${raw} too, and only one is logged`,
          pointer,
        ),
      ),
  );
  return [...tooMany, ...both];
}

const rawAndTransformed: readonly (readonly [raw: FieldArray, transformed: FieldArray])[] = [
  ['request_fields', 'transformed_request_fields'],
  ['raw_response_fields', 'response_fields'],
];

/** The distinct names of the enabled rules, in the order of the rules. */
export function collectCustomFields(rules: readonly Rule[], limits: CustomFieldLimitSet): CustomFields {
  const enabled = rules.filter((rule) => rule.enabled);
  const pick = (array: FieldArray, isPicked: (item: JsonObject) => boolean = () => true) => [
    ...new Set(enabled.flatMap((rule) => namesIn(rule.action_parameters?.[array], isPicked))),
  ];
  const isPreserved = (item: JsonObject) => item.preserve_duplicates === true;
  return {
    limits,
    requestHeaders: pick('request_fields'),
    transformedRequestHeaders: pick('transformed_request_fields'),
    responseHeaders: pick('response_fields'),
    rawResponseHeaders: pick('raw_response_fields'),
    cookies: pick('cookie_fields'),
    preserveDuplicates: [
      ...pick('response_fields', isPreserved),
      ...pick('raw_response_fields', isPreserved),
    ],
  };
}

function checkArray(array: FieldArray, value: unknown, owner: Owner, pointer: string): ErrorEntry[] {
  if (!isArray(value)) throw rulesetRefusals.wrongType(array, 'an array', pointer);
  if (value.length === 0)
    return [badValue(codes.value, [], array, 'it must have at least one item', pointer)];
  return value.flatMap((item, index) => checkItem(array, item, owner, `${pointer}/${index}`));
}

function checkItem(
  array: FieldArray,
  item: unknown,
  { limits, ruleMembers }: Owner,
  pointer: string,
): ErrorEntry[] {
  if (!isObject(item)) throw rulesetRefusals.wrongType(array, 'an array of objects', pointer);
  const members = isResponse(array) ? ['name', 'preserve_duplicates'] : ['name'];
  refuseUnknownKeys(item, [...members, ...ruleMembers], pointer);
  return [
    ...checkName(array, item.name ?? '', limits, `${pointer}/name`),
    ...checkPreserved(item.preserve_duplicates ?? false, limits, `${pointer}/preserve_duplicates`),
  ];
}

function checkName(
  array: FieldArray,
  name: unknown,
  limits: CustomFieldLimitSet,
  pointer: string,
): ErrorEntry[] {
  if (!isString(name)) throw rulesetRefusals.wrongType('name', 'a string', pointer);
  if (name === '') return [badValue(codes.value, name, 'name', 'the name cannot be blank', pointer)];
  const reason = array === 'cookie_fields' ? cookieFault(name) : headerFault(name, array, limits);
  return reason === undefined ? [] : [badValue(codes.value, name, 'name', reason, pointer)];
}

/** The provider of the service always sends `preserve_duplicates`, so zones of all limits accept false. */
function checkPreserved(value: unknown, limits: CustomFieldLimitSet, pointer: string): ErrorEntry[] {
  if (typeof value !== 'boolean')
    throw rulesetRefusals.wrongType('preserve_duplicates', 'a boolean', pointer);
  if (!value || limits === 'current') return [];
  const reason = 'only the first instance of a repeated header is logged';
  return [badValue(codes.value, value, 'preserve_duplicates', reason, pointer)];
}

function cookieFault(name: string): string | undefined {
  return isCookieName(name) ? undefined : 'no cookie can have that name';
}

function headerFault(name: string, array: FieldArray, limits: CustomFieldLimitSet): string | undefined {
  if (!isHeaderName(name)) return 'no header can have that name';
  if (name !== name.toLowerCase()) return 'the name of a header must be lower case';
  const isUnsupported = limits === 'current' && name === 'range' && !isResponse(array);
  return isUnsupported ? 'the request header Range is not supported' : undefined;
}

function isResponse(array: string): boolean {
  return array === 'response_fields' || array === 'raw_response_fields';
}

function namesIn(value: unknown, isPicked: (item: JsonObject) => boolean = () => true): string[] {
  if (!isArray(value)) return [];
  return value.flatMap((item) =>
    isObject(item) && isString(item.name) && isPicked(item) ? [item.name] : [],
  );
}
