import {
  bool,
  computed,
  defineContract,
  each,
  errorAt,
  isListValue,
  isObjectValue,
  isWhollyKnown,
  listOf,
  nested,
  number,
  notEmpty,
  oneOf,
  optional,
  required,
  setOf,
  string,
  type Check,
  type Diagnostic,
  type ObjectValue,
} from '../../schema';
import { managedRulesets, maxExpressionBytes } from '../../waf';
import { checkIdentifier } from '../identifiers';
import { identityOf } from './skip-rules';

/** What `target` may be. */
export const targets = ['validation', 'complete'] as const;

/** What the action of a managed rule can be set to (public fact, section 6.3). */
export const overrideActions = ['block', 'managed_challenge', 'js_challenge', 'challenge', 'log'] as const;

const checkTimeout: Check = (value, path) =>
  typeof value !== 'number' || (value >= 1 && value <= 86_400)
    ? []
    : [
        errorAt(
          path,
          'Time limit out of range',
          `timeout_seconds is ${value}. It is a number of seconds from 1 to 86400; the hand-over can take up to an hour.`,
        ),
      ];

const checkThreshold: Check = (value, path) =>
  typeof value !== 'number' || (Number.isInteger(value) && value >= 1)
    ? []
    : [
        errorAt(
          path,
          'Not a score',
          `score_threshold is ${value}. It is a whole number from 1 on; the migration sets 25, 40 or 60.`,
        ),
      ];

/** Each names a rule once and does something with it. */
const checkOverrides: Check = (value, path) => {
  if (!isListValue(value)) return [];
  const seen = new Set<string>();
  return value.flatMap((item): Diagnostic[] => {
    if (!isObjectValue(item) || !isWhollyKnown(item)) return [];
    const { rule_id: rule, ruleset_id: ruleset = null, ...settings } = item;
    const name = typeof rule === 'string' ? rule : '';
    const key = `${typeof ruleset === 'string' ? ruleset : managedRulesets.managed} ${name}`;
    const isTwice = seen.has(key);
    seen.add(key);
    if (isTwice)
      return [
        errorAt(path, 'A rule is overridden twice', `Rule ${name} is named twice. Name each rule once.`),
      ];
    if (Object.values(settings).some((setting) => setting !== null)) return [];
    return [
      errorAt(
        path,
        'An override that does nothing',
        `The override of rule ${name} changes nothing. Give action, score_threshold, or enabled = false.`,
      ),
    ];
  });
};

/** A limit of the migration's rules (specification 3.3), and of expressions everywhere (public fact, section 6.1). */
const checkExpression: Check = (value, path) => {
  if (typeof value !== 'string') return [];
  const bytes = Buffer.byteLength(value);
  if (value.trim() === '')
    return [
      errorAt(
        path,
        'Not an expression',
        'expression is empty. Say which requests are spared; "true" is all.',
      ),
    ];
  if (bytes <= maxExpressionBytes) return [];
  return [
    errorAt(
      path,
      'Expression too long',
      `expression has ${bytes} bytes. It can have ${maxExpressionBytes}: cut it in two skip rules.`,
    ),
  ];
};

/** Two that spare the same requests from the same rules would be one. */
const checkSkips: Check = (value, path) => {
  if (!isListValue(value)) return [];
  const seen = new Set<string>();
  return value.flatMap((item): Diagnostic[] => {
    if (!isObjectValue(item) || !isWhollyKnown(item)) return [];
    const { expression, rule_ids: rules, ruleset_id: ruleset } = item;
    if (typeof expression !== 'string') return [];
    const identity = identityOf({
      expression,
      rule_ids: isListValue(rules ?? null) ? (rules as readonly string[]) : null,
      ruleset_id: typeof ruleset === 'string' ? ruleset : null,
    });
    const isTwice = seen.has(identity);
    seen.add(identity);
    if (!isTwice) return [];
    return [
      errorAt(
        path,
        'A skip rule is given twice',
        `"${expression}" is given twice. Give each skip rule once.`,
      ),
    ];
  });
};

/**
 * The migration of a zone from the previous WAF's managed rules to the ruleset-based ones: specification 3, 4.1
 * operations 7 to 10, 4.6.
 */
export const wafMigrationContract = defineContract({
  typeName: 'edge_waf_migration',
  version: 0,
  description:
    'The migration of a zone from the managed rules of the previous WAF to the ruleset-based ones. It cannot be undone.',
  naturalKey: { attributes: ['zone_id'], isUnique: true },
  attributes: {
    zone_id: required(string, {
      description: 'The zone. A change leaves the old zone as it is, and migrates the new one.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    target: required(string, {
      description:
        'How far to go: `validation` (Enterprise zones only) runs both versions side by side, the new one first; `complete` ends with the previous one disabled. There is no way back from either.',
      checks: [oneOf(targets)],
    }),
    acknowledge_irreversible: required(bool, {
      description:
        'Has to be true: that the migration cannot be undone is asked for here and shown in the plan.',
    }),
    rule_overrides: optional(
      nested('set', {
        rule_id: required(string, { description: 'The id of the managed rule.', checks: [checkIdentifier] }),
        ruleset_id: optional(string, {
          description:
            'The id of the managed ruleset it is in; that of the Cloudflare Managed Ruleset by default.',
          default: managedRulesets.managed,
          checks: [checkIdentifier],
        }),
        action: optional(string, {
          description:
            'What becomes of a request that trips it: `log`, `block`, `managed_challenge`, `js_challenge` or `challenge`.',
          checks: [oneOf(overrideActions)],
        }),
        enabled: optional(bool, { description: 'False disables the rule.' }),
        score_threshold: optional(number, {
          description:
            'From which score on the rule acts: for the rule of the OWASP ruleset that acts on the anomaly score.',
          checks: [checkThreshold],
        }),
      }),
      {
        description:
          'Managed rules whose action is set, or that are disabled, beside what the migration brings. Also adjusted after the migration.',
        checks: [checkOverrides],
      },
    ),
    skip_rules: optional(
      nested('set', {
        expression: required(string, {
          description: 'Which requests are spared, in the rules language. At most 4096 bytes.',
          checks: [checkExpression],
        }),
        description: optional(string, {
          description: 'What it is for. Left out, it stays what it is.',
        }),
        rule_ids: optional(setOf(string), {
          description: 'The ids of the managed rules that are skipped; all by default.',
          checks: [notEmpty, each(checkIdentifier)],
        }),
        ruleset_id: optional(string, {
          description:
            'The id of the managed ruleset that is skipped, or that rule_ids are in. Without it rule_ids are in the Cloudflare Managed Ruleset, and without both all managed rules are skipped.',
          checks: [checkIdentifier],
        }),
        enabled: optional(bool, {
          description: 'False keeps it without an effect. True by default.',
          default: true,
        }),
      }),
      {
        description:
          'Requests that managed rules leave alone, beside what the migration brings: they are put before the rules that execute managed rulesets. Also adjusted after the migration. One that the migration brought is taken over when it is named here.',
        checks: [checkSkips],
      },
    ),
    delete_uri_overrides: optional(bool, {
      description:
        'Whether URI-based WAF overrides are deleted, since a zone with one cannot be migrated. The plan names them. False by default.',
      default: false,
    }),
    timeout_seconds: optional(number, {
      description:
        'How long to wait for the hand-over from the previous to the new version. 3600 by default. When it is over, the next apply goes on waiting.',
      default: 3600,
      checks: [checkTimeout],
    }),
    id: computed(string, { description: 'The id of the zone.', stable: true }),
    migration_state: computed(string, {
      description:
        'Where the zone is: `start`, `validation`, `complete`; `handing-over` while the previous version is being disabled.',
    }),
    old_waf_status: computed(string, {
      description: 'Whether the previous version is `enabled` or `disabled`.',
    }),
    new_waf_status: computed(string, { description: 'Whether the new version is `enabled` or `disabled`.' }),
    ruleset_id: computed(string, {
      description: 'The id of the ruleset that deploys the new managed rules; null before the migration.',
    }),
    enabled_rulesets: computed(setOf(string), {
      description: 'The ids of the managed rulesets that are deployed and enabled.',
    }),
    loss_report: computed(listOf(string), {
      description:
        'What of the previous configuration does not carry over, each with the reason and what to write instead; from the plan that begins the migration, or the adoption in validation mode. Going on from there adds what came since. Null where nobody can tell any more: of a zone that was migrated before.',
      stable: true,
    }),
    changed_by_others: computed(listOf(string), {
      description:
        'What others changed in the managed rules that shows in no other attribute, one sentence each: for which requests a ruleset is executed, with which overrides of categories or of all its rules, skip rules of another kind than skip_rules. The next apply undoes it.',
      stable: true,
    }),
  },
  check: (values) => checkAcknowledged(values),
});

export type WafMigrationAttributes = (typeof wafMigrationContract)['attributes'];

/** The first of the two times that it is asked for; the plan is the second. */
function checkAcknowledged({ acknowledge_irreversible: given }: ObjectValue): readonly Diagnostic[] {
  if (given !== false) return [];
  return [
    errorAt(
      ['acknowledge_irreversible'],
      'The migration cannot be undone',
      'No zone moves back to the previous managed rules. Set acknowledge_irreversible ' +
        '(acknowledgeIrreversible) to true if that is what you want, or leave the resource out.',
    ),
  ];
}
