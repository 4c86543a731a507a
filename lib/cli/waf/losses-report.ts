import { explainLoss, headOfLoss } from '../../waf';
import { hangText, joinParagraphs, printable, proseWidth, wrapText } from '../layout';
import type { WafLosses } from './losses';
import type { ReportedLoss } from './replacements';

/** How much of a report is shown. */
export interface ReportLayout {
  /** Columns of the terminal. */
  readonly width?: number | undefined;
  /** Whether to list every object; otherwise the first ten of each kind. */
  readonly all?: boolean | undefined;
}

/** A report as text: each kind of loss with its objects and the reason, then the code to paste. */
export function formatLosses(report: WafLosses, { width: terminal, all = false }: ReportLayout = {}): string {
  const width = proseWidth(terminal);
  const { zone_id: id, losses, notes, snippet } = report;
  const count = losses.length;
  if (count === 0) return joinParagraphs([wrapText(`Zone ${id}: the migration loses nothing.`, width)]);
  return joinParagraphs([
    wrapText(
      `Zone ${id}: ${count} ${count === 1 ? 'item does' : 'items do'} not carry over to the new managed rules.`,
      width,
    ),
    ...[...new Set(losses.map(({ code }) => code))].map((code) =>
      formatKind(
        code,
        losses.filter((each) => each.code === code),
        width,
        all,
      ),
    ),
    notes.length === 0 ? [] : ['Notes:', ...notes.flatMap((note) => hangText('- ', printable(note), width))],
    wrapText(snippet === null ? 'There is no code to paste.' : 'Replacements, to paste into a stack:', width),
    snippet === null ? [] : [snippet.trimEnd()],
  ]);
}

const mostItems = 10;

function formatKind(
  code: ReportedLoss['code'],
  losses: readonly ReportedLoss[],
  width: number,
  all: boolean,
): string[] {
  const shown = all ? losses : losses.slice(0, mostItems);
  const more = losses.length - shown.length;
  return [
    ...wrapText(`${headOfLoss(code, losses.length)}:`, width),
    ...shown.flatMap((loss) => hangText('- ', printable(`${loss.what}${markOf(loss)}`), width)),
    ...(more > 0 ? [`- and ${more} more; --all lists them`] : []),
    ...wrapText(explainLoss({ code }), width),
  ];
}

/** Where the replacement is. */
function markOf({ instead, replacement }: ReportedLoss): string {
  switch (instead) {
    case 'snippet':
      return ' [code below]';
    case 'migration':
      return replacement === null ? ' [kept]' : ' [migrated]';
    case 'by hand':
      return ' [see the notes]';
    case null:
      return '';
    default:
      return instead satisfies never;
  }
}
