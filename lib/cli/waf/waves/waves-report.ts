import { plural } from '../../../ground/words';
import type { Wave } from '../../../waves/waves-file';
import { prose, table, type Block } from '../../report/blocks';
import type { WrittenWaves } from './project';

export function reportWritten(
  { file, added, isUpdate, status }: WrittenWaves,
  folder: string,
): readonly Block[] {
  const { waves, left_out: leftOut } = file;
  return [
    prose(
      isUpdate
        ? `${folder}: ${plural(added, 'zone')} added as new waves; the waves that were there are unchanged.`
        : `${folder}: ${plural(added, 'zone')} in ${plural(waves.length, 'wave')}.`,
    ),
    table(
      {
        Wave: ({ name }) => name,
        Zones: ({ zones }) => zones.length,
        Plans: plansOf,
        Target: ({ target }) => target,
      },
      waves,
    ),
    prose(
      leftOut.length === 0
        ? ''
        : `${plural(leftOut.length, 'zone')} left out: STATUS.md lists them with their fix.`,
    ),
    prose(`Next: ${status.next.text}`),
  ];
}

function plansOf({ zones }: Wave): string {
  const plans = zones.map(({ plan }) => (plan === '' ? 'unknown' : plan));
  return [...new Set(plans)]
    .map((plan) => `${plans.filter((each) => each === plan).length} ${plan}`)
    .join(', ');
}
