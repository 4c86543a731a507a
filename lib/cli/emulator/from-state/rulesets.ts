import { fieldsOf, filledTextOf, isObject, objectsOf, textsOf, type JsonObject } from '../../../ground/json';
import { toRule } from '../../../resources/custom-fields-ruleset/rules';
import { adjust } from '../../../resources/waf-migration/adjust';
import { toRuleInput, type RuleOverride } from '../../../resources/waf-migration/entry-point';
import type { SkipRule } from '../../../resources/waf-migration/skip-rules';
import type { Rule } from '../../../client';
import { blockOf, isSet, pick, withoutUnset, type Translate } from './values';
import { own } from '../../../ground/record';

export const managedPhase = 'http_request_firewall_managed';
export const customFieldsPhase = 'http_log_custom_fields';

const fieldArrays = [
  'request_fields',
  'transformed_request_fields',
  'response_fields',
  'raw_response_fields',
  'cookie_fields',
] as const;

/** A `_ruleset` of any version of the provider. */
export const rulesetOf: Translate = (attributes) => {
  const rules = objectsOf(attributes.rules);
  const unknown = rules.find((rule) => Array.isArray(rule.action_parameters) && !isKnownAction(rule));
  if (unknown !== undefined)
    return {
      reason: `rules with the action ${String(unknown.action)} of provider 3 or 4 are not translated`,
    };
  return {
    body: {
      ...pick(attributes, ['id', 'name', 'description', 'kind', 'phase']),
      rules: rules.map(ruleOf),
    },
  };
};

function isKnownAction({ action, action_parameters: parameters }: JsonObject): boolean {
  return own(parametersByAction, String(action)) !== undefined || !isSet(withoutUnset(blockOf(parameters)));
}

function ruleOf(rule: JsonObject): JsonObject {
  const action = String(rule.action);
  const parameters = blockOf(rule.action_parameters) ?? {};
  const translated = (own(parametersByAction, action) ?? withoutUnset)(parameters);
  const logging = blockOf(rule.logging);
  return {
    ...pick(rule, ['id', 'ref', 'expression', 'description']),
    action,
    enabled: rule.enabled !== false,
    ...(isSet(translated) ? { action_parameters: translated } : {}),
    ...(logging === undefined ? {} : isEnabledIn(logging)),
    ...objectIn(rule, 'ratelimit'),
    ...objectIn(rule, 'exposed_credential_check'),
  };

  function isEnabledIn(block: JsonObject): JsonObject {
    const enabled = enabledOf(block);
    return enabled === undefined ? {} : { logging: { enabled } };
  }
}

function objectIn(rule: JsonObject, name: string): JsonObject {
  const value = withoutUnset(blockOf(own(rule, name)) ?? {});
  return isSet(value) ? { [name]: value } : {};
}

/** Provider 3.35 also has a `status` where versions 4 and 5 have `enabled`. */
function enabledOf({ enabled, status }: JsonObject): boolean | undefined {
  if (status === 'enabled' || status === 'disabled') return status === 'enabled';
  if (status === '' && enabled !== true) return undefined;
  return typeof enabled === 'boolean' ? enabled : undefined;
}

const parametersByAction: Readonly<Record<string, (parameters: JsonObject) => JsonObject>> = {
  log_custom_field: (parameters) =>
    Object.fromEntries(
      fieldArrays.flatMap((name) => {
        const items = parameters[name];
        return Array.isArray(items) && items.length > 0 ? [[name, items.map(fieldOf)]] : [];
      }),
    ),
  execute: (parameters) => {
    const overrides = overridesOf(blockOf(parameters.overrides) ?? {});
    const matched = withoutUnset(blockOf(parameters.matched_data) ?? {});
    return {
      ...pick(parameters, ['id']),
      ...(isSet(overrides) ? { overrides } : {}),
      ...(isSet(matched) ? { matched_data: matched } : {}),
    };
  },
  skip: (parameters) => ({
    ...pick(parameters, ['ruleset', 'rulesets', 'phases', 'products']),
    ...(isSet(parameters.rules) ? { rules: skippedOf(parameters.rules) } : {}),
  }),
};

/** Names in versions 3 and 4. The provider of version 5 always sends `preserve_duplicates`. */
function fieldOf(item: unknown): JsonObject {
  if (!isObject(item)) return { name: item };
  return { name: item.name, ...(item.preserve_duplicates === true ? { preserve_duplicates: true } : {}) };
}

function overridesOf(overrides: JsonObject): JsonObject {
  return {
    ...settingsOf(overrides),
    ...listIn('categories', ['category']),
    ...listIn('rules', ['id', 'score_threshold']),
  };

  function listIn(name: string, keys: readonly string[]): JsonObject {
    const items = objectsOf(own(overrides, name)).map((item) => ({
      ...pick({ ...item, score_threshold: item.score_threshold === 0 ? null : item.score_threshold }, keys),
      ...settingsOf(item),
    }));
    return items.length === 0 ? {} : { [name]: items };
  }
}

function settingsOf(override: JsonObject): JsonObject {
  const enabled = enabledOf(override);
  return {
    ...pick(override, ['action', 'sensitivity_level']),
    ...(enabled === undefined ? {} : { enabled }),
  };
}

/** Versions 3 and 4 join the IDs of a ruleset by commas. */
function skippedOf(rules: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(fieldsOf(rules)).map(([ruleset, ids]) => [
      ruleset,
      typeof ids === 'string' ? ids.split(',').map((id) => id.trim()) : ids,
    ]),
  );
}

/** An `edge_custom_fields_ruleset`. */
export const customFieldsOf: Translate = (attributes) => {
  const names = (name: string) => textsOf(own(attributes, name));
  const rule = toRule(
    {
      request_headers: names('request_headers'),
      transformed_request_headers: names('transformed_request_headers'),
      response_headers: names('response_headers'),
      raw_response_headers: names('raw_response_headers'),
      cookies: names('cookies'),
      preserve_duplicates: names('preserve_duplicates'),
    },
    {
      enabled: attributes.enabled !== false,
      description: filledTextOf(attributes.description) ?? '',
      id: filledTextOf(attributes.rule_id) ?? null,
    },
  );
  const description = filledTextOf(attributes.description) ?? '';
  const name = filledTextOf(attributes.name) ?? 'Custom log fields';
  return {
    body: {
      ...pick(attributes, ['id']),
      name,
      description,
      kind: 'zone',
      phase: customFieldsPhase,
      rules: [rule],
    },
  };
};

/**
 * The entry point of a zone that an `edge_waf_migration` has migrated, as its attributes describe it. The state has the overrides
 * that the migration itself created in private data only.
 */
export function entryPointOf(attributes: JsonObject): JsonObject | undefined {
  const status = blockOf(attributes.status) ?? {};
  const executes = textsOf(status.enabled_rulesets).map((id): Rule => ({
    ...{ id: '', version: '', ref: '', last_updated: '', description: '', expression: 'true', enabled: true },
    action: 'execute',
    action_parameters: { id },
  }));
  const rules = adjust(executes, executes, {
    overrides: objectsOf(attributes.rule_overrides) as unknown as readonly RuleOverride[],
    skips: objectsOf(attributes.skip_rules).map((skip) => ({
      ...{ description: null, rule_ids: null, ruleset_id: null },
      ...skip,
    })) as unknown as readonly SkipRule[],
  });
  if (rules.length === 0) return undefined;
  const id = filledTextOf(status.ruleset_id);
  return {
    ...(id === undefined ? {} : { id }),
    ...{ name: 'default', kind: 'zone', phase: managedPhase },
    rules: rules.map((rule) => withoutUnset(toRuleInput(rule))),
  };
}

/** Whether a zone needs the current limits of custom fields to have such a ruleset. */
export function needsCurrentLimits({ phase, rules }: JsonObject): boolean {
  if (phase !== customFieldsPhase) return false;
  const parameters = objectsOf(rules).map((rule) => blockOf(rule.action_parameters) ?? {});
  const items = parameters.flatMap((each) => fieldArrays.flatMap((name) => objectsOf(each[name])));
  return (
    items.length > 40 ||
    items.some((item) => item.preserve_duplicates === true) ||
    parameters.some((each) => isSet(each.transformed_request_fields) || isSet(each.raw_response_fields))
  );
}
