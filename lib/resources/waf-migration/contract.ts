import {
  withAllowedWords,
  bool,
  computed,
  defineContract,
  each,
  errorAt,
  isFilled,
  isListValue,
  isObjectValue,
  isWhollyKnown,
  oneOfListed,
  listOf,
  mapOf,
  nested,
  number,
  notEmpty,
  ofNumber,
  ofText,
  oneOf,
  optional,
  required,
  setOf,
  string,
  type Attributes,
  type Check,
  type Diagnostic,
  type ObjectValue,
} from '../../schema';
import { listsAsOf } from '../../ground/lists-as-of';
import { code } from '../../ground/words';
import {
  acceptable,
  actionModes,
  managedRulesets,
  maxExpressionBytes,
  ruleModes,
  sensitivities,
  unacceptable,
} from '../../waf';
import { checkIdentifier } from '../identifiers';
import { identityOf } from './skip-rules';

export const targets = ['validation', 'complete'] as const;

export const ineligibleActions = ['fail', 'skip'] as const;

/** The actions that an override can set (public fact, section 6.3). */
export const overrideActions = ['block', 'managed_challenge', 'js_challenge', 'challenge', 'log'] as const;

/** The modes of rules of the previous WAF that have another name here. */
const previousModes = new Map([
  ['simulate', 'Write "log" in its place.'],
  ['disable', 'Leave action out, and set enabled to false.'],
  ['default', 'Leave action out.'],
]);

const checkAction: Check = withAllowedWords({ allowed: overrideActions, asOf: listsAsOf }, (value, path) => {
  const fix = typeof value === 'string' ? previousModes.get(value.toLowerCase()) : undefined;
  if (fix === undefined) return oneOfListed(overrideActions, listsAsOf)(value, path);
  const detail = `action is ${JSON.stringify(value)}, which only rules of the previous WAF have. ${fix}`;
  return [errorAt(path, 'Action of the previous WAF', detail)];
});

const checkTimeout = ofNumber(
  'Timeout out of range',
  (seconds) => seconds >= 1 && seconds <= 86_400,
  (seconds) =>
    `timeout_seconds is ${seconds}. It must be from 1 to 86400 seconds; the cutover can take up to an hour.`,
);

const checkThreshold = ofNumber(
  'Invalid score threshold',
  (score) => Number.isInteger(score) && score >= 1,
  (score) =>
    `score_threshold is ${score}. It must be an integer of at least 1; the migration sets 25, 40 or 60.`,
);

/** Checks the known objects of a list. Of an object with an identity, there may be only one. */
const ofObjects =
  (check: (item: ObjectValue) => { identity?: string; twice?: Finding; fault?: Finding }): Check =>
  (value, path) => {
    const seen = new Set<string>();
    return (isListValue(value) ? value : []).flatMap((item) => {
      if (!isObjectValue(item) || !isWhollyKnown(item)) return [];
      const { identity, twice, fault } = check(item);
      const isTwice = identity !== undefined && seen.has(identity);
      if (identity !== undefined) seen.add(identity);
      const found = isTwice ? twice : fault;
      return found === undefined ? [] : [errorAt(path, ...found)];
    });
  };

type Finding = readonly [summary: string, detail: string];

/** Each override must change something, and a rule can have only one. */
const checkOverrides = ofObjects(({ rule_id: rule, ruleset_id: ruleset = null, ...settings }) => {
  const name = typeof rule === 'string' ? rule : '';
  const isEmpty = Object.values(settings).every((setting) => setting === null);
  const change = 'Set action, score_threshold, or enabled = false.';
  return {
    identity: `${typeof ruleset === 'string' ? ruleset : managedRulesets.managed} ${name}`,
    twice: ['Duplicate override', `Rule ${name} has two overrides. Merge them into one.`],
    ...(isEmpty && { fault: ['Empty override', `The override of rule ${name} changes nothing. ${change}`] }),
  };
});

const checkAcceptable = withAllowedWords({ allowed: acceptable }, (value, path) =>
  typeof value === 'string' && unacceptable.includes(value)
    ? [
        errorAt(
          path,
          'Finding cannot be accepted',
          `${value} means that the zone would have no WAF. Correct the skip_rules or rule_overrides that cause it.`,
        ),
      ]
    : oneOf(acceptable)(value, path),
);

const checkPath = ofText(
  'Empty path',
  isFilled,
  () => 'backup_path is empty. Set the path of a file, or remove it.',
);

const checkExpression = ofText(
  'Empty expression',
  isFilled,
  () => 'expression is empty. Set an expression that matches the requests to skip; "true" matches all.',
);

/** A limit of the migration's rules (specification 3.3), and of expressions everywhere (public fact, section 6.1). */
const checkLength = ofText(
  'Expression too long',
  (expression) => expression.trim() === '' || Buffer.byteLength(expression) <= maxExpressionBytes,
  (expression) =>
    `expression has ${Buffer.byteLength(expression)} bytes, and at most ${maxExpressionBytes} are allowed. Split it into two skip rules.`,
);

/** Two skip rules for the same requests and the same rules would be one. */
const checkSkips = ofObjects(({ expression, rule_ids: rules, ruleset_id: ruleset }) => {
  if (typeof expression !== 'string') return {};
  return {
    identity: identityOf({
      expression,
      rule_ids: isListValue(rules ?? null) ? (rules as readonly string[]) : null,
      ruleset_id: typeof ruleset === 'string' ? ruleset : null,
    }),
    twice: ['Duplicate skip rule', `"${expression}" is given twice. Remove one of the skip rules.`],
  };
});

/** Each setting of a map is one of the values that the previous WAF has. */
const checkSettings = (allowed: readonly string[]): Check =>
  withAllowedWords({ allowed }, (value, path) =>
    isObjectValue(value)
      ? Object.entries(value).flatMap(([id, setting]) => oneOf(allowed)(setting, [...path, id]))
      : [],
  );

const previousSettings = {
  package_sensitivities: optional(mapOf(string), {
    description: 'Sensitivities by the ID of the package: `high`, `medium`, `low` or `off`.',
    checks: [checkSettings(sensitivities)],
  }),
  package_action_modes: optional(mapOf(string), {
    description: 'Action modes by the ID of the package: `simulate`, `block` or `challenge`.',
    checks: [checkSettings(actionModes)],
  }),
  groups: optional(mapOf(string), {
    description: 'Modes by the ID of the group: `on` or `off`.',
    checks: [checkSettings(['on', 'off'])],
  }),
  rules: optional(mapOf(string), {
    description:
      'Modes by the ID of the rule: `default`, `disable`, `simulate`, `block`, `challenge`, `on` or `off`.',
    checks: [checkSettings(ruleModes)],
  }),
} satisfies Attributes;

const statusAttributes = {
  migration_state: computed(string, {
    description:
      'State of the migration as of the last refresh: `start`, `validation`, `complete`, or `cutover` while the previous version is being disabled.',
  }),
  old_waf_status: computed(string, {
    description: 'Whether the previous version is `enabled` or `disabled` as of the last refresh.',
  }),
  new_waf_status: computed(string, {
    description: 'Whether the new version is `enabled` or `disabled` as of the last refresh.',
  }),
  ruleset_id: computed(string, {
    description: 'ID of the ruleset that deploys the new managed rules. Null before the migration.',
  }),
  enabled_rulesets: computed(setOf(string), {
    description: 'IDs of the managed rulesets that are deployed and enabled as of the last refresh.',
  }),
  out_of_band_changes: computed(listOf(string), {
    description:
      'Out-of-band changes of the managed rules that no other attribute shows, one sentence each: for which requests a ruleset is executed, its overrides of categories or of all its rules, and skip rules of another kind than `skip_rules`. The next apply reverts them.',
  }),
  ineligible_reasons: computed(listOf(string), {
    description:
      'Why the last apply skipped the zone, one sentence each. Null unless `on_ineligible` is `skip`.',
  }),
  loss_report: computed(listOf(string), {
    description:
      'Parts of the previous configuration that the migration does not carry over, each with the reason and a replacement. Set by the apply that starts the migration, or when a zone in validation mode is imported; completing the migration from there adds later findings. Null for a zone that was migrated before: its previous configuration cannot be determined.',
  }),
  backup: computed(string, {
    description:
      'JSON of the previous configuration, saved before the first irreversible call: every setting that is not at its default, the URI-based overrides, the firewall rules and page rules that concern the WAF, and the former rules of the entry point. Null if `backup_path` is set. Sensitive: firewall rules may compare secret headers, and a plan would print all of it whenever the status changes.',
    sensitive: true,
  }),
} satisfies Attributes;

/** The migration from the previous managed rules to the ruleset-based ones: specification 3, 4.1 operations 7 to 10, 4.6. */
export const wafMigrationContract = defineContract({
  typeName: 'edge_waf_migration',
  // No provider with version 0 was released.
  version: 1,
  description:
    'The migration of a zone from the managed rules of the previous WAF to WAF managed rulesets. It is irreversible.',
  naturalKey: { attributes: ['zone_id'], isUnique: true },
  importForms: ['<zone>'],
  identity: ['zone_id'],
  attributes: {
    zone_id: required(string, {
      description: 'ID of the zone. A change migrates the new zone and leaves the old one as it is.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    target: required(string, {
      description:
        'Target state of the migration: `validation` (Enterprise zones only) runs both versions side by side, the new one first; `complete` disables the previous version. Both are irreversible. You can change `validation` to `complete`; the plan refuses the opposite.',
      enumeration: 'WafMigrationTarget',
      checks: [oneOf(targets)],
    }),
    acknowledge_irreversible: required(bool, {
      description:
        'Must be `true`: it confirms that you know that the migration is irreversible. This is the first of two confirmations; the second is your approval of the plan, which shows a warning.',
    }),
    rule_overrides: optional(
      nested('set', {
        rule_id: required(string, { description: 'ID of the managed rule.', checks: [checkIdentifier] }),
        ruleset_id: optional(string, {
          description:
            'ID of the managed ruleset that contains the rule. If omitted, the Cloudflare Managed Ruleset.',
          default: managedRulesets.managed,
          checks: [checkIdentifier],
        }),
        action: optional(string, {
          description:
            'Action for matching requests: `log`, `block`, `managed_challenge`, `js_challenge` or `challenge`. If omitted, the one that the ruleset configures.',
          enumeration: 'WafRuleAction',
          checks: [checkAction],
        }),
        enabled: optional(bool, {
          description:
            'Whether the rule is enabled. If omitted, as the ruleset configures. An override needs at least one of this, `action` and `score_threshold`.',
        }),
        score_threshold: optional(number, {
          description:
            'Anomaly score from which the rule acts. Only for the rule of the OWASP ruleset that acts on the anomaly score. If omitted, the threshold that the migration sets.',
          checks: [checkThreshold],
        }),
      }),
      {
        description:
          'Overrides of managed rules, in addition to those that the migration creates. You can change them after the migration.',
        interfaceName: 'WafRuleOverride',
        checks: [checkOverrides],
      },
    ),
    skip_rules: optional(
      nested('set', {
        expression: required(string, {
          description: 'Requests to skip, as an expression of the rules language. At most 4096 bytes.',
          checks: [checkExpression, checkLength],
        }),
        description: optional(string, {
          description:
            'Description of the skip rule, free text. If omitted, the current one is kept, and a new rule has none.',
        }),
        rule_ids: optional(setOf(string), {
          description: 'IDs of the managed rules to skip. If omitted, all rules of the ruleset.',
          checks: [notEmpty, each(checkIdentifier)],
        }),
        ruleset_id: optional(string, {
          description:
            'ID of the managed ruleset to skip, or of the one that contains `rule_ids`. If omitted, `rule_ids` are in the Cloudflare Managed Ruleset; if both are omitted, all managed rules are skipped.',
          checks: [checkIdentifier],
        }),
        enabled: optional(bool, {
          description: 'Set to `false` to keep the skip rule without applying it.',
          default: true,
        }),
      }),
      {
        description:
          'Skip rules for managed rules, in addition to those that the migration creates. They come before the rules that execute managed rulesets. You can change them after the migration. A skip rule is identified by its expression and the rules that it skips: one that the migration created is adopted if you list it here.',
        interfaceName: 'WafSkipRule',
        checks: [checkSkips],
      },
    ),
    delete_uri_overrides: optional(bool, {
      description:
        'Whether to delete the URI-based WAF overrides of the zone: with one, it cannot be migrated, and the plan fails. The plan lists them, and the loss report describes what each one did.',
      serviceDefault: false,
    }),
    on_ineligible: optional(string, {
      description:
        'What to do if the zone cannot be migrated: `fail` fails the plan, `skip` leaves the zone as it is, records the reasons in `status`, and tries again in later applies.',
      serviceDefault: 'fail',
      enumeration: 'OnIneligible',
      checks: [oneOf(ineligibleActions)],
    }),
    accept_differences: optional(setOf(string), {
      description:
        'Codes of findings to accept: differences between the configuration that the API proposes and the documented mapping. The plan fails on any other difference. A zone that has a WAF never ends without one, whatever is accepted. ' +
        `Codes are ${acceptable.map(code).join(', ')}.`,
      checks: [each(checkAcceptable)],
    }),
    expected_previous: optional(nested('single', previousSettings), {
      description:
        'What the previous WAF is set to, as the code says that managed it. The plan of a migration fails where the zone has other settings, such as the defaults after that code was removed: the migration would translate them. Ignored for a migrated zone; a change of it alone makes no call. If omitted, the settings are not compared; in validation mode, the plan warns if all of them were reset.',
      interfaceName: 'WafPreviousSettings',
      stateOnly: true,
    }),
    backup_path: optional(string, {
      description:
        'File to save the whole previous configuration to before the first irreversible call. Set an absolute path: a relative one is resolved in the working directory of Terraform, which is a generated folder for constructs. An existing file is never overwritten: the new one gets the next free number. The provisioner driver has no state, and needs the file to delete URI-based overrides. If omitted, `status.backup` keeps all settings that are not at their default.',
      checks: [checkPath],
    }),
    timeout_seconds: optional(number, {
      description:
        'How long to wait for the cutover from the previous to the new version, in seconds; it can take up to an hour. After a timeout, the next apply continues to wait.',
      serviceDefault: 3600,
      checks: [checkTimeout],
    }),
    id: computed(string, {
      description: 'ID of the zone, as `zone_id`: a zone has one migration.',
      useStateForUnknown: true,
    }),
    changes: computed(string, {
      description:
        'What the plan does to the zone that cannot be undone, in one line: the migration, the rules that it deploys in their order, the URI-based overrides that it deletes, and what does not carry over. A plan without anything irreversible leaves it as it was. The apply does nothing irreversible that it does not list.',
      listing: true,
      useStateForUnknown: true,
    }),
    status: computed(nested('single', statusAttributes), {
      description: 'State of the zone as of the last refresh.',
      useStateForUnknown: true,
    }),
  },
  check: (values) => checkAcknowledged(values),
  checkWithoutState: (values) => checkBackup(values),
});

export type WafMigrationAttributes = (typeof wafMigrationContract)['attributes'];

/** Without a state, a file is the only record of the overrides that are deleted. */
function checkBackup({
  delete_uri_overrides: deletes,
  backup_path: path,
}: ObjectValue): readonly Diagnostic[] {
  if (deletes !== true || (path ?? null) !== null) return [];
  return [
    errorAt(
      ['backup_path'],
      'No record of deleted overrides',
      'delete_uri_overrides is true, and backup_path is not set. The provisioner driver keeps no state, so a file is the only ' +
        'record of the URI-based overrides that it deletes. Set backup_path (backupPath) to a file that outlives the runner.',
    ),
  ];
}

/** The configuration must confirm it; the plan warns about it again. */
function checkAcknowledged({ acknowledge_irreversible: given }: ObjectValue): readonly Diagnostic[] {
  if (given !== false) return [];
  return [
    errorAt(
      ['acknowledge_irreversible'],
      'Migration is irreversible',
      'acknowledge_irreversible is false. The migration cannot be undone: no zone moves back to the previous managed rules. ' +
        'Set acknowledge_irreversible (acknowledgeIrreversible) to true to migrate, or remove the resource.',
    ),
  ];
}
