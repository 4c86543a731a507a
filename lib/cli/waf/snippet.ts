import { overrideActions } from '../../resources/waf-migration/contract';
import { managedRulesets } from '../../waf';
import { array, memberLines, name, object, value, type Code, type Member } from '../project/typescript';

/** An override of a managed rule, with the attributes of `edge_waf_migration`. */
export interface SnippetOverride {
  readonly rule_id: string;
  readonly ruleset_id: string;
  readonly action?: string;
  readonly enabled?: boolean;
  readonly score_threshold?: number;
}

/** A skip rule, with the attributes of `edge_waf_migration`. */
export interface SnippetSkip {
  readonly expression: string;
  readonly description: string;
  readonly rule_ids?: readonly string[];
  readonly ruleset_id?: string;
  readonly enabled: boolean;
}

/** An item of an array, with the comments above it. */
export interface Commented<T> {
  readonly comments: readonly string[];
  readonly item: T;
}

/** The prop `ruleOverrides` of WafMigration; none without overrides. */
export function overridesProp(overrides: readonly Commented<SnippetOverride>[]): Member[] {
  return listProp('ruleOverrides', overrides, ({ rule_id: id, ruleset_id: ruleset, ...change }) => ({
    ruleId: value(id),
    rulesetId: ruleset === managedRulesets.managed ? undefined : value(ruleset),
    ...changeProps(change),
  }));
}

/** One replacement, as the prop of WafMigration that takes it. */
export function replacementAsCode(item: SnippetOverride | SnippetSkip): string {
  const props =
    'rule_id' in item ? overridesProp([{ comments: [], item }]) : skipsProp([{ comments: [], item }]);
  return memberLines(props, 0).join('\n');
}

export function changeProps(change: Pick<SnippetOverride, 'action' | 'enabled' | 'score_threshold'>): Props {
  const { action, enabled, score_threshold: score } = change;
  const known = overrideActions.find((each) => each === action);
  return {
    action: known && name(`WafRuleAction.${known.toUpperCase()}`),
    scoreThreshold: score === undefined ? undefined : value(score),
    enabled: enabled === undefined ? undefined : value(enabled),
  };
}

/** The prop `skipRules` of WafMigration; none without skip rules. */
export function skipsProp(skips: readonly Commented<SnippetSkip>[]): Member[] {
  return listProp('skipRules', skips, (skip) => {
    const { expression, description, rule_ids: rules, ruleset_id: ruleset, enabled } = skip;
    return {
      expression: value(expression),
      description: value(description),
      rulesetId: ruleset === undefined ? undefined : value(ruleset),
      ruleIds: rules && array(rules.map(value)),
      enabled: enabled ? undefined : value(false),
    };
  });
}

type Props = Readonly<Record<string, Code | undefined>>;

function listProp<T>(prop: string, items: readonly Commented<T>[], propsOf: (item: T) => Props): Member[] {
  if (items.length === 0) return [];
  const objects = items.map(({ comments, item }) => ({ comments, code: object(propsOf(item)) }));
  return [{ name: prop, code: array(objects) }];
}
