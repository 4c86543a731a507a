import { isDeepStrictEqual } from 'node:util';
import { fieldsOf, isObject, listOf } from '../ground/json';
import type { Loss, LossItem, Replacement } from './findings';
import { lossOf } from './losses';
import { describeDeployed } from './deployment';
import { migrationRule } from './mapping';
import { byKey, named } from './prose';
import type { DeployedRule, WrittenRule } from './rule-parts';
import { skipKeyOf } from './skip-comparison';
import { own } from '../ground/record';

/**
 * The existing rules of the entry point, and their settings, that the body of the migration call lacks. The call replaces
 * all rules (specification 4.1, operation 9). Enterprise zones can have any rules there, other zones only disabled ones
 * (public facts 6.1).
 *
 * @param body - the rules to write: the equivalent configuration with its adjustments
 */
export function reportReplaced(existing: readonly DeployedRule[], body: readonly WrittenRule[]): Loss[] {
  const missing: LossItem[] = [];
  const settings: LossItem[] = [];
  for (const rule of existing) {
    const lost = body
      .filter((each) => isSuccessor(each, rule))
      .map((each) => settingsLost(rule, each))
      .sort((a, b) => a.length - b.length);
    if (lost[0] === undefined) missing.push(itemOfRule(rule, body));
    else settings.push(...lost[0].map((setting) => itemOfSetting(rule, setting)));
  }
  return [...lossOf('entry_point_rule', missing), ...lossOf('entry_point_setting', settings)];
}

/** WafMigration keeps such a rule, unless the body has the same skip rule disabled. */
function itemOfRule(rule: DeployedRule, body: readonly WrittenRule[]): LossItem {
  const { id, action, action_parameters: parameters = {}, expression, description, enabled } = rule;
  return {
    ids: [id],
    text: `${named(id, description)}: ${describeDeployed(rule, { most: Infinity })}`,
    ...((action === 'skip' || action === 'execute') && {
      replacement: {
        kind: 'rule',
        rule: migrationRule({ action, action_parameters: parameters, expression, description, enabled }),
        isMigrated: !body.some((each) => isSameSkip(each, rule)),
      },
    }),
  };
}

/** For a rule whose ruleset is still executed, with other settings. */
function itemOfSetting(rule: DeployedRule, setting: Setting): LossItem {
  const ruleset = String(rule.action_parameters?.id);
  const [name, value] = setting;
  const replacement = overrideOf(ruleset, setting);
  return {
    ids: [rule.id],
    text: `${named(rule.id, rule.description)} of ruleset ${ruleset}: ${name} ${inWords(value)}`,
    ...(replacement !== undefined && { replacement }),
  };
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, (_, each: unknown) => ordered(each));
}

function ordered(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(byKey(value)) : value;
}

/** Whether the written rule replaces the existing one: both execute the same ruleset, or skip the same rules. */
function isSuccessor(written: WrittenRule, rule: DeployedRule): boolean {
  if (rule.enabled && !written.enabled) return false;
  const isSameExecution =
    rule.action === 'execute' &&
    written.action === 'execute' &&
    written.action_parameters?.id === rule.action_parameters?.id;
  return isSameExecution || isSameSkip(written, rule);
}

function isSameSkip(one: WrittenRule, other: WrittenRule): boolean {
  const key = skipKeyOf(one);
  return key !== undefined && key === skipKeyOf(other);
}

type Setting = readonly [name: string, value: unknown];

function settingsLost(rule: DeployedRule, successor: WrittenRule): Setting[] {
  if (rule.action !== 'execute') return [];
  const kept = settingsOf(successor);
  return settingsOf(rule).filter(
    ([name, value]) => !kept.some((each) => each[0] === name && contains(each[1], value)),
  );
}

function settingsOf({ expression, action_parameters: parameters }: WrittenRule): Setting[] {
  const { overrides, ...others } = parameters ?? {};
  const { rules, categories, ...general } = fieldsOf(overrides);
  return [
    ['expression', expression],
    ...byKey(others).filter(([name]) => name !== 'id' && name !== 'version'),
    ...byKey(general).map(([name, value]) => [`overrides.${name}`, value] as const),
    ...listOf(categories).map((each) => ['overrides.categories', each] as const),
    ...listOf(rules).map((each) => [ruleSetting, each] as const),
  ];
}

const ruleSetting = 'overrides.rules';

/** Undefined if a ruleset override cannot express the setting. */
function overrideOf(ruleset: string, [name, value]: Setting): Replacement | undefined {
  const { id, action, enabled, score_threshold: threshold, ...others } = fieldsOf(value);
  const change = {
    ...(typeof action === 'string' && { action }),
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(typeof threshold === 'number' && { score_threshold: threshold }),
  };
  const isSupported =
    typeof id === 'string' && Object.keys(change).length > 0 && Object.keys(others).length === 0;
  return name === ruleSetting && isSupported
    ? { kind: 'override', ruleset, rule: { id, ...change } }
    : undefined;
}

function contains(whole: unknown, part: unknown): boolean {
  if (!isObject(part)) return isDeepStrictEqual(whole, part);
  const fields = fieldsOf(whole);
  return Object.entries(part).every(([name, value]) => isDeepStrictEqual(own(fields, name), value));
}
