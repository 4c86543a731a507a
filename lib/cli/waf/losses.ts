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
import { reportFinding, type ReportedFinding } from './check';
import { migrationAsCode, type Circumstances } from './migration-code';
import { Replacements, type ReportedLoss } from './replacements';
import type { SnippetOverride, SnippetSkip } from './snippet';

/** What the migration of a zone deploys, what it loses, and what replaces it, as `--json` prints it. */
export interface WafLosses {
  readonly zone_id: string;
  /** Empty where the credentials cannot read it. */
  readonly zone_name: string;
  readonly migration_state: string;
  /** Null for a zone that never had the previous WAF. */
  readonly deployment: ReportedDeployment | null;
  readonly losses: readonly ReportedLoss[];
  /** For all losses together, each rule once. */
  readonly rule_overrides: readonly SnippetOverride[];
  readonly skip_rules: readonly SnippetSkip[];
  /** What needs a decision or manual work: sentences. */
  readonly notes: readonly string[];
  /** The code to paste; null when there is none. */
  readonly snippet: string | null;
}

/** The rules of the new configuration, judged against what the previous WAF does. */
export interface ReportedDeployment {
  readonly source: Proposed['source'];
  /** In order, as text. */
  readonly rules: readonly string[];
  readonly differences: readonly ReportedFinding[];
}

/** The rules to be deployed, as `WafMigration` decides about them. */
export interface Proposed {
  /** `prediction` while the zone is not compatible: the service then has no configuration for it. */
  readonly source: 'service' | 'entry point' | 'prediction';
  readonly rules: readonly WrittenRule[];
  /** How they differ from what the previous WAF does. */
  readonly findings: readonly WafFinding[];
}

/**
 * @param existing - the rules in the entry point that the migration replaces
 * @param limits - of the texts about rules
 */
export function lossesOf(
  circumstances: Circumstances,
  waf: PreviousWaf,
  existing: readonly DeployedRule[],
  proposed: Proposed,
  limits: TextLimits = { most: Infinity },
): WafLosses {
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
    deployment: {
      source: proposed.source,
      rules: describeDeployment(proposed.rules, limits),
      differences: proposed.findings.map((each) => reportFinding(each, limits)),
    },
    ...found,
    notes: replacements.notes,
    snippet: migrationAsCode(circumstances, found, waf.overrides.length > 0),
  };
}

export function noLosses({ zoneId, zoneName, state }: Omit<Circumstances, 'plan'>): WafLosses {
  const nothing = { losses: [], rule_overrides: [], skip_rules: [], notes: [], snippet: null };
  return { zone_id: zoneId, zone_name: zoneName, migration_state: state, deployment: null, ...nothing };
}

/** Whether everything carries over. */
export function isWhole({ losses, deployment }: WafLosses): boolean {
  const differences = deployment?.differences ?? [];
  return losses.length === 0 && !differences.some(({ severity }) => severity === 'error');
}
