import type { MigrationCheck, MigrationStatus } from '../../client';
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
  type PreviousWaf,
  type TextLimits,
  type WrittenRule,
} from '../../waf';
import type { Observation } from '../../resources/waf-migration/observe';
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

/** What was read of a zone. */
export interface ReadZone {
  readonly id: string;
  readonly name: string;
  readonly status: MigrationStatus;
  /** The previous WAF and the result of the service's check, while the zone is not migrated. */
  readonly previous?: { readonly waf: PreviousWaf; readonly service: MigrationCheck };
  /** The rules of the entry point, if the new managed rules are in force. */
  readonly deployed?: readonly WrittenRule[];
  /** Rules of the phase before, which can skip the managed rules. */
  readonly customRules?: readonly WrittenRule[] | undefined;
  /** What the previous WAF must be set to. */
  readonly expected?: PreviousSettings | undefined;
}

/**
 * The check of a zone as it was read.
 *
 * @param expected - what its previous WAF must be set to
 */
export function checkObserved(
  { zoneId, status, previous, entryPoint, customRules }: Observation,
  name: string,
  limits?: TextLimits,
  expected?: PreviousSettings,
): WafCheck {
  const { migration_state } = status;
  const isInForce = previous === undefined || isSideBySide(status);
  return checkOf(
    {
      id: zoneId,
      name,
      status,
      ...(previous !== undefined && {
        previous: { waf: previous.waf, service: { compatible: previous.isCompatible, migration_state } },
      }),
      ...(isInForce && { deployed: entryPoint?.rules ?? [] }),
      customRules,
      expected,
    },
    limits,
  );
}

/** @param limits - of the texts about rules */
export function checkOf(
  { id, name, status, previous, deployed, customRules, expected }: ReadZone,
  limits: TextLimits = { most: Infinity },
): WafCheck {
  const { migration_state, old_waf_status, new_waf_status } = status;
  const zone = { zone_id: id, zone_name: name, migration_state, old_waf_status, new_waf_status };
  const settings = expected === undefined ? null : compareSettings(expected, previous?.waf, limits);
  // In validation mode, the rules are compared with what the previous version has on.
  const before =
    previous !== undefined && migration_state === 'validation'
      ? toMigrationConfiguration(previous.waf).rules
      : [];
  const protection = deployed === undefined ? null : checkProtection(deployed, before, customRules, limits);
  if (previous === undefined)
    return {
      ...zone,
      can_migrate: null,
      service: null,
      rules_to_migrate: null,
      obstacles: [],
      first_phase_obstacles: [],
      protection,
      previous_settings: settings,
    };
  const { waf, service } = previous;
  const obstacles = [...findObstacles(waf, 2), ...findUnknownValues(waf)];
  const kinds = obstacles.map(({ kind }) => kind);
  return {
    ...zone,
    can_migrate: service.compatible && obstacles.length === 0 && !isLess(protection),
    service,
    rules_to_migrate: { count: countRulesToMigrate(waf), limit: maxRulesToMigrate },
    obstacles: obstacles.map((each) => ({ ...each, fails_check: isIncompatible(each) })),
    first_phase_obstacles: findObstacles(waf, 1).filter(({ kind }) => !kinds.includes(kind)),
    protection,
    previous_settings: settings,
  };
}

/** Whether a migration to these rules would lose protection that the zone has. */
export function isLess(protection: CheckedProtection | null): boolean {
  return protection?.findings.some(({ code }) => code === 'waf.protection_lost') === true;
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
