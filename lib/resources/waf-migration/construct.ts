import type { IResolvable, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { findInZone, registerInZone } from '../zone-registry';
import {
  atSynth,
  declareResource,
  EdgeResource,
  formOf,
  refuseFaults,
  type EdgeResourceProps,
  instanceOf,
} from '../edge-resource';
import { resolveOwners, zoneNameRule } from '../named-owners';
import { constructLabel, readProps } from '../props';
import { wafMigrationContract } from './contract';
import { usageError } from '../user-frames';

/** Target of a migration. Neither can be undone. */
export enum WafMigrationTarget {
  /** Both versions run, the new one first, so that you can compare them. Enterprise zones only. */
  VALIDATION = 'validation',
  /** Only the new managed rules run. The previous ones are disabled after the new ones are deployed. */
  COMPLETE = 'complete',
}

/** Action of a managed rule on a matching request. */
export enum WafRuleAction {
  LOG = 'log',
  BLOCK = 'block',
  MANAGED_CHALLENGE = 'managed_challenge',
  JS_CHALLENGE = 'js_challenge',
  CHALLENGE = 'challenge',
}

/** What to do if a zone cannot be migrated. */
export enum OnIneligible {
  /** The plan fails, with each reason and its fix. */
  FAIL = 'fail',
  /** The zone stays as it is, the rest of the stack is deployed, and later deploys try again. */
  SKIP = 'skip',
}

/** Override of a managed rule. */
export interface WafRuleOverride {
  /** Id of the rule, 32 hexadecimal digits. */
  readonly ruleId: string;

  /**
   * Id of the managed ruleset that contains the rule.
   *
   * @default - the Cloudflare Managed Ruleset
   */
  readonly rulesetId?: string;

  /**
   * Action on a matching request.
   *
   * @default - the action that the ruleset configures
   */
  readonly action?: WafRuleAction;

  /**
   * Whether the rule is enabled. An override needs at least one of this, `action` and `scoreThreshold`.
   *
   * @default - as the ruleset configures
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * Anomaly score from which the rule acts. It applies only to the rule of the OWASP ruleset that acts on the score.
   *
   * @default - the threshold that the migration sets
   */
  readonly scoreThreshold?: number;
}

/**
 * Exception for requests that skip managed rules. A skip rule is identified by its expression and the rules that it skips:
 * one that the migration created is adopted if you list it.
 */
export interface WafSkipRule {
  /** Expression in the rules language that matches the requests, at most 4096 bytes. */
  readonly expression: string;

  /**
   * Description of the skip rule, free text.
   *
   * @default - unchanged, empty for a new rule
   */
  readonly description?: string;

  /**
   * Ids of the managed rules to skip.
   *
   * @default - all rules of the ruleset
   */
  readonly ruleIds?: string[];

  /**
   * Id of the managed ruleset to skip, or of the one that contains `ruleIds`.
   *
   * @default - the Cloudflare Managed Ruleset with `ruleIds`, otherwise all managed rules
   */
  readonly rulesetId?: string;

  /**
   * Whether the skip rule is enabled.
   *
   * @default true
   */
  readonly enabled?: boolean | IResolvable;
}

/** Settings of the previous WAF, each by the ID of its package, group or rule. */
export interface WafPreviousSettings {
  /**
   * Sensitivities of packages: `high`, `medium`, `low` or `off`.
   *
   * @default - none are compared
   */
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record
  readonly packageSensitivities?: { [key: string]: string };

  /**
   * Action modes of packages: `simulate`, `block` or `challenge`.
   *
   * @default - none are compared
   */
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record
  readonly packageActionModes?: { [key: string]: string };

  /**
   * Modes of groups: `on` or `off`.
   *
   * @default - none are compared
   */
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record
  readonly groups?: { [key: string]: string };

  /**
   * Modes of rules: `default`, `disable`, `simulate`, `block`, `challenge`, `on` or `off`.
   *
   * @default - none are compared
   */
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record
  readonly rules?: { [key: string]: string };
}

export interface WafMigrationProps extends EdgeResourceProps {
  /**
   * Id of the zone, 32 hexadecimal digits. Give either this or `zoneName`. A change migrates the new zone and leaves the old one
   * unchanged.
   *
   * @default - `zoneName` says which zone it is
   */
  readonly zoneId?: string;

  /**
   * Name of the zone, its domain. The plan finds its id. Not available with `EdgeDriver.PROVISIONER`.
   *
   * @default - `zoneId` says which zone it is
   */
  readonly zoneName?: string;

  /** Target of the migration. You can change `VALIDATION` to `COMPLETE`; the plan refuses the opposite. */
  readonly target: WafMigrationTarget;

  /**
   * Must be true, because the migration cannot be undone. This is the first of two confirmations; the second is your
   * approval of the plan.
   */
  readonly acknowledgeIrreversible: boolean | IResolvable;

  /**
   * Overrides of managed rules, in addition to those that the migration creates. You can also change them after the
   * migration.
   *
   * @default - none
   */
  readonly ruleOverrides?: WafRuleOverride[];

  /**
   * Exceptions for requests that skip managed rules, in addition to those that the migration creates. You can also change
   * them after the migration.
   *
   * @default - none
   */
  readonly skipRules?: WafSkipRule[];

  /**
   * Whether to delete the URI-based WAF overrides of the zone. A zone with such overrides cannot be migrated. The plan lists
   * them, and the loss report describes what each one did.
   *
   * @default - false: the plan fails and lists them as blockers
   */
  readonly deleteUriOverrides?: boolean | IResolvable;

  /**
   * What to do if the zone cannot be migrated, for example because of URI-based overrides or a limit.
   *
   * @default OnIneligible.FAIL
   */
  readonly onIneligible?: OnIneligible;

  /**
   * Codes of findings to accept, such as `waf.override_missing`. The API proposes the configuration of the new managed rules,
   * and the plan compares it with the documented mapping of the previous ones: it fails on each difference that is not
   * accepted. A zone that has a WAF never ends without one, whatever is accepted.
   *
   * @default - none
   */
  readonly acceptDifferences?: string[];

  /**
   * What the previous WAF is set to, as the code says that managed it before. The plan of a migration fails where the zone has
   * other settings: whoever removes that code and applies resets the previous WAF, and the migration would translate the
   * defaults. It has no effect on a migrated zone, and you can remove it then.
   *
   * @default - the settings are not compared; in validation mode, the plan warns if all of them were reset
   */
  readonly expectedPrevious?: WafPreviousSettings;

  /**
   * File to save the whole previous configuration to, before the first irreversible call. Set an absolute path: a relative one is
   * resolved in the working directory of Terraform, which is a generated folder. An existing file is never overwritten: the
   * new one gets the next free number. `EdgeDriver.PROVISIONER` has no state, so it needs this for `deleteUriOverrides`.
   *
   * @default - `backup` keeps all settings that are not at their default, in the Terraform state
   */
  readonly backupPath?: string;

  /**
   * Seconds to wait for the cutover to the new version, which can take up to an hour. After the timeout, the next deploy
   * continues to wait.
   *
   * @default - 3600
   */
  readonly timeoutSeconds?: number;
}

/**
 * The migration of a zone from the managed rules of the previous WAF to ruleset-based managed rules. It is irreversible.
 *
 * At least one of the two protects the zone at all times. If a deploy is interrupted, the next one continues from the
 * actual state of the zone. The plan shows whether the zone can be migrated, each blocker with its fix, and the
 * configuration that will not carry over.
 *
 * Destroying the resource leaves the zone unchanged.
 *
 * Import id: `<zone>`, the id or the name of the zone.
 *
 * @example
 * new WafMigration(this, 'waf', {
 *   zoneId,
 *   target: WafMigrationTarget.COMPLETE,
 *   acknowledgeIrreversible: true,
 *   ruleOverrides: [{ ruleId: '5de7edfa648c4d6891dc3e7f84534ffa', action: WafRuleAction.LOG }],
 * });
 */
export class WafMigration extends EdgeResource {
  /** Id of the zone. With `zoneName` it is known in the plan. */
  public readonly zoneId: string;
  public readonly resource: TerraformResource;
  private readonly zone: string;

  public constructor(scope: Construct, id: string, props: WafMigrationProps) {
    super(scope, id);
    const read = readProps(constructLabel(this), form, props);
    const owners = resolveOwners(this, props, 'zone');
    const attributes = { ...read.given, ...owners.attributes };
    refuseFaults(this, wafMigrationContract, attributes, [...read.faults, ...owners.faults]);
    this.zoneId = owners.zoneId ?? '';
    this.zone = props.zoneName ?? this.zoneId;
    if (props.retired !== true) {
      registerInZone(topic, this);
      atSynth(this, () => this.refuseSecondMigration());
    }
    this.resource = declareResource(this, wafMigrationContract, props, () => attributes);
  }

  /**
   * One instance of a construct with `forEach` or `count`, with its outputs, its address and its import.
   *
   * @param key - the key of the iterator, or the index from 0
   */
  public at(key: string | number): WafMigration {
    return instanceOf<WafMigration>(this, key);
  }

  /** Id of the zone: a zone has one migration. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** What the last apply did to the zone that cannot be undone, in one line, as its plan listed it. */
  public get changes(): string {
    return this.outputs.getStringAttribute('changes');
  }

  /** State of the migration as of the last refresh: `start`, `validation`, `cutover` or `complete`. */
  public get migrationState(): string {
    return this.outputs.getStringAttribute('status.migration_state');
  }

  /** Status of the previous version as of the last refresh: `enabled` or `disabled`. */
  public get oldWafStatus(): string {
    return this.outputs.getStringAttribute('status.old_waf_status');
  }

  /** Status of the new version as of the last refresh: `enabled` or `disabled`. */
  public get newWafStatus(): string {
    return this.outputs.getStringAttribute('status.new_waf_status');
  }

  /** Id of the ruleset that deploys the new managed rules; null before the migration. */
  public get rulesetId(): string {
    return this.outputs.getStringAttribute('status.ruleset_id');
  }

  /** Ids of the managed rulesets that are deployed and enabled as of the last refresh. */
  public get enabledRulesets(): string[] {
    return this.outputs.getListAttribute('status.enabled_rulesets');
  }

  /**
   * Previous configuration that does not carry over, each item with the reason and a replacement. Null if the zone was
   * migrated before.
   */
  public get lossReport(): string[] {
    return this.outputs.getListAttribute('status.loss_report');
  }

  /** Why the last deploy skipped the zone, one sentence each. Null unless it did: see `onIneligible`. */
  public get ineligibleReasons(): string[] {
    return this.outputs.getListAttribute('status.ineligible_reasons');
  }

  /**
   * The previous configuration as JSON, saved before the first irreversible call. Null with `backupPath`. Sensitive: an output
   * of it needs `sensitive: true`.
   */
  public get backup(): string {
    return this.outputs.getStringAttribute('status.backup');
  }

  /**
   * Out-of-band changes of the managed rules that no other attribute shows, one sentence each, as of the last refresh. The
   * next deploy reverts them.
   */
  public get outOfBandChanges(): string[] {
    return this.outputs.getListAttribute('status.out_of_band_changes');
  }

  /** Two migrations of one zone would undo each other on every deploy. */
  private refuseSecondMigration(): void {
    for (const other of findInZone(topic, this)) {
      if (other === this) return;
      throw usageError(
        `[${this.node.path}] WafMigration: zone ${this.zone} has two migrations, and the other one is ${other.node.path}. ` +
          'They would undo each other on every deploy. Keep one of them, with the settings of both.',
      );
    }
  }
}

const topic = 'waf-migration';
const form = formOf(wafMigrationContract, zoneNameRule);
