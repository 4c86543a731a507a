import { hangText, printable, proseWidth, wrapProse } from '../columns';
import type { Circumstances, WafLosses } from './losses';
import type { ToldLoss } from './replacements';
import {
  commentAsCode,
  overridesAsCode,
  skipsAsCode,
  textAsCode,
  type SnippetOverride,
  type SnippetSkip,
} from './snippet';

/** For a person: each loss with its reason and what replaces it, then the code to paste. */
export function tellLosses(report: WafLosses, terminal?: number): string {
  const width = proseWidth(terminal);
  const { zone_id: id, losses, notes, snippet } = report;
  const count = losses.length;
  if (count === 0) return `${wrapProse(`Zone ${id}: nothing is lost by the migration.`, width).join('\n')}\n`;
  const parts = [
    wrapProse(
      `Zone ${id}: ${count} ${count === 1 ? 'thing does' : 'things do'} not carry over to the new managed rules.`,
      width,
    ),
    ...losses.map((loss, at) => {
      const mark = `${at + 1}. `;
      const indent = ' '.repeat(mark.length);
      return [
        ...hangText(mark, printable(loss.what), width),
        ...hangText(indent, printable(loss.why), width),
        ...hangText(indent, printable(insteadOf(loss)), width),
      ];
    }),
    notes.length === 0 ? [] : ['Notes:', ...notes.flatMap((note) => hangText('- ', printable(note), width))],
    wrapProse(
      snippet === null ? 'There is nothing to paste for it.' : 'What replaces it, to paste into a stack:',
      width,
    ),
    snippet === null ? [] : [snippet.trimEnd()],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** A WafMigration that brings the replacements; null when there are none to bring. */
export function migrationAsCode(
  { zoneId, state, plan }: Circumstances,
  found: Pick<WafLosses, 'losses' | 'rule_overrides' | 'skip_rules'>,
  hasUriOverrides: boolean,
): string | null {
  const { losses, rule_overrides: overrides, skip_rules: skips } = found;
  if (overrides.length === 0 && skips.length === 0) return null;
  const commented = <T extends SnippetOverride | SnippetSkip>(
    item: T,
    isFor: (each: ToldLoss) => boolean,
  ) => ({
    comments: losses.filter((each) => each.instead === 'snippet' && isFor(each)).map(titleOf),
    item,
  });
  const code = [
    ...overridesAsCode(
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
    ...skipsAsCode(
      skips.map((item) =>
        commented(item, ({ replacement: each }) => each !== null && 'expression' in each && each === item),
      ),
    ),
  ];
  const names = [
    'WafMigration',
    'WafMigrationTarget',
    ...(code.some((line) => line.includes('WafRuleAction.')) ? ['WafRuleAction'] : []),
  ];
  const lines = [
    commentAsCode(`import { ${names.join(', ')} } from 'cdktf-edge-platform';`),
    "new WafMigration(this, 'waf', {",
    `  zoneId: ${textAsCode(zoneId)},`,
    `  ${targetAsCode(state, plan)}`,
    '  acknowledgeIrreversible: false, // true when all of this is settled: there is no way back',
    ...(hasUriOverrides ? ['  deleteUriOverrides: true, // no zone that has one can be migrated'] : []),
    ...code.map((line) => `  ${line}`),
    '});',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function targetAsCode(state: string, plan: string): string {
  const validation = 'target: WafMigrationTarget.VALIDATION,';
  if (state === 'validation' || plan === 'enterprise')
    return `${validation} // then COMPLETE, when the review is done`;
  return plan === ''
    ? `${validation} // Enterprise zones only; others: COMPLETE`
    : 'target: WafMigrationTarget.COMPLETE,';
}

function titleOf({ kind, ids }: ToldLoss): string {
  return `${kind} ${ids.join(', ')}`;
}

function insteadOf({ instead, replacement }: ToldLoss): string {
  if (instead === null) return 'Instead: nothing that could be pasted.';
  if (replacement === null) return 'Instead: WafMigration keeps it.';
  const what = 'expression' in replacement ? skipInWords(replacement) : overrideInWords(replacement);
  switch (instead) {
    case 'snippet':
      return `Instead, below: ${what}`;
    case 'migration':
      return `Instead, by the migration itself: ${what}`;
    case 'by hand':
      return `Instead, by hand, see the notes: ${what}`;
    default:
      return instead satisfies never;
  }
}

function skipInWords({ expression, rule_ids: rules, enabled }: SnippetSkip): string {
  const what = rules === undefined ? '' : ` for ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
  return `a ${enabled ? '' : 'disabled '}skip rule${what}, where ${expression}`;
}

function overrideInWords({
  rule_id: rule,
  action,
  enabled,
  score_threshold: score,
}: SnippetOverride): string {
  const changes = [
    ...(action === undefined ? [] : [`action ${action}`]),
    ...(score === undefined ? [] : [`score threshold ${score}`]),
    ...(enabled === undefined ? [] : [enabled ? 'enabled' : 'disabled']),
  ];
  return `${changes.join(' and ')} for rule ${rule}`;
}
