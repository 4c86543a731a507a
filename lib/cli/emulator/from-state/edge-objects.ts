import { filledTextOf, objectsOf, textsOf, type JsonObject, isObject } from '../../../ground/json';
import { fieldSets } from '../../../resources/custom-fields-ruleset/contract';
import {
  phase as customFieldsPhase,
  toRule,
  type FieldNames,
} from '../../../resources/custom-fields-ruleset/rules';
import { managedPhase } from '../../../waf';
import { adjust } from '../../../resources/waf-migration/adjust';
import type { RuleOverride } from '../../../resources/waf-migration/entry-point';
import type { SkipRule } from '../../../resources/waf-migration/skip-rules';
import type { Rule } from '../../../client';
import { toRuleInput } from '../../../client/rulesets';
import { isSet, withoutUnset } from '../../../retired';
import { blockOf, pick, type Translate } from './values';
import { own } from '../../../ground/record';
import { passThrough, toInput, type Settings } from '../../../resources/pool-notification-policy/policy';
import { toNewOptions, type Delivery } from '../../../resources/logpush-job/options';
import { logpushJobContract } from '../../../resources/logpush-job/contract';
import { PassThroughMembers } from '../../../resources/members';

export const customFieldsOf: Translate = (attributes) => {
  const lists = [...fieldSets.map(({ attribute }) => attribute), 'preserve_duplicates'];
  const names = Object.fromEntries(lists.map((each) => [each, textsOf(own(attributes, each))]));
  const description = filledTextOf(attributes.description) ?? '';
  const name = filledTextOf(attributes.name) ?? 'Custom log fields';
  const rule = toRule(names as unknown as FieldNames, {
    enabled: attributes.enabled !== false,
    description,
    id: filledTextOf(attributes.rule_id) ?? null,
  });
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
  const items = parameters.flatMap((each) => fieldSets.flatMap(({ array }) => objectsOf(each[array])));
  return (
    items.length > 40 ||
    items.some((item) => item.preserve_duplicates === true) ||
    parameters.some((each) => isSet(each.transformed_request_fields) || isSet(each.raw_response_fields))
  );
}

export const edgePolicyOf: Translate = (attributes) => {
  const emails = [...textsOf(attributes.email_addresses), ...textsOf(attributes.carried_over_recipients)];
  const healthAlert = { new_health: ['Unhealthy', 'Healthy'], event_sources: ['pool', 'origin'] };
  const settings = {
    description: '',
    enabled: true,
    ...healthAlert,
    ...pick(attributes, Object.keys(healthAlert)),
    ...pick(attributes, [...passThrough.settings, 'webhook_ids', 'pagerduty_ids']),
  } as unknown as Settings;
  const input = toInput(settings, textsOf(attributes.pool_ids), [...new Set(emails)]);
  return { body: { ...pick(attributes, ['id']), ...input } };
};

/** The destinations that policies name and the states lack, by kind. */
export function destinationsOf({
  mechanisms,
}: JsonObject): readonly { kind: 'webhooks' | 'pagerduty'; id: string; name: string }[] {
  const found = blockOf(mechanisms) ?? {};
  return (['webhooks', 'pagerduty'] as const).flatMap((kind) =>
    objectsOf(found[kind]).flatMap(({ id, name }) =>
      typeof id === 'string' ? [{ kind, id, name: filledTextOf(name) ?? id }] : [],
    ),
  );
}

const jobMembers = new PassThroughMembers(logpushJobContract.attributes);

/** Translates an `edge_logpush_job`. Its credentials are in no state. */
export const edgeJobOf: Translate = (attributes) => {
  const { output_options: output } = attributes;
  const delivery = {
    fields: textsOf(attributes.fields),
    timestamp_format: attributes.timestamp_format ?? 'unixnano',
    sample_rate: attributes.sample_rate ?? 1,
    output_options: isObject(output) ? output : null,
  } as unknown as Delivery;
  return {
    body: {
      ...(Number.isInteger(Number(filledTextOf(attributes.id))) && { id: Number(attributes.id) }),
      ...pick(attributes, ['destination_conf']),
      ...jobMembers.toInput(attributes),
      ...toNewOptions(delivery),
    },
  };
};
