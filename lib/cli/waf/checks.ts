import { verdictOf, type WafCheck } from './check';
import { countWords, isRead, needsAction, type FailedZone, type Word } from './zone-state';

/** A zone of several, as `--json` prints it. */
export type CheckedZone = WafCheck | FailedZone;

/** The checks of several zones, as `--json` prints them. */
export type WafChecks = ReturnType<typeof checksOf>;

export function checksOf(zones: readonly CheckedZone[]) {
  const { 'not readable': failed, ...verdicts } = countWords('check', zones.map(wordOf));
  return { summary: { zones: zones.length, failed, verdicts }, zones };
}

export function wordOf(zone: CheckedZone): Word<'check'> {
  return isRead(zone) ? verdictOf(zone) : 'not readable';
}

/** Whether somebody has to look at the zone: it failed, or its rules have findings. */
export function needsAttention(zone: CheckedZone): boolean {
  return needsAction(wordOf(zone)) || (isRead(zone) && (zone.protection?.findings ?? []).length > 0);
}

/** What to look at; empty if nothing. */
export function problemsOf(zone: CheckedZone): string[] {
  if (!isRead(zone)) return [zone.error];
  return [...findingsOf(zone).map(({ text }) => text), ...blockersOf(zone)];
}

/** The same in short. */
export function codesOf(zone: CheckedZone): string[] {
  if (!isRead(zone)) return [zone.code];
  return [...findingsOf(zone).map(({ code }) => code), ...blockersOf(zone)];
}

function findingsOf({ protection, previous_settings: settings }: WafCheck) {
  const finding = settings?.finding ?? null;
  return [...(protection?.findings ?? []), ...(finding === null ? [] : [finding])];
}

function blockersOf({ obstacles, service }: WafCheck): string[] {
  if (service?.compatible === false && obstacles.length === 0)
    return ['not compatible, for an unknown reason'];
  return obstacles.map(({ kind, ids }) => `${kind} (${ids.length})`);
}
