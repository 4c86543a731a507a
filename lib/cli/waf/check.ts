import type { MigrationCheck } from '../../client';
import {
  countRulesToMigrate,
  describeDeployment,
  findObstacles,
  findUnknownValues,
  isIncompatible,
  judgeLost,
  judgeProtection,
  maxRulesToMigrate,
  toMigrationConfiguration,
  type Obstacle,
  type PreviousSettings,
  type TextLimits,
  type WrittenRule,
} from '../../waf';
import type { Observation, Previous } from '../../resources/waf-migration/observe';
import { reportFinding, type ReportedFinding } from './finding';
import { compareSettings, type CheckedSettings } from './previous-settings';
import { isSideBySide } from '../../resources/waf-migration/zone-state';
import { stateOf, words, type Verdict } from './zone-state';

/** The migration state of a zone and what blocks its migration, as `--json` prints it. */
export interface WafCheck {
  readonly zone_id: string;
  /** Empty where the credentials may not read zones. */
  readonly zone_name: string;
  readonly migration_state: string;
  readonly old_waf_status: string;
  readonly new_waf_status: string;
  /** Whether the next step of the migration would succeed; null when none is left. */
  readonly can_migrate: boolean | null;
  /** The result of the service's own check; null when the zone is migrated. */
  readonly service: MigrationCheck | null;
  /** Null when the previous WAF can no longer be read. */
  readonly rules_to_migrate: { readonly count: number; readonly limit: number } | null;
  readonly obstacles: readonly (Obstacle & {
    /** Whether the service's check fails for it; otherwise only the migration itself fails. */
    readonly fails_check: boolean;
  })[];
  /** What the first phase of the migration would have refused in addition. */
  readonly first_phase_obstacles: readonly Obstacle[];
  /** Of the new managed rules, whatever the status says; null while the zone has only the previous ones. */
  readonly protection: CheckedProtection | null;
  /** Null without a state, or if the state has no resource of the zone's previous WAF. */
  readonly previous_settings: CheckedSettings | null;
}

/** What the rules in the entry point of the new managed rules do. */
export interface CheckedProtection {
  readonly is_protected: boolean;
  readonly enabled_rulesets: readonly string[];
  /** The rules in order, as text. */
  readonly rules: readonly string[];
  readonly findings: readonly ReportedFinding[];
}

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
): WafCheck {
  const { migration_state, old_waf_status, new_waf_status } = status;
  const isInForce = previous === undefined || isSideBySide(status);
  // In validation mode, the rules are compared with what the previous version has on.
  const before =
    previous !== undefined && migration_state === 'validation'
      ? toMigrationConfiguration(previous.waf).rules
      : [];
  const protection = isInForce ? checkProtection(entryPoint?.rules ?? [], before, customRules, limits) : null;
  return {
    ...{ zone_id: zoneId, zone_name: name, migration_state, old_waf_status, new_waf_status },
    ...(previous === undefined ? nothingPrevious : checkPrevious(previous, migration_state, protection)),
    protection,
    previous_settings: expected === undefined ? null : compareSettings(expected, previous?.waf, limits),
  };
}

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
    can_migrate: isCompatible && obstacles.length === 0 && !isLess,
    service: { compatible: isCompatible, migration_state: state },
    rules_to_migrate: { count: countRulesToMigrate(waf), limit: maxRulesToMigrate },
    obstacles: obstacles.map((each) => ({ ...each, fails_check: isIncompatible(each) })),
    first_phase_obstacles: findObstacles(waf, 1).filter(({ kind }) => !kinds.includes(kind)),
  };
}

function checkProtection(
  rules: readonly WrittenRule[],
  before: readonly WrittenRule[],
  earlier: readonly WrittenRule[] | undefined,
  limits: TextLimits,
): CheckedProtection {
  const { isProtected, enabledRulesets, findings } = judgeProtection(rules, earlier);
  return {
    is_protected: isProtected,
    enabled_rulesets: enabledRulesets,
    rules: describeDeployment(rules, limits),
    findings: [...judgeLost(rules, before), ...findings].map((each) => reportFinding(each, limits)),
  };
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
