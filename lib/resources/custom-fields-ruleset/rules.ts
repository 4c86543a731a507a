import type { CustomFieldParameters, NamedField, Rule, RuleInput } from '../../client';

/** The phase of custom log fields (specification 1). */
export const phase = 'http_log_custom_fields';

/** The names of custom fields, as the contract has them. */
export interface FieldNames {
  readonly request_headers: readonly string[] | null;
  readonly response_headers: readonly string[] | null;
  readonly cookies: readonly string[] | null;
}

/** The one rule that carries the names (specification 4.2 rule 2). Arrays without names are left out: the service wants none empty. */
export function toRule(
  fields: FieldNames,
  rule: { readonly enabled: boolean; readonly description: string; readonly id: string | null },
): RuleInput {
  return {
    ...(rule.id === null ? {} : { id: rule.id }),
    action: 'log_custom_field',
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
 * What a zone's rules deliver: the names of all rules that are enabled. Where none is, the names that would be
 * delivered, and `enabled` is false.
 */
export function fromRules(rules: readonly Rule[]): FieldNames & { readonly enabled: boolean } {
  const own = rules.filter(({ action }) => action === 'log_custom_field');
  const active = own.filter(({ enabled }) => enabled);
  const counted = active.length > 0 ? active : own;
  return {
    request_headers: collect(counted, 'request_fields'),
    response_headers: collect(counted, 'response_fields'),
    cookies: collect(counted, 'cookie_fields'),
    enabled: active.length > 0 || own.length === 0,
  };
}

/** Rules as a person reads them in a message: `request headers x-a, x-b; cookies Sid`. */
export function describeRules(rules: readonly Rule[]): string {
  const { request_headers, response_headers, cookies } = fromRules(rules);
  const parts = [
    ['request headers', request_headers],
    ['response headers', response_headers],
    ['cookies', cookies],
  ] as const;
  const told = parts.filter(([, names]) => names !== null && names.length > 0);
  if (told.length === 0) return `${rules.length} rule${rules.length === 1 ? '' : 's'} without custom fields`;
  return told.map(([what, names]) => `${what} ${(names ?? []).join(', ')}`).join('; ');
}

type FieldArray = 'request_fields' | 'response_fields' | 'cookie_fields';

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
