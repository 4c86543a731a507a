import {
  describeDeployment,
  reportLosses,
  reportReplaced,
  toMigrationConfiguration,
  type DeployedRule,
  type PreviousWaf,
  type TextLimits,
  type WafFinding,
  type WrittenRule,
} from '../../waf';
import { reportFinding } from './check';
import { migrationAsCode, type Circumstances } from './migration-code';
import { Replacements } from './replacements';

/** The rules that the migration of a zone deploys, its losses and their replacements, as `--json` prints them. */
export type WafLosses = Omit<ReturnType<typeof lossesOf>, 'deployment'> & {
  /** Null for a zone that never had the previous WAF. */
  readonly deployment: ReportedDeployment | null;
};

export type ReportedDeployment = ReturnType<typeof reportDeployment>;

/** The rules to be deployed, as `WafMigration` decides about them. */
interface Proposed {
  /** `prediction` while the zone is not compatible: the service then has no configuration for it. */
  readonly source: 'service' | 'entry point' | 'prediction';
  readonly rules: readonly WrittenRule[];
  readonly findings: readonly WafFinding[];
}

/** @param existing - the rules in the entry point that the migration replaces */
export function lossesOf(
  circumstances: Circumstances,
  waf: PreviousWaf,
  existing: readonly DeployedRule[],
  proposed: Proposed,
  limits: TextLimits = { most: Infinity },
) {
  const { zoneId, zoneName, state } = circumstances;
  const { rules } = toMigrationConfiguration(waf);
  const replacements = new Replacements(rules);
  const losses = [...reportLosses(waf), ...reportReplaced(existing, rules)].flatMap((loss) =>
    replacements.add(loss),
  );
  const found = { losses, rule_overrides: replacements.overrides, skip_rules: replacements.skips };
  return {
    zone_id: zoneId,
    zone_name: zoneName,
    migration_state: state,
    deployment: reportDeployment(proposed, limits),
    /** For all losses together, each rule once: `rule_overrides` and `skip_rules`. */
    ...found,
    /** Sentences on decisions and manual work that remain. */
    notes: replacements.notes,
    snippet: migrationAsCode(circumstances, found, waf.overrides.length > 0),
  };
}

function reportDeployment({ source, rules, findings }: Proposed, limits: TextLimits) {
  return {
    source,
    rules: describeDeployment(rules, limits),
    differences: findings.map((each) => reportFinding(each, limits)),
  };
}

export function noLosses({ zoneId, zoneName, state }: Omit<Circumstances, 'plan' | 'host'>): WafLosses {
  const nothing = { losses: [], rule_overrides: [], skip_rules: [], notes: [], snippet: null };
  return { zone_id: zoneId, zone_name: zoneName, migration_state: state, deployment: null, ...nothing };
}

/** Whether everything carries over. */
export function isWhole({ losses, deployment }: WafLosses): boolean {
  const differences = deployment?.differences ?? [];
  return losses.length === 0 && !differences.some(({ severity }) => severity === 'error');
}
