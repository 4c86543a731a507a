import { hangText, joinParagraphs, printable, proseWidth, wrapText } from '../layout';
import type { WafLosses } from './losses';
import type { ReportedLoss } from './replacements';
import type { SnippetOverride, SnippetSkip } from './snippet';

/** A report as text: each loss with its reason and replacement, then the code to paste. */
export function formatLosses(report: WafLosses, terminal?: number): string {
  const width = proseWidth(terminal);
  const { zone_id: id, losses, notes, snippet } = report;
  const count = losses.length;
  if (count === 0) return joinParagraphs([wrapText(`Zone ${id}: the migration loses nothing.`, width)]);
  return joinParagraphs([
    wrapText(
      `Zone ${id}: ${count} ${count === 1 ? 'item does' : 'items do'} not carry over to the new managed rules.`,
      width,
    ),
    ...losses.map((loss, at) => {
      const mark = `${at + 1}. `;
      const indent = ' '.repeat(mark.length);
      return [
        ...hangText(mark, printable(loss.what), width),
        ...hangText(indent, printable(loss.why), width),
        ...hangText(indent, printable(formatReplacement(loss)), width),
      ];
    }),
    notes.length === 0 ? [] : ['Notes:', ...notes.flatMap((note) => hangText('- ', printable(note), width))],
    wrapText(snippet === null ? 'There is no code to paste.' : 'Replacements, to paste into a stack:', width),
    snippet === null ? [] : [snippet.trimEnd()],
  ]);
}

function formatReplacement({ instead, replacement }: ReportedLoss): string {
  if (instead === null) return 'Replacement: none that can be pasted.';
  if (replacement === null) return 'Replacement: none needed, WafMigration keeps it.';
  const what = 'expression' in replacement ? formatSkip(replacement) : formatOverride(replacement);
  switch (instead) {
    case 'snippet':
      return `Replacement (code below): ${what}`;
    case 'migration':
      return `Replacement (made by the migration itself): ${what}`;
    case 'by hand':
      return `Replacement (by hand, see the notes): ${what}`;
    default:
      return instead satisfies never;
  }
}

function formatSkip({ expression, rule_ids: rules, enabled }: SnippetSkip): string {
  const what = rules === undefined ? '' : ` for ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
  return `a ${enabled ? '' : 'disabled '}skip rule${what}, where ${expression}`;
}

function formatOverride({ rule_id: rule, action, enabled, score_threshold: score }: SnippetOverride): string {
  const changes = [
    ...(action === undefined ? [] : [`action ${action}`]),
    ...(score === undefined ? [] : [`score threshold ${score}`]),
    ...(enabled === undefined ? [] : [enabled ? 'enabled' : 'disabled']),
  ];
  return `${changes.join(' and ')} for rule ${rule}`;
}
