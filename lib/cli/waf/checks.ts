import { isFailing, verdictOf, verdicts, type Verdict, type WafCheck } from './check';

/** A zone that could not be read. */
export interface FailedCheck {
  readonly zone_id: string;
  /** A code of docs/errors.md; empty for other errors. */
  readonly code: string;
  readonly error: string;
}

/** The checks of several zones, as `--json` prints them. */
export interface WafChecks {
  readonly summary: ChecksSummary;
  readonly zones: readonly (WafCheck | FailedCheck)[];
}

/** Numbers of zones. */
export interface ChecksSummary {
  readonly zones: number;
  readonly failed: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

export function checksOf(zones: readonly (WafCheck | FailedCheck)[]): WafChecks {
  const found = zones.filter(isRead).map(verdictOf);
  const counts = verdicts.map((verdict) => [verdict, found.filter((each) => each === verdict).length]);
  return {
    summary: {
      zones: zones.length,
      failed: zones.length - found.length,
      verdicts: Object.fromEntries(counts) as Record<Verdict, number>,
    },
    zones,
  };
}

export function isRead(zone: WafCheck | FailedCheck): zone is WafCheck {
  return !('error' in zone);
}

/** Whether somebody has to look at the zone: it failed, or its rules have findings. */
export function needsAttention(zone: WafCheck | FailedCheck): boolean {
  return !isRead(zone) || isFailing(zone) || (zone.protection?.findings ?? []).length > 0;
}

/** What to look at; empty if nothing. */
export function problemsOf(zone: WafCheck | FailedCheck): string[] {
  if (!isRead(zone)) return [zone.error];
  return [...findingsOf(zone).map(({ text }) => text), ...blockersOf(zone)];
}

/** The same in short. */
export function codesOf(zone: WafCheck | FailedCheck): string[] {
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
