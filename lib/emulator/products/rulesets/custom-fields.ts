import { isObject, type JsonObject } from '../../../ground/json';
import {
  currentCustomFieldLimits,
  customFieldKinds,
  customFieldLimits,
  type CustomFieldLimitSet,
  type CustomFields,
} from '../../../logs';
import type { ErrorEntry } from '../../http/errors';
import { isArray, isString } from '../../shape';
import { badValue, codes } from './errors';
import type { Rule, RuleDefinition } from './model';

type Kind = (typeof customFieldKinds)[number];
export type FieldArray = Kind['array'];

export function arraysOf(limits: CustomFieldLimitSet): readonly FieldArray[] {
  return customFieldKinds
    .filter((kind) => limits === 'current' || !('needsCurrent' in kind))
    .map(({ array }) => array);
}

/** The parameters of a valid rule as the service answers them: with `preserve_duplicates` where it has a meaning. */
export function completeCustomFields(
  parameters: JsonObject | undefined,
  limits: CustomFieldLimitSet,
): JsonObject | undefined {
  if (limits !== 'current' || parameters === undefined) return parameters;
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
  const both = rawAndTransformed.flatMap(([raw, transformed]) => {
    const reason = `the header is one of ${raw} too, and only one is logged`;
    const twice = names(transformed).filter((name) => names(raw).includes(name));
    return twice.map((name) => badValue(codes.value, name, transformed, reason, pointer));
  });
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

export function isResponse(array: string): boolean {
  return array === 'response_fields' || array === 'raw_response_fields';
}

function namesIn(value: unknown, isPicked: (item: JsonObject) => boolean = () => true): string[] {
  if (!isArray(value)) return [];
  return value.flatMap((item) =>
    isObject(item) && isString(item.name) && isPicked(item) ? [item.name] : [],
  );
}
