import { isApiError, managedPhase, type EdgeClient } from '../../client';
import {
  reportLosses,
  reportReplaced,
  toMigrationConfiguration,
  type DeployedRule,
  type PreviousWaf,
} from '../../waf';
import { migrationAsCode } from './losses-report';
import { Replacements, type ToldLoss } from './replacements';
import type { SnippetOverride, SnippetSkip } from './snippet';
import { isNewcomer, readZone } from './zone';

/** What a zone loses by migrating, and what replaces it, as `--json` prints it. */
export interface WafLosses {
  readonly zone_id: string;
  readonly migration_state: string;
  readonly losses: readonly ToldLoss[];
  /** Of all losses together, a rule once. */
  readonly rule_overrides: readonly SnippetOverride[];
  readonly skip_rules: readonly SnippetSkip[];
  /** What is not as it seems: sentences. */
  readonly notes: readonly string[];
  /** The code to paste; null when there is none. */
  readonly snippet: string | null;
}

/** What else the code to paste depends on. */
export interface Circumstances {
  readonly zoneId: string;
  readonly state: string;
  /** Empty when it is not known. */
  readonly plan: string;
}

export async function readLosses(client: EdgeClient, zoneId: string): Promise<WafLosses> {
  const { status, waf } = await readZone(client, zoneId);
  const state = status.migration_state;
  if (isNewcomer(status)) return nothingLost(zoneId, state);
  if (waf === undefined) throw new Error(tooLate(zoneId));
  // In validation mode the entry point is the new configuration, which stays.
  const entryPoint =
    state === 'validation' ? undefined : await client.rulesets.entryPoint(zoneId, managedPhase);
  const circumstances = { zoneId, state, plan: await planOf(client, zoneId) };
  return lossesOf(circumstances, waf, entryPoint?.rules);
}

/**
 * @param standing - the rules of the entry point that the migration replaces
 */
export function lossesOf(
  circumstances: Circumstances,
  waf: PreviousWaf,
  standing: readonly DeployedRule[] = [],
): WafLosses {
  const { zoneId, state } = circumstances;
  const { rules } = toMigrationConfiguration(waf);
  const replacements = new Replacements(rules);
  const losses = [...reportLosses(waf), ...reportReplaced(standing, rules)].map((loss) =>
    replacements.tell(loss),
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

function nothingLost(zoneId: string, state: string): WafLosses {
  const nothing = { losses: [], rule_overrides: [], skip_rules: [], notes: [], snippet: null };
  return { zone_id: zoneId, migration_state: state, ...nothing };
}

/** Credentials for a migration need not be able to read zones. */
async function planOf({ zones }: EdgeClient, zoneId: string): Promise<string> {
  try {
    return (await zones.get(zoneId)).plan.legacy_id;
  } catch (error) {
    if (isApiError(error)) return '';
    throw error;
  }
}

function tooLate(zoneId: string): string {
  return (
    `it is too late: zone ${zoneId} is migrated, and its previous WAF cannot be read any more. If a WafMigration ` +
    'migrated it, the report was kept in the Terraform state: attribute loss_report of edge_waf_migration ' +
    '("terraform state show edge_waf_migration.<name>", or an output of lossReport).'
  );
}
