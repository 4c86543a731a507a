import { coreRuleSetOf, isOn } from './core-rule-set';
import { maxExpressionBytes, maxRulesToMigrate, rulesToMigrate } from './firewall-rules';
import { effectOf } from './page-rules';
import type { PreviousWaf } from './previous';
import { enumerate, mostIds } from './prose';

/** A blocker: one reason why a zone cannot migrate with its current configuration. */
export interface Obstacle {
  readonly kind:
    | 'uri-override'
    | 'core-rule-set-on'
    | 'bypass-rule'
    | 'page-rule'
    | 'too-many-rules'
    | 'rule-too-long'
    | 'unknown-reason';
  readonly ids: readonly string[];
  readonly reason: string;
  readonly fix: string;
}

/**
 * All blockers of a migration, not only the first. Source: specification 3.2 for what makes the check return
 * `compatible: false`, 7 and 8 for what makes the write fail.
 *
 * @param phase - the migration phase; phase 1, before 2022-09-19, is stricter
 */
export function findObstacles(waf: PreviousWaf, phase: 1 | 2): Obstacle[] {
  const findings = phase === 1 ? [...always, ...firstPhase] : always;
  return findings.flatMap(({ find, reason, ...finding }) => {
    const ids = find(waf).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ ...finding, ids, reason: `${reason}: ${enumerate(ids, mostIds)}.` }];
  });
}

/** The obstacle of a zone that the check refuses although it has none of the documented ones. */
export const unknownObstacle: Obstacle = {
  kind: 'unknown-reason',
  ids: [],
  reason: 'The API reports that the zone is not compatible, for a reason that this check does not know.',
  fix: 'See Security > WAF > Managed rules in the dashboard, or contact support.',
};

/** Whether the check returns `compatible: false` for the blocker. Exceeded limits pass the check, and the write fails. */
export function isIncompatible({ kind }: Pick<Obstacle, 'kind'>): boolean {
  return !['too-many-rules', 'rule-too-long'].includes(kind);
}

interface Finding extends Pick<Obstacle, 'kind' | 'fix'> {
  /** Without the ids, which follow after a colon. */
  readonly reason: string;
  readonly find: (waf: PreviousWaf) => readonly { readonly id: string }[];
}

const always: readonly Finding[] = [
  {
    kind: 'uri-override',
    // Paused overrides count too: all must be deleted (3.2, rule 2).
    find: ({ overrides }) => overrides,
    reason: 'A zone with URI-based WAF overrides, paused or not, cannot migrate. This zone has some',
    fix: 'Delete them all through the API. You can replace each one with a rule of the new configuration.',
  },
  {
    kind: 'too-many-rules',
    find: (waf) => (rulesToMigrate(waf).length > maxRulesToMigrate ? rulesToMigrate(waf) : []),
    reason: `The migration takes at most ${maxRulesToMigrate} firewall rules that bypass the WAF managed rules, paused or not. This zone has more`,
    fix: `Merge or delete such rules until at most ${maxRulesToMigrate} remain, or contact support.`,
  },
  {
    kind: 'rule-too-long',
    find: (waf) =>
      rulesToMigrate(waf).filter(({ filter }) => Buffer.byteLength(filter.expression) > maxExpressionBytes),
    reason: `The migration takes expressions of at most ${maxExpressionBytes} bytes (4 KB). These firewall rules have longer ones`,
    fix: 'Shorten these expressions, split them into several rules, or contact support.',
  },
];

const firstPhase: readonly Finding[] = [
  {
    kind: 'core-rule-set-on',
    find: (waf) => [coreRuleSetOf(waf) ?? []].flat().filter((core) => waf.setting === 'on' && isOn(core)),
    reason:
      'In its first phase the migration accepts only zones whose WAF is off or has only the Cloudflare managed rules. The core rule set of this zone is on',
    fix: 'Set the sensitivity of the package to "off", or migrate in the second phase.',
  },
  {
    kind: 'bypass-rule',
    find: rulesToMigrate,
    reason:
      'In its first phase the migration does not carry over firewall rules with Bypass > WAF Managed Rules, paused or not. This zone has some',
    fix: 'Delete them, or migrate in the second phase, where they become skip rules.',
  },
  {
    kind: 'page-rule',
    // Disabled rules count too: the phase requires a zone without such rules (3.2, rule 4).
    find: ({ page_rules: rules }) => rules.filter((rule) => effectOf(rule) !== undefined),
    reason:
      'In its first phase the migration does not carry over page rules with Disable Security or Web Application Firewall: Off or On. This zone has some',
    fix: 'Remove these settings from the page rules, or migrate in the second phase, where they become skip rules.',
  },
];
