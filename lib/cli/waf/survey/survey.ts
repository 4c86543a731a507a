import { compare } from '../../../ground/compare';
import { surveyVerdicts, type SurveyedZone, type SurveyVerdict, type UnreadZone } from './zone';

/** A survey of zones, as `--json` prints it and `--out` saves it. */
export interface WafSurvey {
  /** Of the format. */
  readonly version: 1;
  /** When the survey ended, as ISO 8601. */
  readonly surveyed_at: string;
  readonly summary: SurveySummary;
  /** In the order of their names. */
  readonly zones: readonly (SurveyedZone | UnreadZone)[];
}

export interface SurveySummary {
  readonly zones: number;
  /** Zones that could not be read. */
  readonly failed: number;
  readonly verdicts: Readonly<Record<SurveyVerdict, number>>;
  /** Numbers of findings by severity, of all zones together. */
  readonly findings: SeverityCounts;
  /** Calls to the API, with those for the list of zones. */
  readonly calls: number;
  readonly seconds: number;
}

export interface SeverityCounts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
}

export function surveyOf(
  zones: readonly (SurveyedZone | UnreadZone)[],
  { calls, elapsedMs, now }: { readonly calls: number; readonly elapsedMs: number; readonly now: Date },
): WafSurvey {
  const sorted = [...zones].sort((a, b) => compare(nameOf(a), nameOf(b)));
  const read = sorted.filter(isSurveyed);
  return {
    version: 1,
    surveyed_at: now.toISOString(),
    summary: {
      zones: zones.length,
      failed: zones.length - read.length,
      verdicts: countVerdicts(read),
      findings: countSeverities(read),
      calls,
      seconds: Math.round(elapsedMs / 1000),
    },
    zones: sorted,
  };
}

export function isSurveyed(zone: SurveyedZone | UnreadZone): zone is SurveyedZone {
  return !('error' in zone);
}

export function countSeverities(zones: readonly Pick<SurveyedZone, 'findings'>[]): SeverityCounts {
  const all = zones.flatMap(({ findings }) => findings);
  const count = (severity: string) => all.filter((each) => each.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

/** Whether somebody has to do something before the zone is migrated and protected. */
export function needsWork(zone: SurveyedZone | UnreadZone): boolean {
  return !isSurveyed(zone) || ['not protected', 'ineligible', 'needs a decision'].includes(zone.verdict);
}

/** The name of a zone, or its id where the API did not return one. */
export function nameOf({
  zone_id: id,
  zone_name: name,
}: Pick<SurveyedZone, 'zone_id' | 'zone_name'>): string {
  return name === '' ? id : name;
}

function countVerdicts(zones: readonly SurveyedZone[]): Record<SurveyVerdict, number> {
  const counts = surveyVerdicts.map((verdict) => [
    verdict,
    zones.filter((zone) => zone.verdict === verdict).length,
  ]);
  return Object.fromEntries(counts) as Record<SurveyVerdict, number>;
}
