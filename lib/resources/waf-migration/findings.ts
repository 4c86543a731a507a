import type { Rule } from '../../client';
import type { Obstacle, PreviousFinding, WafFinding } from '../../waf';
import type { RuleOverride } from './entry-point';
import type { Stage, StatusFault } from './stage';

interface Own<C extends string, S extends 'error' | 'warning' | 'info'> {
  readonly code: C;
  readonly severity: S;
}

/** What a decision reports about a zone. `docs/errors.md` lists the codes; `describe.ts` has the texts. */
export type MigrationFinding =
  | WafFinding
  | PreviousFinding
  | StatusFault
  | (Own<'waf.no_way_back', 'error'> & { readonly stage: Stage })
  | (Own<'waf.cutover_overdue', 'warning'> & {
      readonly state: string;
      readonly began: string;
      readonly ageMs: number;
      /** Whether the apply sends the call again: it needs the previous version. */
      readonly isSentAgain: boolean;
    })
  | (Own<'waf.adopted', 'warning'> & { readonly state: string })
  | (Own<'waf.irreversible', 'warning'> & { readonly stage: 'start' | 'validation' })
  /** Without an obstacle, the API gives no reason. */
  | (Own<'waf.ineligible', 'error'> & { readonly obstacle: Obstacle | undefined })
  | (Own<'waf.needs_enterprise', 'error'> & { readonly plan: string })
  | Own<'waf.plan_unknown', 'error'>
  | Own<'waf.target_unknown', 'error'>
  | (Own<'waf.skipped', 'warning'> & { readonly barriers: readonly MigrationFinding[] })
  | (Own<'waf.deletes_uri_overrides', 'warning'> & {
      readonly ids: readonly string[];
      readonly backupPath: string | undefined;
    })
  | (Own<'waf.rules_kept' | 'waf.rules_added', 'info'> & { readonly rules: readonly Rule[] })
  | (Own<'waf.overrides_adopted', 'warning'> & { readonly overrides: readonly RuleOverride[] })
  | (Own<'waf.ruleset_not_deployed', 'error'> & { readonly ids: readonly string[] })
  /** With the rules that the apply restores, if there are any. */
  | (Own<'waf.not_protected', 'warning'> & { readonly restored?: readonly Rule[] });
