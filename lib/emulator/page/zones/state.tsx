import { findObstacles, isIncompatible } from '../../../waf';
import { listDashboardActions } from '../../products/waf-migration/dashboard-actions';
import type { Stage } from '../../products/waf-migration/transitions';
import type { Zone } from '../../world';
import { Badge, type Tone } from '../content';
import type { Draft } from './draft';
import { isBefore, type ZoneReaders } from './findings';

export interface ZonePageProps {
  readonly state: ZoneState;
  readonly readers: ZoneReaders;
  readonly draft: Draft;
}

export type ZoneState = ReturnType<typeof readZone>;

export function readZone({ stages, places, previousOf }: ZoneReaders, zone: Zone) {
  const stage = stages.of(zone.id);
  /** Undefined from the cutover on, and for a zone that never had the previous WAF. */
  const previous = isBefore(stage) ? previousOf(zone.id) : undefined;
  const obstacles = previous === undefined ? [] : findObstacles(previous, 2);
  return {
    zone,
    account: places.account(zone.account_id)?.name ?? zone.account_id,
    stage,
    previous,
    obstacles,
    /** What a person may do. A migration that an obstacle prevents is not offered; adjusting what is deployed is no migration. */
    actions: listDashboardActions(zone.plan, stage).filter(
      ({ trigger }) => trigger === undefined || obstacles.length === 0,
    ),
    // As the compatibility check says: exceeded limits are found when the migration is tried.
    hasBanner: stage === 'start' && !obstacles.some(isIncompatible),
  };
}

/** Until the first of the cutovers of zones ends, which makes no event. The clock of the emulator may stand still. */
export function nextEnd({ stages, now }: ZoneReaders, zones: readonly Zone[]): number | undefined {
  const ends = zones.flatMap(({ id }) =>
    stages.of(id) === 'cutover' ? (stages.cutoverEndMs(id) ?? []) : [],
  );
  if (ends.length === 0) return undefined;
  return Math.min(Math.max(Math.min(...ends) - now().getTime() + 20, 250), 60_000);
}

export const stageWords: Readonly<Record<Stage, readonly [words: string, tone: Tone]>> = {
  default: ['Never had the previous version', 'neutral'],
  start: ['Previous version only', 'neutral'],
  validation: ['Validation mode', 'warning'],
  cutover: ['Update in progress', 'busy'],
  complete: ['New version only', 'good'],
};

export function StageBadge({ stage }: { readonly stage: Stage }) {
  const [words, tone] = stageWords[stage];
  return <Badge tone={tone}>{words}</Badge>;
}
