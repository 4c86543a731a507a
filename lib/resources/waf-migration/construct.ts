import type { IResolvable, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import {
  attributesOf,
  declareResource,
  EdgeResource,
  refuseFaults,
  type EdgeResourceProps,
} from '../edge-resource';
import { wafMigrationContract } from './contract';

/** How far a zone is migrated. There is no way back from either. */
export enum WafMigrationTarget {
  /** Enterprise zones only: both versions run side by side, the new one first, to be compared. */
  VALIDATION = 'validation',
  /** The new managed rules only; the previous ones are disabled when the new ones are in place. */
  COMPLETE = 'complete',
}

/** What becomes of a request that trips a managed rule. */
export enum WafRuleAction {
  LOG = 'log',
  BLOCK = 'block',
  MANAGED_CHALLENGE = 'managed_challenge',
  JS_CHALLENGE = 'js_challenge',
  CHALLENGE = 'challenge',
}

/** A managed rule that does something else than its ruleset says. */
export interface WafRuleOverride {
  /** The id of the rule, 32 hexadecimal digits. */
  readonly ruleId: string;

  /**
   * The id of the managed ruleset it is in.
   *
   * @default - that of the Cloudflare Managed Ruleset
   */
  readonly rulesetId?: string;

  /**
   * What becomes of a request that trips it.
   *
   * @default - what the ruleset says
   */
  readonly action?: WafRuleAction;

  /**
   * False disables the rule. At least one of this, `action` and `scoreThreshold` is needed.
   *
   * @default - what the ruleset says
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * From which score on the rule acts: for the rule of the OWASP ruleset that acts on the anomaly score.
   *
   * @default - what the migration brings
   */
  readonly scoreThreshold?: number;
}

/**
 * Requests that managed rules leave alone. A skip rule is known by what it skips for which requests: one that the
 * migration brought is taken over when it is given here.
 */
export interface WafSkipRule {
  /** Which requests, in the rules language. At most 4096 bytes. */
  readonly expression: string;

  /**
   * What it is for.
   *
   * @default - what it is, empty for a new one
   */
  readonly description?: string;

  /**
   * The ids of the managed rules that are skipped.
   *
   * @default - all of the ruleset
   */
  readonly ruleIds?: string[];

  /**
   * The id of the managed ruleset that is skipped, or that `ruleIds` are in.
   *
   * @default - for `ruleIds` the Cloudflare Managed Ruleset, otherwise all managed rules
   */
  readonly rulesetId?: string;

  /**
   * False keeps it without an effect.
   *
   * @default true
   */
  readonly enabled?: boolean | IResolvable;
}

export interface WafMigrationProps extends EdgeResourceProps {
  /** The zone's id, 32 hexadecimal digits. A change leaves the old zone as it is, and migrates the new one. */
  readonly zoneId: string;

  /** How far to go. From validation to complete is a change in place; the other way is refused at plan. */
  readonly target: WafMigrationTarget;

  /**
   * Has to be true: the migration cannot be undone. This is the first of two times that it is asked for; the plan is the
   * second.
   */
  readonly acknowledgeIrreversible: boolean | IResolvable;

  /**
   * Managed rules that do something else than their ruleset says, beside what the migration brings over. They can be
   * changed after the migration too.
   *
   * @default - none
   */
  readonly ruleOverrides?: WafRuleOverride[];

  /**
   * Requests that managed rules leave alone, beside what the migration brings over. They can be changed after the
   * migration too.
   *
   * @default - none
   */
  readonly skipRules?: WafSkipRule[];

  /**
   * Whether URI-based WAF overrides are deleted: no zone that has one can be migrated. The plan names them, and the loss
   * report says what each did.
   *
   * @default - false: they are told as what is in the way
   */
  readonly deleteUriOverrides?: boolean | IResolvable;

  /**
   * How many seconds to wait for the hand-over to the new version, which can take up to an hour. When the time is over,
   * the next deploy goes on waiting.
   *
   * @default - 3600
   */
  readonly timeoutSeconds?: number;
}

/**
 * The migration of a zone from the managed rules of the previous WAF to the ruleset-based ones. At every moment at least
 * one of them protects the zone, also when a deploy is stopped anywhere: the next one goes on from where the zone is.
 *
 * The plan says whether the zone can be migrated, with every reason and its cure, and what does not carry over.
 * Destroying the resource leaves the zone as it is.
 *
 * Import: `<zone id>`.
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
  /** The id of the zone. */
  public readonly zoneId: string;
  public readonly resource: TerraformResource;

  public constructor(scope: Construct, id: string, props: WafMigrationProps) {
    super(scope, id);
    this.zoneId = props.zoneId;
    const attributes = attributesOf(wafMigrationContract.attributes, props);
    this.resource = declareResource(this, wafMigrationContract, props, () => attributes);
    refuseFaults(this, wafMigrationContract, attributes);
  }

  /** The id of the zone, known after the first deploy. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** Where the zone is: `start`, `validation`, `handing-over` or `complete`. As of the last refresh. */
  public get migrationState(): string {
    return this.outputs.getStringAttribute('migration_state');
  }

  /** Whether the previous version is `enabled` or `disabled`. As of the last refresh. */
  public get oldWafStatus(): string {
    return this.outputs.getStringAttribute('old_waf_status');
  }

  /** Whether the new version is `enabled` or `disabled`. As of the last refresh. */
  public get newWafStatus(): string {
    return this.outputs.getStringAttribute('new_waf_status');
  }

  /** The id of the ruleset that deploys the new managed rules; null before the migration. */
  public get rulesetId(): string {
    return this.outputs.getStringAttribute('ruleset_id');
  }

  /** The ids of the managed rulesets that are deployed and enabled. As of the last refresh. */
  public get enabledRulesets(): string[] {
    return this.outputs.getListAttribute('enabled_rulesets');
  }

  /**
   * What of the previous configuration does not carry over, each with the reason and what to write instead. Null of a zone
   * that was migrated before.
   */
  public get lossReport(): string[] {
    return this.outputs.getListAttribute('loss_report');
  }

  /**
   * What others changed in the managed rules that shows in no other attribute, one sentence each. The next deploy undoes
   * it. As of the last refresh.
   */
  public get adviseOnDrift(): string[] {
    return this.outputs.getListAttribute('changed_by_others');
  }
}
