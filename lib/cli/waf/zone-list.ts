import { plural } from '../../ground/words';
import { prose, table, type Block, type Columns } from '../report/blocks';
import { byVerdict, type JudgedZone } from './verdict';

interface ZoneList<Zone> {
  readonly columns: Columns<Zone>;
  readonly isListed: (zone: Zone) => boolean;
  /** The noun for the need that the other zones do not have, and the option that shows them. */
  readonly need: string;
  readonly all: string;
}

/** The zones that need somebody, the worst first, and how many need nobody. */
export function listZones<Zone extends JudgedZone>(
  zones: readonly Zone[],
  { columns, isListed, need, all }: ZoneList<Zone>,
): readonly Block[] {
  const listed = zones.filter(isListed).sort(byVerdict);
  const rest = zones.length - listed.length;
  return [
    table(columns, listed, { most: 30, see: `${all} or --csv` }),
    prose(rest === 0 ? '' : `${plural(rest, 'zone needs', 'zones need')} no ${need}: see ${all}.`),
  ];
}
