import { plural } from '../../ground/words';
import { prose, table, type Block, type Columns } from '../report/blocks';
import { wordsOf, type Command, type Word } from './zone-state';

interface ZoneList<Zone, C extends Command> {
  readonly command: C;
  readonly columns: Columns<Zone>;
  readonly wordOf: (zone: Zone) => Word<C>;
  readonly isListed: (zone: Zone) => boolean;
  /** What the other zones do not need, and the option that shows them. */
  readonly need: string;
  readonly all: string;
}

/** Those of many zones that need somebody, the worst first, and how many need nobody. */
export function listZones<Zone, C extends Command>(
  zones: readonly Zone[],
  { command, columns, wordOf, isListed, need, all }: ZoneList<Zone, C>,
  showsAll: boolean,
): readonly Block[] {
  const ranks = wordsOf(command);
  const listed = zones
    .filter((zone) => showsAll || isListed(zone))
    .sort((a, b) => ranks.indexOf(wordOf(a)) - ranks.indexOf(wordOf(b)));
  const rest = zones.length - listed.length;
  return [
    table(columns, listed, { most: 30, see: `${all} or --csv` }),
    prose(rest === 0 ? '' : `${plural(rest, 'zone needs', 'zones need')} no ${need}: see ${all}.`),
  ];
}
