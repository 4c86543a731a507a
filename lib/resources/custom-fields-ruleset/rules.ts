import type { NamedField, Rule, RuleInput, Ruleset } from '../../client';
import { objectsOf, textOf } from '../../ground/json';
import { equalValues, setOf, string } from '../../schema';
import { fieldSets, namesAttributes, type FieldSet, type NamesAttribute } from './contract';

export { customFieldPhase as phase } from '../custom-log-fields';

export type FieldNames = Readonly<Record<NamesAttribute, readonly string[] | null>>;

/** The rule that contains the names (specification 4.2 rule 2). Omits arrays without names: the API rejects empty arrays. */
export function toRule(
  fields: FieldNames,
  rule: { readonly enabled: boolean; readonly description: string; readonly id: string | null },
): RuleInput {
  return {
    ...(rule.id === null ? {} : { id: rule.id }),
    action,
    expression: 'true',
    description: rule.description,
    enabled: rule.enabled,
    action_parameters: Object.fromEntries(
      fieldSets.flatMap(({ array, attribute }) => {
        const names = fields[attribute] ?? [];
        return names.length === 0 ? [] : [[array, itemsOf(array, names, fields.preserve_duplicates ?? [])]];
      }),
    ),
  };
}

export function fromRule(rule: Rule | undefined): FieldNames & { readonly enabled: boolean } {
  const names = (array: FieldArray, isCollected: (field: NamedField) => boolean = () => true) =>
    unique((rule?.action_parameters?.[array] ?? []).filter(isCollected).map(({ name }) => name));
  return {
    request_headers: names('request_fields'),
    transformed_request_headers: names('transformed_request_fields'),
    response_headers: names('response_fields'),
    raw_response_headers: names('raw_response_fields'),
    cookies: names('cookie_fields'),
    preserve_duplicates: unique(
      responseArrays.flatMap((array) => names(array, ({ preserve_duplicates: isEvery }) => isEvery === true)),
    ),
    enabled: rule?.enabled ?? true,
  };
}

/** A ruleset with the rule of a resource, and those of others: writes carry them over, and deletions leave them. */
export interface Found {
  readonly ruleset: Ruleset;
  readonly own: Rule | undefined;
  readonly others: readonly Rule[];
}

interface OwnRule {
  readonly ruleId: string | undefined;
  /** The IDs of the rules that were seen to be those of others. */
  readonly others: readonly string[];
  readonly fields: FieldNames;
}

/**
 * Finds the rule of a resource: that of its ID. Without one it is the rule with its fields, or else the only one; an import, which knows
 * no fields, takes the first one. A client that follows specification 4.4 replaces all rules with a new one: if the ID is gone and there
 * is one rule, it is the rule of the resource.
 */
export function findOwnRule(ruleset: Ruleset, { ruleId, others, fields }: OwnRule): Found {
  const { rules } = ruleset;
  const all = rules.filter((rule) => rule.action === action);
  const candidates = all.filter(({ id }) => !others.includes(id));
  const [first] = candidates;
  const isImported = fieldSets.every(({ attribute }) => (fields[attribute] ?? []).length === 0);
  const likely = isImported || candidates.length === 1 ? first : undefined;
  const own =
    ruleId === undefined
      ? (candidates.find((rule) => sameFields(fromRule(rule), fields)) ?? likely)
      : (rules.find(({ id }) => id === ruleId) ?? (all.length === 1 ? first : undefined));
  return { ruleset, own, others: rules.filter((rule) => rule !== own) };
}

export function sameFields(one: FieldNames, other: FieldNames): boolean {
  return namesAttributes.every((name) => equalValues(names, one[name] ?? [], other[name] ?? []));
}

/** Describes rules for a message: `request headers x-a, x-b; cookies Sid`. */
export function describeRules(rules: readonly Rule[]): string {
  const described = rules.map((rule) => {
    const parts = [...describeFields(fromRule(rule)), ...describeUnknownFields(rule)];
    const text = rule.action === action && parts.length > 0 ? parts.join('; ') : `a rule "${rule.action}"`;
    return rule.enabled ? text : `${text} in a disabled rule`;
  });
  return described.join('; ');
}

/** Describes what a resource manages, in lines that differ where it does. */
export function describeSettings({
  enabled,
  description,
  ...fields
}: FieldNames & { readonly enabled: boolean | null; readonly description: string | null }): string[] {
  const missing = fieldSets.filter(({ attribute }) => (fields[attribute] ?? []).length === 0);
  return [
    ...describeFields(fields),
    ...missing.map((each) => `no ${nounOf(each)}`),
    enabled === false ? 'disabled' : 'enabled',
    `description "${description ?? ''}"`,
  ];
}

const action = 'log_custom_field';

const names = setOf(string);

type FieldArray = FieldSet['array'];

const responseArrays = ['response_fields', 'raw_response_fields'] as const;

function hasDuplicates(array: FieldArray): boolean {
  return responseArrays.some((each) => each === array);
}

function nounOf({ noun }: FieldSet): string {
  return `${noun}s`;
}

function describeFields(fields: FieldNames): string[] {
  return fieldSets.flatMap((set) => {
    const preserved = hasDuplicates(set.array) ? (fields.preserve_duplicates ?? []) : [];
    const shown = [...(fields[set.attribute] ?? [])]
      .sort()
      .map((name) => (preserved.includes(name) ? `${name} (duplicates preserved)` : name));
    return shown.length === 0 ? [] : [`${nounOf(set)} ${shown.join(', ')}`];
  });
}

/** Arrays that are newer than this package, and have no attribute. */
function describeUnknownFields({ action_parameters: parameters = {} }: Rule): string[] {
  return Object.entries(parameters)
    .filter(
      ([key, value]) =>
        !fieldSets.some(({ array }) => array === key) && Array.isArray(value) && value.length > 0,
    )
    .map(([key, value]) =>
      `${key} ${objectsOf(value)
        .flatMap(({ name }) => textOf(name) ?? [])
        .join(', ')}`.trimEnd(),
    );
}

/** `preserve_duplicates` is omitted where it is false, its default. */
function itemsOf(
  array: FieldArray,
  names: readonly string[],
  preserved: readonly string[],
): readonly NamedField[] {
  return [...names]
    .sort()
    .map((name) =>
      hasDuplicates(array) && preserved.includes(name) ? { name, preserve_duplicates: true } : { name },
    );
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
