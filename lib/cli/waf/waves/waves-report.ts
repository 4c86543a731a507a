import { plural } from '../../../ground/words';
import { formatTable, joinParagraphs, wrapText } from '../../layout';
import type { WrittenWaves } from './project';
import type { Wave } from '../../../waves/waves-file';

export function formatWritten(
  { file, added, isUpdate, status }: WrittenWaves,
  folder: string,
  width = 80,
): string {
  const { waves, left_out: leftOut } = file;
  return joinParagraphs([
    wrapText(
      isUpdate
        ? `${folder}: ${plural(added, 'zone')} added as new waves; the waves that were there are unchanged.`
        : `${folder}: ${plural(added, 'zone')} in ${plural(waves.length, 'wave')}.`,
      width,
    ),
    waves.length === 0
      ? []
      : formatTable([['WAVE', 'ZONES', 'PLANS', 'TARGET'], ...waves.map(cellsOf)], {
          width,
          rightAligned: [1],
        }),
    leftOut.length === 0
      ? []
      : wrapText(`${plural(leftOut.length, 'zone')} left out: STATUS.md lists them with their fix.`, width),
    wrapText(`Next: ${status.next.text}`, width),
  ]);
}

function cellsOf({ name, zones, target }: Wave): string[] {
  const plans = [...new Set(zones.map(({ plan }) => (plan === '' ? 'unknown' : plan)))].map(
    (plan) => `${zones.filter((zone) => (zone.plan === '' ? 'unknown' : zone.plan) === plan).length} ${plan}`,
  );
  return [name, String(zones.length), plans.join(', '), target];
}
