import { capitalize } from '../../ground/words';
import { decide, isBlocked, type Decision } from '../../resources/waf-migration/decide';
import { isJudgement, isPrevious } from '../../resources/waf-migration/describe';
import type { MigrationFinding } from '../../resources/waf-migration/findings';
import { bareIntent } from '../../resources/waf-migration/intent';
import { migrationMemory } from '../../resources/waf-migration/memory';
import type { Observation } from '../../resources/waf-migration/observe';
import { isMigrated, isSideBySide, neverHadPrevious } from '../../resources/waf-migration/zone-state';
import {
  describeFinding,
  judgeProtection,
  unacceptable,
  type Obstacle,
  type PreviousSettings,
  type TextLimits,
  type WafFinding,
} from '../../waf';
import type { Reason } from './survey/file';
import type { ZoneVerdict } from './verdict';

/**
 * Where a zone is, by the decision that the plan of its migration would make, and why it is not further.
 *
 * @param expected - the settings that its previous WAF must have
 */
export function judgeZone(seen: Observation, limits: TextLimits = {}, expected?: PreviousSettings) {
  const { status, previous, entryPoint, customRules } = seen;
  const intent = { ...bareIntent('complete'), expectedPrevious: expected };
  const decision = decide(seen, intent, migrationMemory.empty);
  // The rules of a zone that has only the previous version are not in force.
  const isInForce = previous === undefined || isSideBySide(status);
  const protection = isInForce ? judgeProtection(entryPoint?.rules ?? [], customRules) : undefined;
  const lacks = protection?.findings.filter(({ code }) => unacceptable.includes(code)) ?? [];
  const others = decision.findings.filter(({ code }) => !lacks.some((each) => each.code === code));
  const reasons = [
    ...lacks.map((each) => reasonOf(each, limits, fixOfLack(each))),
    ...others.flatMap((each) => toReason(each, limits)),
  ];
  const verdict = protection?.isProtected === false ? 'not protected' : verdictOf(status, decision);
  return { verdict, reasons, decision, protection };
}

function verdictOf(status: Observation['status'], decision: Decision): ZoneVerdict {
  if (decision.findings.some(({ code }) => code === 'waf.ineligible')) return 'ineligible';
  if (isBlocked(decision)) return 'needs a decision';
  if (neverHadPrevious(status)) return 'never had it';
  if (isMigrated(status)) return 'migrated';
  if (status.migration_state === 'validation') return 'in validation mode';
  return isSideBySide(status) ? 'cutover' : 'eligible';
}

function toReason(finding: MigrationFinding, limits: TextLimits): Reason[] {
  if (finding.severity !== 'error') return [];
  const { code } = finding;
  if (code === 'waf.ineligible') {
    const { kind, ids, reason, fix } = finding.obstacle;
    return [{ code, kind, ids, reason, fix: `${fix}${replacementOf(kind)}` }];
  }
  if (isPrevious(finding)) {
    const fix =
      'Restore the settings that the state has, or remove them from the expectedPrevious of WafMigration.';
    return [{ code, kind: null, ids: [], reason: `${capitalize(describeFinding(finding, limits))}.`, fix }];
  }
  return isJudgement(finding) ? [reasonOf(finding, limits, fixOf(finding))] : [];
}

function reasonOf(finding: WafFinding, limits: TextLimits, fix: string): Reason {
  return { code: finding.code, kind: null, ids: [], reason: `${describeFinding(finding, limits)}.`, fix };
}

function fixOf({ code }: WafFinding): string {
  if (unacceptable.includes(code))
    return 'The zone would not be protected: check it again, and contact support if it stays.';
  const accepted = `accept it with acceptDifferences: ['${code}'].`;
  return code === 'waf.previous_unknown'
    ? `Update this package, or review the migrated rules and ${accepted}`
    : `Correct it with ruleOverrides and skipRules of WafMigration, or ${accepted}`;
}

function fixOfLack({ code }: WafFinding): string {
  return code === 'waf.skip_all'
    ? 'Delete or narrow the skip rules.'
    : 'Enable a rule that executes a managed ruleset, with WafMigration or in the dashboard.';
}

function replacementOf(kind: Obstacle['kind']): string {
  return kind === 'uri-override'
    ? ' "edge-platform waf report" prints what replaces them; WafMigration deletes them with deleteUriOverrides.'
    : '';
}

/** A reason in a cell of a table: `uri-override (3)`, `waf.skip_all`. */
export function shortenReason({ code, kind, ids }: Reason): string {
  return `${kind ?? code}${ids.length > 0 ? ` (${ids.length})` : ''}`;
}
