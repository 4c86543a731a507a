import {
  describeDeployment,
  describeFinding,
  findObstacles,
  isIncompatible,
  maxRulesToMigrate,
  rulesToMigrate,
  type PreviousSettings,
  type TextLimits,
  type WafFinding,
} from '../../waf';
import { isBlocked, type Decision } from '../../resources/waf-migration/decide';
import { isPrevious } from '../../resources/waf-migration/describe';
import type { Observation, Previous } from '../../resources/waf-migration/observe';
import { judgeZone } from './judge';

/** The migration state of a zone and what blocks its migration, as `--json` prints it. */
export type WafCheck = ReturnType<typeof checkZone>;
/** A finding with its text, as `--json` prints it. */
export type ReportedFinding = ReturnType<typeof reportFinding>;
/** How the previous WAF of a zone compares with the old resources of a state. */
export type CheckedSettings = ReturnType<typeof compareSettings>;

/** @param expected - the settings that its previous WAF must have */
export function checkZone(
  seen: Observation,
  name: string,
  limits: TextLimits = { most: Infinity },
  expected?: PreviousSettings,
) {
  const { zoneId, status, previous, entryPoint } = seen;
  const { migration_state, old_waf_status, new_waf_status } = status;
  const { verdict, reasons, decision, protection } = judgeZone(seen, limits, expected);
  return {
    zone_id: zoneId,
    /** Empty where the credentials may not read zones. */
    zone_name: name,
    ...{ migration_state, old_waf_status, new_waf_status },
    verdict,
    /** Why somebody has to act, each with the fix. */
    reasons,
    /** Whether the next step of the migration would succeed. */
    can_migrate: previous === undefined ? null : !isBlocked(decision),
    ...(previous === undefined ? nothingPrevious : checkPrevious(previous, migration_state)),
    /** Protection by the new managed rules, whatever the status says; null while the zone has only the previous ones. */
    protection:
      protection === undefined
        ? null
        : {
            is_protected: protection.isProtected,
            enabled_rulesets: protection.enabledRulesets,
            rules: describeDeployment(entryPoint?.rules ?? [], limits),
            findings: protection.findings.map((each) => reportFinding(each, limits)),
          },
    /** Null without a state, or if the state has no resource of the zone's previous WAF. */
    previous_settings: expected === undefined ? null : compareSettings(expected, seen, decision, limits),
  };
}

/** The part of a zone whose previous WAF can no longer be read. */
const nothingPrevious = { service: null, rules_to_migrate: null, obstacles: [], first_phase_obstacles: [] };

function checkPrevious({ waf, isCompatible }: Previous, state: string) {
  const obstacles = findObstacles(waf, 2);
  const kinds = obstacles.map(({ kind }) => kind);
  return {
    service: { compatible: isCompatible, migration_state: state },
    rules_to_migrate: { count: rulesToMigrate(waf).length, limit: maxRulesToMigrate },
    /** The check of the service fails only for those with `fails_check`; for the others the migration itself fails. */
    obstacles: obstacles.map((each) => ({ ...each, fails_check: isIncompatible(each) })),
    /** Obstacles that only the first phase of the migration had. */
    first_phase_obstacles: findObstacles(waf, 1).filter(({ kind }) => !kinds.includes(kind)),
  };
}

/** Nothing is compared of a migrated zone. */
function compareSettings(
  expected: PreviousSettings,
  { previous }: Observation,
  { findings }: Decision,
  limits: TextLimits,
) {
  const settings = Object.values(expected).flatMap((each: object | null) => Object.keys(each ?? {}));
  const compared = previous === undefined ? 0 : settings.length;
  const found = findings.find(isPrevious);
  if (found === undefined) return { expected, compared, finding: null };
  const { code, severity, settings: changed, unknown } = found;
  const text = describeFinding(found, limits);
  return { expected, compared, finding: { code, severity, settings: changed, unknown, text } };
}

/** The findings on the deployed rules that are no reasons. */
export function furtherFindings({ protection, reasons }: WafCheck): readonly ReportedFinding[] {
  return (protection?.findings ?? []).filter(({ code }) => !reasons.some((each) => each.code === code));
}

export function reportFinding(finding: WafFinding, limits: TextLimits) {
  return { ...finding, text: describeFinding(finding, limits) };
}
