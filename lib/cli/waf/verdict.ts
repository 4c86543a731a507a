import { plural } from '../../ground/words';
import { titleOf } from '../../waves/waves-file';
import type { Cell } from '../report/blocks';

/**
 * The verdicts of `waf check`, `waf survey` and `waf waves status` on a zone, with the exit status that a command has for it. The worst
 * first: summaries and tables have this order.
 */
const exitStatuses = {
  'not protected': 1,
  'not readable': 2,
  'not found': 2,
  ineligible: 1,
  'needs a decision': 1,
  eligible: 0,
  'in validation mode': 0,
  cutover: 0,
  migrated: 0,
  'never had it': 0,
} as const;

export type Verdict = keyof typeof exitStatuses;
/** The verdict on a zone that could be read. */
export type ZoneVerdict = Exclude<Verdict, 'not readable' | 'not found'>;

export const verdicts = Object.keys(exitStatuses) as readonly Verdict[];

export function isUnread(verdict: Verdict): verdict is Exclude<Verdict, ZoneVerdict> {
  return exitStatuses[verdict] === 2;
}

export interface FailedZone {
  readonly zone_id: string;
  /** A code of docs/errors.md; empty for other errors. */
  readonly code: string;
  readonly error: string;
}

export function isRead<Zone extends object>(zone: Zone): zone is Exclude<Zone, FailedZone> {
  return !('error' in zone);
}

export type JudgedZone = { readonly verdict: Verdict } | FailedZone;

export function verdictOf(zone: JudgedZone): Verdict {
  return isRead(zone) ? zone.verdict : 'not readable';
}

/** Whether somebody has to do something before the zone is migrated and protected. */
export function needsAction(zone: JudgedZone): boolean {
  return exitStatuses[verdictOf(zone)] !== 0;
}

/** Whether a deploy of a migration takes the zone further. */
export function canMigrate({ verdict }: { readonly verdict: Verdict }): boolean {
  return ['eligible', 'in validation mode', 'cutover'].includes(verdict);
}

/** The worst first. */
export function byVerdict(one: JudgedZone, other: JudgedZone): number {
  return verdicts.indexOf(verdictOf(one)) - verdicts.indexOf(verdictOf(other));
}

export function nameOf(zone: { readonly zone_id: string; readonly zone_name: string }): string {
  return titleOf({ id: zone.zone_id, name: zone.zone_name });
}

/** A cell that only a zone has that could be read. */
export function ifRead<Zone extends object>(
  read: (zone: Exclude<Zone, FailedZone>) => Cell,
): (zone: Zone) => Cell {
  return (zone) => (isRead(zone) ? read(zone) : '');
}

export function countVerdicts<V extends Verdict>(all: readonly V[], found: readonly Verdict[]) {
  const counts = all.map((verdict) => [verdict, found.filter((each) => each === verdict).length]);
  return Object.fromEntries(counts) as Record<V, number>;
}

export const zoneVerdicts = verdicts.filter((each): each is ZoneVerdict => !isUnread(each));

/** The numbers of zones that were read, by their verdicts, and of those that were not. */
export function summarizeZones(zones: readonly JudgedZone[]) {
  const found = zones.map(verdictOf);
  return {
    zones: zones.length,
    failed: found.filter(isUnread).length,
    verdicts: countVerdicts(zoneVerdicts, found),
  };
}

/** `300 zones: 1 not readable, 3 ineligible, 296 eligible` */
export function describeSummary({
  zones,
  failed,
  verdicts: counts,
}: ReturnType<typeof summarizeZones>): string {
  return describeCounts(zones, { 'not readable': failed, ...counts });
}

/** `300 zones: 3 ineligible, 100 eligible, 197 migrated` */
export function describeCounts(zones: number, counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]));
  return `${plural(zones, 'zone')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}
