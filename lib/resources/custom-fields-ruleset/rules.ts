import type { NamedField, Rule, RuleInput } from '../../client';
import { objectsOf, textOf } from '../../ground/json';
import { plural } from '../../ground/words';
import { fieldSets, type FieldSet } from './contract';

/** The phase of custom log fields (specification 1). */
export const phase = 'http_log_custom_fields';

/** The names of custom fields, as in the contract. */
export type FieldNames = Readonly<
  Record<FieldSet['attribute'] | 'preserve_duplicates', readonly string[] | null>
>;

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

/**
 * The fields that the rules of a zone deliver: the names of all enabled rules. If no rule is enabled, the names that
 * would be delivered, with `enabled` false. So a rule that is added or disabled out of band shows as drift only if it
 * changes what is delivered.
 */
export function fromRules(rules: readonly Rule[]): FieldNames & { readonly enabled: boolean } {
  const { counted, isEnabled } = countedRules(rules);
  return {
    request_headers: collect(counted, 'request_fields'),
    transformed_request_headers: collect(counted, 'transformed_request_fields'),
    response_headers: collect(counted, 'response_fields'),
    raw_response_headers: collect(counted, 'raw_response_fields'),
    cookies: collect(counted, 'cookie_fields'),
    preserve_duplicates: unique(responseArrays.flatMap((array) => collect(counted, array, isPreserved))),
    enabled: isEnabled,
  };
}

/** Describes rules for a message: `request headers x-a, x-b; cookies Sid`. */
export function describeRules(rules: readonly Rule[]): string {
  const parts = [
    ...describeNames(countedRules(rules).counted),
    ...describeUnknownFields(rules.slice(0, 1)),
    ...describeUnseen(rules),
  ];
  return parts.length > 0 ? parts.join('; ') : plural(rules.length, 'rule');
}

/**
 * Describes what `fromRules` cannot show and the next write removes: disabled rules next to enabled ones, other actions,
 * and kinds of fields without an attribute. Empty for a ruleset that this resource wrote.
 */
export function describeUnseen(rules: readonly Rule[]): string[] {
  const { counted } = countedRules(rules);
  const otherActions = rules
    .filter((rule) => rule.action !== action)
    .map((rule) => `a rule "${rule.action}"`);
  const disabled = rules.filter((rule) => rule.action === action && !counted.includes(rule));
  // The first rule is the one that an update keeps, with the members that this version does not know.
  return [
    ...describeNames(disabled).map((names) => `${names} in a disabled rule`),
    ...describeUnknownFields(rules.slice(1)),
    ...otherActions,
  ];
}

const action = 'log_custom_field';

type FieldArray = FieldSet['array'];

/** The arrays whose items can have `preserve_duplicates`. */
const responseArrays = ['response_fields', 'raw_response_fields'] as const;

function isPreserved({ preserve_duplicates: isEvery }: NamedField): boolean {
  return isEvery === true;
}

function countedRules(rules: readonly Rule[]): { counted: readonly Rule[]; isEnabled: boolean } {
  const ours = rules.filter((rule) => rule.action === action);
  const active = ours.filter(({ enabled }) => enabled);
  return active.length > 0 || ours.length === 0
    ? { counted: active, isEnabled: true }
    : { counted: ours, isEnabled: false };
}

function describeNames(rules: readonly Rule[]): string[] {
  return fieldSets
    .map(({ array, noun }) => ({
      noun: array === 'cookie_fields' ? 'cookies' : `${noun}s`,
      names: collect(rules, array),
      preserved: collect(rules, array, isPreserved),
    }))
    .filter(({ names }) => names.length > 0)
    .map(({ noun, names, preserved }) => {
      const shown = names.map((name) => (preserved.includes(name) ? `${name} (duplicates preserved)` : name));
      return `${noun} ${shown.join(', ')}`;
    });
}

/** Arrays that are newer than this package, and have no attribute. */
function describeUnknownFields(rules: readonly Rule[]): string[] {
  const ours = rules.filter((rule) => rule.action === action);
  const parameters = ours.flatMap((rule) => Object.entries(rule.action_parameters ?? {}));
  return parameters
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
  const hasDuplicates = responseArrays.some((each) => each === array);
  return [...names]
    .sort()
    .map((name) =>
      hasDuplicates && preserved.includes(name) ? { name, preserve_duplicates: true } : { name },
    );
}

function collect(
  rules: readonly Rule[],
  key: FieldArray,
  isCollected: (field: NamedField) => boolean = () => true,
): readonly string[] {
  const fields = rules.flatMap(({ action_parameters: parameters }) => parameters?.[key] ?? []);
  return unique(fields.filter(isCollected).map(({ name }) => name));
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
