import { fieldsOf, isObject, isTexts, objectsOf, textsOf, type JsonObject } from '../../../ground/json';
import {
  checkCustomFields,
  customFieldLimits,
  customFieldLimitSets,
  isWrong,
  type CustomFieldLimitSet,
  type CustomFields,
} from '../../../logs';
import { fieldSets, type FieldSet } from '../../../resources/custom-fields-ruleset/contract';
import { own } from '../../../ground/record';

/**
 * The custom fields in the JSON of `--custom-fields`: the zone's ruleset as the API returns it, or the names alone, as in
 * the attributes of `edge_custom_fields_ruleset`, with `custom_field_limits`.
 *
 * @param limits - those of `--custom-field-limits`
 * @throws an Error that says what is wrong with the file
 */
export function parseCustomFields(
  value: unknown,
  path: string,
  limits: CustomFieldLimitSet | undefined,
): CustomFields {
  const inner = isObject(value) && isObject(value.result) ? value.result : value;
  const found = isObject(inner) && Array.isArray(inner.rules) ? ofRules(inner.rules) : ofNames(inner);
  if (found === undefined) {
    const keys = fieldSets.map(({ attribute }) => `"${attribute}": [...]`).join(', ');
    throw new Error(
      `--custom-fields ${path}: expected a ruleset of the API, or {${keys}, "preserve_duplicates": [...], ` +
        '"custom_field_limits": "current"} with some of these keys.',
    );
  }
  const fields = withLimits(found, limits);
  const faults = checkCustomFields(fields).filter(isWrong);
  if (faults.length > 0)
    throw new Error(`--custom-fields ${path}: ${faults.map(({ message }) => message).join(' ')}`);
  return fields;
}

export function withLimits(fields: CustomFields, limits: CustomFieldLimitSet | undefined): CustomFields {
  return limits === undefined ? fields : { ...fields, limits };
}

/** The names in all enabled rules. The API does not say which limits a zone has: a rule may show that it has the current ones. */
export function ofRules(rules: readonly unknown[]): CustomFields {
  const parameters = objectsOf(rules)
    .filter(({ action, enabled }) => action === 'log_custom_field' && enabled !== false)
    .map((rule) => fieldsOf(rule.action_parameters));
  const itemsOf = (array: string) =>
    parameters
      .flatMap((each) => objectsOf(own(each, array)))
      .flatMap((item) => (typeof item.name === 'string' ? [{ ...item, name: item.name }] : []));
  const all = fieldSets.flatMap(({ array }): JsonObject[] => itemsOf(array));
  return ofLists(
    ({ array }) => itemsOf(array).map(({ name }) => name),
    all.flatMap((item) => (item.preserve_duplicates === true ? [String(item.name)] : [])),
    all.some((item) => 'preserve_duplicates' in item) || all.length > customFieldLimits.names,
  );
}

function ofNames(value: unknown): CustomFields | undefined {
  if (!isObject(value)) return undefined;
  const { preserve_duplicates: preserved = [], custom_field_limits: limits, ...lists } = value;
  const known = fieldSets.every(({ attribute }) => isTexts(lists[attribute] ?? []));
  const isUnknown = Object.keys(lists).some((key) => !fieldSets.some(({ attribute }) => attribute === key));
  const set = customFieldLimitSets.find((each) => each === limits);
  if (!known || isUnknown || !isTexts(preserved) || (limits !== undefined && set === undefined))
    return undefined;
  const fields = ofLists(({ attribute }) => textsOf(lists[attribute]), preserved, false);
  return withLimits(fields, set);
}

/** Without limits in the source, the newer kinds show which ones apply. */
function ofLists(
  namesOf: (set: FieldSet) => readonly string[],
  preserveDuplicates: readonly string[],
  showsCurrent: boolean,
): CustomFields {
  const isCurrent = showsCurrent || fieldSets.some((set) => 'needsCurrent' in set && namesOf(set).length > 0);
  const names = fieldSets.map((set) => [set.key, [...new Set(namesOf(set))]]);
  return {
    ...(Object.fromEntries(names) as Record<FieldSet['key'], string[]>),
    preserveDuplicates: [...new Set(preserveDuplicates)],
    limits: isCurrent || preserveDuplicates.length > 0 ? 'current' : 'specification',
  };
}
