import { coreRuleSetOf, isOn } from './core-rule-set';
import { expressionBytes, maxExpressionBytes, maxRulesToMigrate, rulesToMigrate } from './firewall-rules';
import { effectOf } from './page-rules';
import type { PreviousWaf } from './previous';
import { enumerate } from './prose';

/** One reason why a zone cannot migrate with its current configuration. */
export interface Obstacle {
  readonly kind:
    'uri-override' | 'core-rule-set-on' | 'bypass-rule' | 'page-rule' | 'too-many-rules' | 'rule-too-long';
  /** All that are in the way, in the service's ids. */
  readonly ids: readonly string[];
  /** What is in the way, and by which rule. A sentence. */
  readonly reason: string;
  /** What to do about it. A sentence. */
  readonly cure: string;
}

/**
 * All that keeps a zone from migrating, not only the first. Source: specification 3.2 for what makes the check answer
 * `compatible: false`, 7 and 8 for what fails the write.
 *
 * @param phase - the migration phase; 1 is the stricter one, before 2022-09-19
 */
export function findObstacles(waf: PreviousWaf, phase: 1 | 2): Obstacle[] {
  const findings = phase === 1 ? [...always, ...firstPhase] : always;
  return findings.flatMap(({ find, reason, ...finding }) => {
    const ids = find(waf).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ ...finding, ids, reason: `${reason}: ${enumerate(ids)}.` }];
  });
}

/** Whether the check answers `compatible: false` for it. The limits let it pass and fail the write. */
export function isIncompatible({ kind }: Pick<Obstacle, 'kind'>): boolean {
  return kind !== 'too-many-rules' && kind !== 'rule-too-long';
}

interface Finding extends Pick<Obstacle, 'kind' | 'cure'> {
  /** Without the ids, which come behind a colon. */
  readonly reason: string;
  readonly find: (waf: PreviousWaf) => readonly { readonly id: string }[];
}

const always: readonly Finding[] = [
  {
    kind: 'uri-override',
    // A paused one is there as well, and all have to be deleted (3.2, rule 2).
    find: ({ overrides }) => overrides,
    reason: 'A zone with URI-based WAF overrides, paused or not, cannot migrate, and this one has some',
    cure: 'Delete them all, through the API; what each did can be written as a rule of the new configuration.',
  },
  {
    kind: 'too-many-rules',
    find: (waf) => (rulesToMigrate(waf).length > maxRulesToMigrate ? rulesToMigrate(waf) : []),
    reason: `The migration takes at most ${maxRulesToMigrate} firewall rules that bypass the WAF managed rules, paused or not, and the zone has more`,
    cure: `Merge or delete such rules until ${maxRulesToMigrate} are left, or contact support.`,
  },
  {
    kind: 'rule-too-long',
    find: (waf) =>
      rulesToMigrate(waf).filter(({ filter }) => expressionBytes(filter.expression) > maxExpressionBytes),
    reason: `The migration takes expressions of at most ${maxExpressionBytes} bytes (4 KB), and firewall rules to be migrated have longer ones`,
    cure: 'Shorten these expressions, or split them over several rules, or contact support.',
  },
];

const firstPhase: readonly Finding[] = [
  {
    kind: 'core-rule-set-on',
    find: (waf) => [coreRuleSetOf(waf) ?? []].flat().filter((core) => waf.setting === 'on' && isOn(core)),
    reason:
      'In its first phase the migration takes zones whose WAF is off or has the Cloudflare managed rules alone, and the core rule set is on',
    cure: 'Set the sensitivity of the package to "off", or migrate in the second phase.',
  },
  {
    kind: 'bypass-rule',
    find: rulesToMigrate,
    reason:
      'In its first phase the migration does not carry over firewall rules with Bypass > WAF Managed Rules, paused or not, and the zone has some',
    cure: 'Delete them, or migrate in the second phase, where they become skip rules.',
  },
  {
    kind: 'page-rule',
    // Disabled ones too: the phase asks for a zone without such rules (3.2, rule 4).
    find: ({ page_rules: rules }) => rules.filter((rule) => effectOf(rule) !== undefined),
    reason:
      'In its first phase the migration does not carry over page rules with Disable Security or Web Application Firewall: Off or On, and the zone has some',
    cure: 'Take these settings out of the page rules, or migrate in the second phase, where they become skip rules.',
  },
];
