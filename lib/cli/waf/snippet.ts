import { propName } from '../../resources/prop-name';
import { wafMigrationCode } from '../../resources/waf-migration/code';
import { wafMigrationContract } from '../../resources/waf-migration/contract';
import { own } from '../../ground/record';
import type { Attributes, Value } from '../../schema';
import { propsOf, readConfig } from '../project/objects/props';
import { SourceFile } from '../project/source-file';
import { array, memberLines, object, type Member } from '../project/typescript';
import { writtenValues } from '../project/written-values';

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

type Attribute = 'rule_overrides' | 'skip_rules';
type Item = SnippetSkip | Partial<SnippetOverride>;

/** A prop of WafMigration with these items, each below its comments; none without items. */
export function itemsProp(
  attribute: Attribute,
  items: readonly { readonly comments: readonly string[]; readonly item: Item }[],
): Member[] {
  if (items.length === 0) return [];
  const objects = items.map(({ comments, item }) => ({ comments, code: object(membersOf(attribute, item)) }));
  return [{ name: propName(attribute), code: array(objects) }];
}

/** The members of an item, without those that have their default. */
export function membersOf(attribute: Attribute, item: Item): Member[] {
  const { attributes }: { readonly attributes: Attributes } = wafMigrationContract.attributes[attribute].type;
  const given = Object.entries<Value>({ ...item }).filter(
    ([name, value]) => value !== own(attributes, name)?.default,
  );
  const config = readConfig(writtenValues(Object.fromEntries(given)), wafMigrationCode, { attributes });
  return propsOf(config, { file: new SourceFile('cdktn'), namedValues: {} });
}

/** One replacement, as the prop of WafMigration that takes it. */
export function replacementAsCode(item: SnippetOverride | SnippetSkip): string {
  const attribute = 'rule_id' in item ? 'rule_overrides' : 'skip_rules';
  return memberLines(itemsProp(attribute, [{ comments: [], item }]), 0).join('\n');
}
