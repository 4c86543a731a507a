import { isIdentifier } from '../../resources/identifiers';
import { identityOf, skipOf, type SkipRule } from '../../resources/waf-migration/skip-rules';
import {
  lossFindings,
  managedRulesets,
  maxExpressionBytes,
  type Loss,
  type LossItem,
  type ManagedOverride,
  type MigrationRule,
} from '../../waf';
import type { SnippetOverride, SnippetSkip } from './snippet';

/** One object that does not carry over, with its replacement, as `--json` prints it. */
export interface ReportedLoss {
  readonly code: Loss['code'];
  /** The code without its domain, as a word: `page-rule-detached`. */
  readonly kind: string;
  readonly ids: readonly string[];
  readonly what: string;
  readonly why: string;
  /** Where the replacement comes from. Null when there is none. */
  readonly instead: 'snippet' | 'migration' | 'by hand' | null;
  /** Null also where the attributes of `edge_waf_migration` cannot express it. */
  readonly replacement: SnippetOverride | SnippetSkip | null;
}

/** Collects the replacements of all losses: one override for each rule, and no duplicate skip rules. */
export class Replacements {
  readonly notes: string[] = [];
  private readonly byRule = new Map<string, SnippetOverride>();
  private readonly byIdentity = new Map<string, SnippetSkip>();
  /** Whether each skip rule that the migration creates by itself is enabled. */
  private readonly migrated: ReadonlyMap<string, boolean>;

  constructor(migrated: readonly MigrationRule[]) {
    const skips = migrated.flatMap((rule) => skipOf(rule) ?? []);
    // The enabled ones last, so that they win.
    const ordered = skips.sort((a, b) => Number(a.enabled) - Number(b.enabled));
    this.migrated = new Map(ordered.map((skip) => [identityOf(skip), skip.enabled]));
  }

  get overrides(): SnippetOverride[] {
    return [...this.byRule.values()];
  }

  get skips(): SnippetSkip[] {
    return [...this.byIdentity.values()];
  }

  add(loss: Loss): ReportedLoss[] {
    const { code } = loss;
    const head = { code, kind: code.replace('waf.', '').replaceAll('_', '-') };
    const why = lossFindings[code].explanation;
    return loss.items.map(({ ids, text, replacement }) => {
      return { ...head, ids, what: text, why, ...this.replace(replacement) };
    });
  }

  private replace(replacement: LossItem['replacement']): Pick<ReportedLoss, 'instead' | 'replacement'> {
    if (replacement === undefined) return { instead: null, replacement: null };
    if (replacement.kind === 'override') {
      const override = overrideOf(replacement);
      return { instead: this.addOverride(override), replacement: override };
    }
    const skip = skipOf(replacement.rule);
    if (skip === undefined)
      return { instead: replacement.isMigrated ? 'migration' : null, replacement: null };
    const migrated = this.migrated.get(identityOf(skip));
    // A disabled skip rule with the same identity would disable it.
    const isMigrated = replacement.isMigrated || migrated === true || (migrated === false && !skip.enabled);
    const replacementSkip = toSnippet(skip);
    return {
      instead: isMigrated ? 'migration' : this.addSkip(replacementSkip, identityOf(skip)),
      replacement: replacementSkip,
    };
  }

  private addOverride(override: SnippetOverride): 'snippet' | 'by hand' {
    const { rule_id: rule, ruleset_id: ruleset } = override;
    if (!isIdentifier(rule)) {
      this.note(`${rule} is an id of the previous WAF only. ${findNewId}`);
      return 'by hand';
    }
    if (ruleset === managedRulesets.managed) this.note(idsArePrevious);
    const key = `${ruleset}/${rule}`;
    const before = this.byRule.get(key);
    const contradictions = settings.filter(
      (name) =>
        before?.[name] !== undefined && override[name] !== undefined && before[name] !== override[name],
    );
    for (const name of contradictions)
      this.note(
        `Rule ${rule} needs ${name} ${String(before?.[name])} and ${String(override[name])}: the code has the former. Choose one.`,
      );
    this.byRule.set(key, { ...override, ...before });
    return contradictions.length === 0 ? 'snippet' : 'by hand';
  }

  private addSkip(skip: SnippetSkip, identity: string): 'snippet' | 'by hand' {
    const bytes = Buffer.byteLength(skip.expression);
    if (bytes > maxExpressionBytes) {
      this.note(
        `The skip rule "${skip.description}" has an expression of ${bytes} bytes; the limit is ${maxExpressionBytes}. Split it into several rules.`,
      );
      return 'by hand';
    }
    if (skip.rule_ids !== undefined) {
      const unknownIds = skip.rule_ids.filter((id) => !isIdentifier(id));
      this.note(
        unknownIds.length > 0
          ? `The skip rule "${skip.description}" names rules of the previous WAF only: ${unknownIds.join(', ')}. ${findNewId}`
          : idsArePrevious,
      );
      if (unknownIds.length > 0) return 'by hand';
    }
    const before = this.byIdentity.get(identity);
    // An enabled skip rule wins over a disabled one.
    if (before === undefined || (skip.enabled && !before.enabled)) this.byIdentity.set(identity, skip);
    return 'snippet';
  }

  private note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }
}

const settings = ['action', 'enabled', 'score_threshold'] as const;

const findNewId = 'Where a rule has a new id, the service’s changelog of managed rules lists its legacy id.';
const idsArePrevious = `The rule ids of the Cloudflare Managed Ruleset are those of the previous rules. ${findNewId}`;

/** The override as the attributes of `edge_waf_migration` have it. */
export function overrideOf({ ruleset, rule: { id, ...change } }: ManagedOverride): SnippetOverride {
  return { rule_id: id, ruleset_id: ruleset, ...change };
}

/** The skip rule without what it leaves to its defaults. */
function toSnippet({
  expression,
  description,
  rule_ids: rules,
  ruleset_id: ruleset,
  enabled,
}: SkipRule): SnippetSkip {
  const isUsual = ruleset === null || (rules !== null && ruleset === managedRulesets.managed);
  return {
    expression,
    description: description ?? '',
    ...(rules !== null && { rule_ids: rules }),
    ...(!isUsual && { ruleset_id: ruleset }),
    enabled,
  };
}
