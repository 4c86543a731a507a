import { isApiError, type EdgeClient } from '../client';
import { isIdentifier } from '../resources/identifiers';
import { identityOf } from '../resources/waf-migration/skip-rules';
import {
  managedRulesets,
  maxExpressionBytes,
  reportLosses,
  toMigrationConfiguration,
  type Loss,
  type ManagedOverride,
  type MigrationRule,
  type PreviousWaf,
} from '../waf';
import { migrationAsCode } from './waf-losses-report';
import type { SnippetOverride, SnippetSkip } from './waf-snippet';
import { isNewcomer, readZone } from './waf-zone';

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

export interface ToldLoss extends Omit<Loss, 'replacement'> {
  /** Who brings the replacement. Null when nothing replaces it. */
  readonly instead: 'snippet' | 'migration' | 'by hand' | null;
  readonly replacement: SnippetOverride | SnippetSkip | null;
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
  return lossesOf({ zoneId, state, plan: await planOf(client, zoneId) }, waf);
}

export function lossesOf(circumstances: Circumstances, waf: PreviousWaf): WafLosses {
  const { zoneId, state } = circumstances;
  const plan = new Replacements(toMigrationConfiguration(waf).rules);
  const losses = reportLosses(waf).map((loss) => plan.tell(loss));
  const found = { losses, rule_overrides: plan.overrides, skip_rules: plan.skips };
  return {
    zone_id: zoneId,
    migration_state: state,
    ...found,
    notes: plan.notes,
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

/** Takes the replacements of all losses together: a rule has one override, and no skip rule is there twice. */
class Replacements {
  readonly notes: string[] = [];
  private readonly byRule = new Map<string, SnippetOverride>();
  private readonly byIdentity = new Map<string, SnippetSkip>();
  private readonly migrated: ReadonlySet<string>;

  constructor(migrated: readonly MigrationRule[]) {
    this.migrated = new Set(
      migrated.filter(({ action }) => action === 'skip').map((rule) => identityOfSkip(skipOf(rule))),
    );
  }

  get overrides(): SnippetOverride[] {
    return [...this.byRule.values()];
  }

  get skips(): SnippetSkip[] {
    return [...this.byIdentity.values()];
  }

  tell({ replacement, ...loss }: Loss): ToldLoss {
    if (replacement === undefined) return { ...loss, instead: null, replacement: null };
    if (replacement.kind === 'override') {
      const override = overrideOf(replacement);
      return { ...loss, instead: this.addOverride(override), replacement: override };
    }
    const skip = skipOf(replacement.rule);
    const isMigrated = replacement.isMigrated || this.migrated.has(identityOfSkip(skip));
    return { ...loss, instead: isMigrated ? 'migration' : this.addSkip(skip), replacement: skip };
  }

  private addOverride(override: SnippetOverride): 'snippet' | 'by hand' {
    const { rule_id: rule, ruleset_id: ruleset } = override;
    if (!isIdentifier(rule)) {
      this.note(`${rule} is the id of a rule of the previous WAF alone. ${findNewId}`);
      return 'by hand';
    }
    if (ruleset === managedRulesets.managed)
      this.note(
        `Ids of rules of the Cloudflare Managed Ruleset are those of the previous rules. ${findNewId}`,
      );
    const key = `${ruleset}/${rule}`;
    const before = this.byRule.get(key);
    const contradictions = settings.filter(
      (name) =>
        before?.[name] !== undefined && override[name] !== undefined && before[name] !== override[name],
    );
    for (const name of contradictions)
      this.note(
        `Rule ${rule} cannot have its ${name} both at ${String(before?.[name])} and at ${String(override[name])}: the former is taken. Decide which it is to be.`,
      );
    this.byRule.set(key, { ...override, ...before });
    return contradictions.length === 0 ? 'snippet' : 'by hand';
  }

  private addSkip(skip: SnippetSkip): 'snippet' | 'by hand' {
    const bytes = Buffer.byteLength(skip.expression);
    if (bytes > maxExpressionBytes) {
      this.note(
        `The skip rule "${skip.description}" has an expression of ${bytes} bytes, and ${maxExpressionBytes} is the most: write it as several rules.`,
      );
      return 'by hand';
    }
    if (skip.rule_ids !== undefined) {
      const strangers = skip.rule_ids.filter((id) => !isIdentifier(id));
      this.note(
        strangers.length > 0
          ? `The skip rule "${skip.description}" names rules of the previous WAF alone, ${strangers.join(', ')}. ${findNewId}`
          : `Ids of rules of the Cloudflare Managed Ruleset are those of the previous rules. ${findNewId}`,
      );
      if (strangers.length > 0) return 'by hand';
    }
    const identity = identityOfSkip(skip);
    const before = this.byIdentity.get(identity);
    // One that is disabled does nothing beside one that is enabled.
    if (before === undefined || (skip.enabled && !before.enabled)) this.byIdentity.set(identity, skip);
    return 'snippet';
  }

  private note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }
}

const settings = ['action', 'enabled', 'score_threshold'] as const;

const findNewId =
  'Where a rule has a new id, the service’s changelog of managed rules names the old one beside it.';

function overrideOf({ ruleset, rule: { id, ...change } }: ManagedOverride): SnippetOverride {
  return { rule_id: id, ruleset_id: ruleset, ...change };
}

/** Of the forms that lib/waf writes: everything, or rules of one ruleset. */
function skipOf({
  expression,
  description,
  action_parameters: parameters,
  enabled,
}: MigrationRule): SnippetSkip {
  const { rules } = parameters;
  const [entry] = typeof rules === 'object' && rules !== null ? Object.entries(rules) : [];
  if (entry === undefined) return { expression, description, enabled };
  const [ruleset, ids] = entry as [string, readonly string[]];
  const named = ruleset === managedRulesets.managed ? {} : { ruleset_id: ruleset };
  return { expression, description, rule_ids: ids, ...named, enabled };
}

function identityOfSkip({ expression, rule_ids: rules, ruleset_id: ruleset }: SnippetSkip): string {
  return identityOf({ expression, rule_ids: rules ?? null, ruleset_id: ruleset ?? null });
}
