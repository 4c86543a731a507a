import { overrideActions } from '../../resources/waf-migration/contract';
import { managedRulesets } from '../../waf';
import { printable } from '../layout';

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

/** `ruleOverrides: […],` of WafMigration, as lines. */
export function overridesAsCode(overrides: readonly Commented<SnippetOverride>[]): string[] {
  return arrayAsCode(
    'ruleOverrides',
    overrides.map(({ comments, item }) => ({ comments, lines: objectAsCode(overrideProps(item)) })),
  );
}

function overrideProps(override: SnippetOverride): string[] {
  const { rule_id: id, ruleset_id: ruleset } = override;
  return [
    `ruleId: ${textAsCode(id)}`,
    ...(ruleset === managedRulesets.managed ? [] : [`rulesetId: ${textAsCode(ruleset)}`]),
    ...changeProps(override),
  ];
}

/** The changes of an override, as props. */
export function changeProps({ action, enabled, score_threshold: score }: SnippetOverride): string[] {
  const names = overrideActions.filter((each) => each === action);
  return [
    ...names.map((name) => `action: WafRuleAction.${name.toUpperCase()}`),
    ...(score === undefined ? [] : [`scoreThreshold: ${score}`]),
    ...(enabled === undefined ? [] : [`enabled: ${enabled}`]),
  ];
}

/** On one line if it fits, as Prettier formats it. */
function objectAsCode(props: readonly string[]): string[] {
  const line = `{ ${props.join(', ')} },`;
  return line.length <= 90 ? [line] : ['{', ...props.map((prop) => `  ${prop},`), '},'];
}

/** `skipRules: […],` of WafMigration, as lines. */
export function skipsAsCode(skips: readonly Commented<SnippetSkip>[]): string[] {
  return arrayAsCode(
    'skipRules',
    skips.map(({ comments, item }) => ({ comments, lines: ['{', ...skipProps(item), '},'] })),
  );
}

function skipProps(skip: SnippetSkip): string[] {
  const { expression, description, rule_ids: rules, ruleset_id: ruleset, enabled } = skip;
  return [
    `expression: ${textAsCode(expression)},`,
    `description: ${textAsCode(description)},`,
    ...(ruleset === undefined ? [] : [`rulesetId: ${textAsCode(ruleset)},`]),
    ...(rules === undefined ? [] : ['ruleIds: [', ...rules.map((id) => `  ${textAsCode(id)},`), '],']),
    ...(enabled ? [] : ['enabled: false,']),
  ].map((line) => `  ${line}`);
}

function arrayAsCode(
  name: string,
  items: readonly { readonly comments: readonly string[]; readonly lines: readonly string[] }[],
): string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap((each) => [...each.comments.map(commentAsCode), ...each.lines]);
  return [`${name}: [`, ...lines.map((line) => `  ${line}`), '],'];
}

export function commentAsCode(text: string): string {
  return `// ${printable(text).replace(/[\u2028\u2029]/gu, ' ')}`;
}

/** A TypeScript string that Terraform takes literally: `${` would begin an expression there. */
export function textAsCode(text: string): string {
  const inner = JSON.stringify(text.replace(/[$%](?=\{)/g, '$&$&')).slice(1, -1);
  return text.includes("'") ? `"${inner}"` : `'${inner.replace(/\\"/g, '"')}'`;
}
