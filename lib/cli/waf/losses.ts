import {
  reportLosses,
  reportReplaced,
  toMigrationConfiguration,
  type DeployedRule,
  type PreviousWaf,
} from '../../waf';
import { migrationAsCode, type Circumstances } from './migration-code';
import { Replacements, type ReportedLoss } from './replacements';
import type { SnippetOverride, SnippetSkip } from './snippet';

/** What the migration of a zone loses, and what replaces it, as `--json` prints it. */
export interface WafLosses {
  readonly zone_id: string;
  readonly migration_state: string;
  readonly losses: readonly ReportedLoss[];
  /** For all losses together, each rule once. */
  readonly rule_overrides: readonly SnippetOverride[];
  readonly skip_rules: readonly SnippetSkip[];
  /** What needs a decision or manual work: sentences. */
  readonly notes: readonly string[];
  /** The code to paste; null when there is none. */
  readonly snippet: string | null;
}

/**
 * @param deployed - the rules in the entry point that the migration replaces
 */
export function lossesOf(
  circumstances: Circumstances,
  waf: PreviousWaf,
  deployed: readonly DeployedRule[] = [],
): WafLosses {
  const { zoneId, state } = circumstances;
  const { rules } = toMigrationConfiguration(waf);
  const replacements = new Replacements(rules);
  const losses = [...reportLosses(waf), ...reportReplaced(deployed, rules)].flatMap((loss) =>
    replacements.add(loss),
  );
  const found = { losses, rule_overrides: replacements.overrides, skip_rules: replacements.skips };
  return {
    zone_id: zoneId,
    migration_state: state,
    ...found,
    notes: replacements.notes,
    snippet: migrationAsCode(circumstances, found, waf.overrides.length > 0),
  };
}

export function noLosses(zoneId: string, state: string): WafLosses {
  const nothing = { losses: [], rule_overrides: [], skip_rules: [], notes: [], snippet: null };
  return { zone_id: zoneId, migration_state: state, ...nothing };
}
