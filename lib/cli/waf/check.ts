import {
  countRulesToMigrate,
  describeDeployment,
  describeFinding,
  findObstacles,
  findUnknownValues,
  isIncompatible,
  judgeLost,
  judgeProtection,
  maxRulesToMigrate,
  toMigrationConfiguration,
  type PreviousSettings,
  type TextLimits,
  type WafFinding,
  type WrittenRule,
} from '../../waf';
import type { Observation, Previous } from '../../resources/waf-migration/observe';
import { compareSettings } from './previous-settings';
import { isSideBySide } from '../../resources/waf-migration/zone-state';
import { stateOf, words, type Verdict } from './zone-state';

/** The migration state of a zone and what blocks its migration, as `--json` prints it. */
export type WafCheck = ReturnType<typeof checkObserved>;
/** What the rules in the entry point of the new managed rules do. */
export type CheckedProtection = ReturnType<typeof checkProtection>;
/** A finding with its text, as `--json` prints it. */
export type ReportedFinding = ReturnType<typeof reportFinding>;

/** What the check has to know of a zone, as it was read. */
export interface CheckedObservation extends Pick<Observation, 'zoneId' | 'status'> {
  readonly previous?: Pick<Previous, 'waf' | 'isCompatible'> | undefined;
  readonly entryPoint?: { readonly rules: readonly WrittenRule[] } | undefined;
  readonly customRules?: readonly WrittenRule[] | undefined;
}

/**
 * The check of a zone as it was read.
 *
 * @param limits - of the texts about rules
 * @param expected - what its previous WAF must be set to
 */
export function checkObserved(
  { zoneId, status, previous, entryPoint, customRules }: CheckedObservation,
  name: string,
  limits: TextLimits = { most: Infinity },
  expected?: PreviousSettings,
) {
  const { migration_state, old_waf_status, new_waf_status } = status;
  const isInForce = previous === undefined || isSideBySide(status);
  // In validation mode, the rules are compared with what the previous version has on.
  const before =
    previous !== undefined && migration_state === 'validation'
      ? toMigrationConfiguration(previous.waf).rules
      : [];
  const protection = isInForce ? checkProtection(entryPoint?.rules ?? [], before, customRules, limits) : null;
  return {
    zone_id: zoneId,
    /** Empty where the credentials may not read zones. */
    zone_name: name,
    ...{ migration_state, old_waf_status, new_waf_status },
    ...(previous === undefined ? nothingPrevious : checkPrevious(previous, migration_state, protection)),
    /** Of the new managed rules, whatever the status says; null while the zone has only the previous ones. */
    protection,
    /** Null without a state, or if the state has no resource of the zone's previous WAF. */
    previous_settings: expected === undefined ? null : compareSettings(expected, previous?.waf, limits),
  };
}

/** Of a zone whose previous WAF can no longer be read. */
const nothingPrevious = {
  can_migrate: null,
  service: null,
  rules_to_migrate: null,
  obstacles: [],
  first_phase_obstacles: [],
};

function checkPrevious(
  { waf, isCompatible }: Pick<Previous, 'waf' | 'isCompatible'>,
  state: string,
  protection: CheckedProtection | null,
) {
  const obstacles = [...findObstacles(waf, 2), ...findUnknownValues(waf)];
  const kinds = obstacles.map(({ kind }) => kind);
  // Whether a migration to these rules would lose protection that the zone has.
  const isLess = protection?.findings.some(({ code }) => code === 'waf.protection_lost') === true;
  return {
    /** Whether the next step of the migration would succeed. */
    can_migrate: isCompatible && obstacles.length === 0 && !isLess,
    service: { compatible: isCompatible, migration_state: state },
    rules_to_migrate: { count: countRulesToMigrate(waf), limit: maxRulesToMigrate },
    /** The check of the service fails only for those with `fails_check`; for the others the migration itself fails. */
    obstacles: obstacles.map((each) => ({ ...each, fails_check: isIncompatible(each) })),
    /** What the first phase of the migration would have refused in addition. */
    first_phase_obstacles: findObstacles(waf, 1).filter(({ kind }) => !kinds.includes(kind)),
  };
}

function checkProtection(
  rules: readonly WrittenRule[],
  before: readonly WrittenRule[],
  earlier: readonly WrittenRule[] | undefined,
  limits: TextLimits,
) {
  const { isProtected, enabledRulesets, findings } = judgeProtection(rules, earlier);
  return {
    is_protected: isProtected,
    enabled_rulesets: enabledRulesets,
    rules: describeDeployment(rules, limits),
    findings: [...judgeLost(rules, before), ...findings].map((each) => reportFinding(each, limits)),
  };
}

export function reportFinding(finding: WafFinding, limits: TextLimits) {
  return { ...finding, text: describeFinding(finding, limits) };
}

export function verdictOf(check: WafCheck): Verdict {
  const state = stateOf({
    status: check,
    isProtected: check.protection?.is_protected,
    isIneligible: check.can_migrate === false,
    isUndecided: (check.previous_settings?.finding ?? null) !== null,
  });
  return words[state].check;
}
