import { compare } from '../../../ground/compare';
import { countWords, isRead, needsAction, nameOf, type SurveyVerdict, type Word } from '../zone-state';
import type { SurveyedZone, SurveyRow } from './zone';

/** A survey of zones, as `--json` prints it and `--out` saves it. */
export interface WafSurvey {
  /** Of the format. */
  readonly version: 1;
  /** When the survey ended, as ISO 8601. */
  readonly surveyed_at: string;
  readonly summary: SurveySummary;
  /** In the order of their names. */
  readonly zones: readonly SurveyRow[];
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
  zones: readonly SurveyRow[],
  { calls, elapsedMs, now }: { readonly calls: number; readonly elapsedMs: number; readonly now: Date },
): WafSurvey {
  const sorted = [...zones].sort((a, b) => compare(nameOf(a), nameOf(b)));
  const { 'not readable': failed, ...verdicts } = countWords('survey', zones.map(wordOf));
  return {
    version: 1,
    surveyed_at: now.toISOString(),
    summary: {
      zones: zones.length,
      failed,
      verdicts,
      findings: countSeverities(zones.filter(isRead)),
      calls,
      seconds: Math.round(elapsedMs / 1000),
    },
    zones: sorted,
  };
}

export function wordOf(zone: SurveyRow): Word<'survey'> {
  return isRead(zone) ? zone.verdict : 'not readable';
}

export function countSeverities(zones: readonly Pick<SurveyedZone, 'findings'>[]): SeverityCounts {
  const all = zones.flatMap(({ findings }) => findings);
  const count = (severity: string) => all.filter((each) => each.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

/** Whether somebody has to do something before the zone is migrated and protected. */
export function needsWork(zone: SurveyRow): boolean {
  return needsAction(wordOf(zone));
}
