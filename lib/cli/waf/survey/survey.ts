import { compare } from '../../../ground/compare';
import { countWords, isRead, needsAction, nameOf, type Word } from '../zone-state';
import type { SeverityCounts, SurveyedZone, SurveyRow, WafSurvey } from './file';

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
