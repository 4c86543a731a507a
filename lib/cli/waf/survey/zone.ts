import { summarize } from '../../../resources/waf-migration/describe';
import type { Observation } from '../../../resources/waf-migration/observe';
import { describeFinding } from '../../../waf';
import type { ExpectedPrevious } from '../../../waves/waves-file';
import { judgeZone } from '../judge';
import type { SurveyedZone } from './file';

export interface KnownZone {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

export function surveyZone(
  seen: Observation,
  { name, plan }: KnownZone,
  expected?: ExpectedPrevious,
): Omit<SurveyedZone, 'calls'> {
  const { verdict, reasons, decision } = judgeZone(seen, {}, expected);
  const findings = decision.findings.filter(({ code }) => !unremarkable.has(code));
  return {
    zone_id: seen.zoneId,
    zone_name: name,
    plan,
    migration_state: seen.status.migration_state,
    verdict,
    reasons,
    findings: [
      ...findings.map((each) => ({ code: each.code, severity: each.severity, text: summarize(each, seen) })),
      ...(decision.losses ?? []).map((loss) => ({
        code: loss.code,
        severity: loss.severity,
        text: describeFinding(loss),
      })),
    ],
    ...(expected && { expected_previous: expected }),
  };
}

/** Every migration is irreversible, every zone of a survey is new to Terraform, and barriers are reasons. */
const unremarkable: ReadonlySet<string> = new Set([
  'waf.irreversible',
  'waf.ineligible',
  'waf.not_protected',
]);
