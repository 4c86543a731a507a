import { decide, isBlocked } from '../../../resources/waf-migration/decide';
import { isJudgement, isPrevious, summarize } from '../../../resources/waf-migration/describe';
import type { MigrationFinding } from '../../../resources/waf-migration/findings';
import { bareIntent } from '../../../resources/waf-migration/intent';
import { migrationMemory } from '../../../resources/waf-migration/memory';
import type { Observation } from '../../../resources/waf-migration/observe';
import { capitalize } from '../../../ground/words';
import type { ExpectedPrevious } from '../../../waves/waves-file';
import {
  describeFinding,
  describePrevious,
  unacceptable,
  type Loss,
  type Obstacle,
  type TextLimits,
} from '../../../waf';
import { checkObserved, type WafCheck } from '../check';
import { stateOf, words } from '../zone-state';
import type { Reason, SurveyedFinding, SurveyedZone } from './file';

export interface KnownZone {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
}

/** Where a zone is, by the decision that the plan of its migration would make, and why it is not further. */
export function judgeZone(
  seen: Observation,
  name: string,
  limits: TextLimits = {},
  expected?: ExpectedPrevious,
) {
  const check = checkObserved(seen, name, limits, expected);
  const intent = { ...bareIntent('complete'), expectedPrevious: expected };
  const decision = decide(seen, intent, migrationMemory.empty);
  const state = stateOf({
    status: seen.status,
    isProtected: check.protection?.is_protected,
    isIneligible: decision.findings.some(isBarrier),
    isUndecided: isBlocked(decision),
  });
  const reasons = state === 'unprotected' ? lackOf(check) : decision.findings.flatMap(toReason);
  return { state, reasons, decision };
}

export function surveyZone(
  seen: Observation,
  { name, plan }: KnownZone,
  limits: TextLimits = {},
  expected?: ExpectedPrevious,
): Omit<SurveyedZone, 'calls'> {
  const { state, reasons, decision } = judgeZone(seen, name, limits, expected);
  return {
    zone_id: seen.zoneId,
    zone_name: name,
    plan,
    migration_state: seen.status.migration_state,
    verdict: words[state].survey,
    reasons,
    findings: [
      ...decision.findings.filter(isNoteworthy).map((finding) => ({
        code: finding.code,
        severity: finding.severity,
        text: summarize(finding, seen),
      })),
      ...(decision.losses ?? []).map((loss) => reportLoss(loss, limits)),
    ],
    ...(expected && { expected_previous: expected }),
  };
}

function isBarrier({ code }: MigrationFinding): boolean {
  return code === 'waf.ineligible';
}

/** Every migration is irreversible, every zone of a survey is new to Terraform, and barriers are reasons. */
function isNoteworthy({ code }: MigrationFinding): boolean {
  return !['waf.irreversible', 'waf.ineligible', 'waf.not_protected'].includes(code);
}

function reportLoss(loss: Loss, limits: TextLimits): SurveyedFinding {
  return { code: loss.code, severity: loss.severity, text: describeFinding(loss, limits) };
}

function toReason(finding: MigrationFinding): Reason[] {
  if (finding.severity !== 'error') return [];
  if (finding.code === 'waf.ineligible') {
    const { obstacle } = finding;
    if (obstacle === undefined) return [unknownReason];
    const { kind, ids, reason, cure } = obstacle;
    return [{ code: finding.code, kind, ids, reason, fix: `${cure}${replacementOf(kind)}` }];
  }
  if (isPrevious(finding))
    return [
      {
        code: finding.code,
        kind: null,
        ids: [],
        reason: `${capitalize(describePrevious(finding))}.`,
        fix: 'Restore the settings that the state has, or remove them from the expectedPrevious of WafMigration.',
      },
    ];
  if (!isJudgement(finding)) return [];
  return [
    {
      code: finding.code,
      kind: null,
      ids: [],
      reason: `${describeFinding(finding)}.`,
      fix: unacceptable.includes(finding.code)
        ? 'The zone would not be protected: survey it again, and contact support if it stays.'
        : `Correct it with ruleOverrides and skipRules of WafMigration, or accept it with acceptDifferences: ['${finding.code}'].`,
    },
  ];
}

function replacementOf(kind: Obstacle['kind']): string {
  return kind === 'uri-override' ? ' "edge-platform waf report" prints what replaces them.' : '';
}

const unknownReason: Reason = {
  code: 'waf.ineligible',
  kind: null,
  ids: [],
  reason: 'The API reports that the zone is not compatible, for a reason that this check does not know.',
  fix: 'See Security > WAF > Managed rules in the dashboard, or contact support.',
};

/** Why the new managed rules do not protect the zone. */
function lackOf({ protection }: WafCheck): Reason[] {
  return (protection?.findings ?? [])
    .filter(({ code }) => unacceptable.includes(code))
    .map(({ code, text }) => ({
      code,
      kind: null,
      ids: [],
      reason: `${text}.`,
      fix:
        code === 'waf.skip_all'
          ? 'Delete or narrow the skip rules.'
          : 'Enable a rule that executes a managed ruleset, with WafMigration or in the dashboard.',
    }));
}
