import type { CustomFieldParameters, NamedField, Rule, RuleInput } from '../../client';

/** The phase of custom log fields (specification 1). */
export const phase = 'http_log_custom_fields';

/** The names of custom fields, as in the contract. */
export interface FieldNames {
  readonly request_headers: readonly string[] | null;
  readonly response_headers: readonly string[] | null;
  readonly cookies: readonly string[] | null;
}

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
    action_parameters: {
      ...named('request_fields', fields.request_headers),
      ...named('response_fields', fields.response_headers),
      ...named('cookie_fields', fields.cookies),
    },
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
    response_headers: collect(counted, 'response_fields'),
    cookies: collect(counted, 'cookie_fields'),
    enabled: isEnabled,
  };
}

/** Describes rules for a message: `request headers x-a, x-b; cookies Sid`. */
export function describeRules(rules: readonly Rule[]): string {
  const parts = [...describeNames(countedRules(rules).counted), ...describeUnseen(rules)];
  return parts.length > 0 ? parts.join('; ') : `${rules.length} rule${rules.length === 1 ? '' : 's'}`;
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
  return [
    ...describeNames(disabled).map((names) => `${names} in a disabled rule`),
    ...describeUnknownFields(rules.filter((rule) => rule.action === action)),
    ...otherActions,
  ];
}

const action = 'log_custom_field';

type FieldArray = 'request_fields' | 'response_fields' | 'cookie_fields';

const nouns: Readonly<Record<FieldArray, string>> = {
  request_fields: 'request headers',
  response_fields: 'response headers',
  cookie_fields: 'cookies',
};

function countedRules(rules: readonly Rule[]): { counted: readonly Rule[]; isEnabled: boolean } {
  const ours = rules.filter((rule) => rule.action === action);
  const active = ours.filter(({ enabled }) => enabled);
  return active.length > 0 || ours.length === 0
    ? { counted: active, isEnabled: true }
    : { counted: ours, isEnabled: false };
}

function describeNames(rules: readonly Rule[]): string[] {
  return (['request_fields', 'response_fields', 'cookie_fields'] as const)
    .map((key) => ({ noun: nouns[key], names: collect(rules, key) }))
    .filter(({ names }) => names.length > 0)
    .map(({ noun, names }) => `${noun} ${names.join(', ')}`);
}

/** Arrays such as `raw_response_fields`, which are newer than the specification and have no attribute. */
function describeUnknownFields(rules: readonly Rule[]): string[] {
  const parameters = rules.flatMap((rule) => Object.entries(rule.action_parameters ?? {}));
  return parameters
    .filter(([key, value]) => !(key in nouns) && Array.isArray(value) && value.length > 0)
    .map(([key, value]) => `${key} ${namesIn(value).join(', ')}`.trimEnd());
}

function namesIn(items: unknown): string[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string'
      ? [item.name]
      : [],
  );
}

function named(key: FieldArray, names: readonly string[] | null): CustomFieldParameters {
  if (names === null || names.length === 0) return {};
  return { [key]: [...names].sort().map((name) => ({ name })) };
}

function collect(rules: readonly Rule[], key: FieldArray): readonly string[] {
  const names = rules.flatMap(({ action_parameters }) => (action_parameters?.[key] ?? []).map(nameOf));
  return [...new Set(names)].sort();
}

function nameOf({ name }: NamedField): string {
  return name;
}
