import { hosts, type Host } from '../project/host';
import { commentLine, quoteForTerraform } from '../project/text';
import { memberLines } from '../project/typescript';
import type { ReportedLoss } from './replacements';
import { itemsProp, type SnippetOverride, type SnippetSkip } from './snippet';

/** The facts about a zone that its code depends on. */
export interface Circumstances {
  readonly zoneId: string;
  /** Empty where the credentials cannot read it. */
  readonly zoneName: string;
  readonly state: string;
  /** Empty when it cannot be determined. */
  readonly plan: string;
  readonly host: Host;
}

/** The code of a WafMigration with all replacements; null when there are none. */
export function migrationAsCode(
  { zoneId, state, plan, host }: Circumstances,
  found: {
    readonly losses: readonly ReportedLoss[];
    readonly rule_overrides: readonly SnippetOverride[];
    readonly skip_rules: readonly SnippetSkip[];
  },
  hasUriOverrides: boolean,
): string | null {
  const { losses, rule_overrides: overrides, skip_rules: skips } = found;
  if (overrides.length === 0 && skips.length === 0) return null;
  const commented = <T extends SnippetOverride | SnippetSkip>(
    items: readonly T[],
    isSame: (one: T, other: T) => boolean,
  ) =>
    items.map((item) => ({
      item,
      comments: losses.flatMap((each) =>
        each.instead === 'snippet' && each.replacement !== null && isSame(each.replacement as T, item)
          ? [`${each.kind} ${each.ids.join(', ')}`]
          : [],
      ),
    }));
  const props = [
    ...itemsProp(
      'rule_overrides',
      commented(overrides, (a, b) => a.rule_id === b.rule_id && a.ruleset_id === b.ruleset_id),
    ),
    ...itemsProp(
      'skip_rules',
      commented(skips, (a, b) => a === b),
    ),
  ];
  const code = memberLines(props, 2);
  const names = [
    'WafMigration',
    'WafMigrationTarget',
    ...(code.some((line) => line.includes('WafRuleAction.')) ? ['WafRuleAction'] : []),
  ];
  const lines = [
    commentLine(`import { ${names.join(', ')} } from '${hosts[host].constructs}';`),
    "new WafMigration(this, 'waf', {",
    `  zoneId: ${quoteForTerraform(zoneId)},`,
    `  ${targetAsCode(state, plan)}`,
    '  acknowledgeIrreversible: false, // set to true to migrate: it cannot be reverted',
    ...(hasUriOverrides
      ? ['  deleteUriOverrides: true, // a zone with URI-based overrides cannot be migrated']
      : []),
    ...code,
    state === 'validation'
      ? `}).importFrom(${quoteForTerraform(zoneId)}); // its migration has begun`
      : '});',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function targetAsCode(state: string, plan: string): string {
  const validation = 'target: WafMigrationTarget.VALIDATION,';
  if (state === 'validation' || plan === 'enterprise') return `${validation} // after the review: COMPLETE`;
  return plan === ''
    ? `${validation} // Enterprise zones only; on other plans: COMPLETE`
    : 'target: WafMigrationTarget.COMPLETE,';
}
