import { compare } from '../../../ground/compare';
import { isRead, nameOf, summarizeZones } from '../verdict';
import type { SeverityCounts, SurveyedZone, SurveyRow, WafSurvey } from './file';

export function surveyOf(
  zones: readonly SurveyRow[],
  { calls, elapsedMs, now }: { readonly calls: number; readonly elapsedMs: number; readonly now: Date },
): WafSurvey {
  return {
    version: 1,
    surveyed_at: now.toISOString(),
    summary: {
      ...summarizeZones(zones),
      findings: countSeverities(zones.filter(isRead)),
      calls,
      seconds: Math.round(elapsedMs / 1000),
    },
    zones: [...zones].sort((a, b) => compare(nameOf(a), nameOf(b))),
  };
}

export function countSeverities(zones: readonly Pick<SurveyedZone, 'findings'>[]): SeverityCounts {
  const all = zones.flatMap(({ findings }) => findings);
  const count = (severity: string) => all.filter((each) => each.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}
