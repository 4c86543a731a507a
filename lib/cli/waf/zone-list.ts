import { plural } from '../../ground/words';
import { formatTableOf, wrapText, type ReportLayout } from '../layout';
import { wordsOf, type Command, type Word } from './zone-state';

interface ZoneList<Zone, C extends Command> {
  readonly command: C;
  /** A cell of a zone by the heading of its column. */
  readonly columns: Readonly<Record<string, (zone: Zone) => string>>;
  readonly wordOf: (zone: Zone) => Word<C>;
  readonly isListed: (zone: Zone) => boolean;
  /** What the other zones do not need. */
  readonly need: string;
  /** The option that shows them, and those that show more rows. */
  readonly see: { readonly all: string; readonly more: string };
}

/** Zones as a table for a terminal, and what it leaves out: those that need somebody, the worst first. */
export function listZones<Zone, C extends Command>(
  zones: readonly Zone[],
  { command, columns, wordOf, isListed, need, see }: ZoneList<Zone, C>,
  { width = 80, all = false }: ReportLayout,
): { readonly table: readonly string[]; readonly rest: readonly (readonly string[])[] } {
  const ranks = wordsOf(command);
  const listed = zones
    .filter((zone) => all || isListed(zone))
    .sort((a, b) => ranks.indexOf(wordOf(a)) - ranks.indexOf(wordOf(b)));
  const shown = all ? listed : listed.slice(0, mostRows);
  const more = listed.length - shown.length;
  const rest = zones.length - listed.length;
  return {
    table: shown.length === 0 ? [] : formatTableOf(columns, shown, { width }),
    rest: [
      more === 0 ? [] : wrapText(`${plural(more, 'zone')} more: see ${see.more}.`, width),
      rest === 0
        ? []
        : wrapText(
            `${plural(rest, 'zone')} ${rest === 1 ? 'needs' : 'need'} no ${need}: see ${see.all}.`,
            width,
          ),
    ],
  };
}

/** Nobody reads more at once. */
const mostRows = 30;
