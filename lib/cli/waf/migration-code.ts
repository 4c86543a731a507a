import { commentLine, quoteForTerraform } from '../project/text';
import { memberLines } from '../project/typescript';
import type { ReportedLoss } from './replacements';
import { overridesProp, skipsProp, type SnippetOverride, type SnippetSkip } from './snippet';

/** The facts about a zone that its code depends on. */
export interface Circumstances {
  readonly zoneId: string;
  /** Empty where the credentials cannot read it. */
  readonly zoneName: string;
  readonly state: string;
  /** Empty when it cannot be determined. */
  readonly plan: string;
}

/** The code of a WafMigration with all replacements; null when there are none. */
export function migrationAsCode(
  { zoneId, state, plan }: Circumstances,
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
    item: T,
    isFor: (each: ReportedLoss) => boolean,
  ) => ({
    comments: losses.filter((each) => each.instead === 'snippet' && isFor(each)).map(titleOf),
    item,
  });
  const props = [
    ...overridesProp(
      overrides.map((item) =>
        commented(
          item,
          ({ replacement: each }) =>
            each !== null &&
            'rule_id' in each &&
            each.rule_id === item.rule_id &&
            each.ruleset_id === item.ruleset_id,
        ),
      ),
    ),
    ...skipsProp(
      skips.map((item) =>
        commented(item, ({ replacement: each }) => each !== null && 'expression' in each && each === item),
      ),
    ),
  ];
  const code = memberLines(props, 2);
  const names = [
    'WafMigration',
    'WafMigrationTarget',
    ...(code.some((line) => line.includes('WafRuleAction.')) ? ['WafRuleAction'] : []),
  ];
  const lines = [
    commentLine(`import { ${names.join(', ')} } from 'cdktf-edge-platform';`),
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

function titleOf({ kind, ids }: ReportedLoss): string {
  return `${kind} ${ids.join(', ')}`;
}
