import type { IResolvable, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import {
  attributesOf,
  declareResource,
  EdgeResource,
  refuseFaults,
  type EdgeResourceProps,
} from '../edge-resource';
import { findElementDriver } from '../element-driver';
import { poolNotificationPolicyContract } from './contract';

/** What a pool or an origin becomes. */
export enum HealthStatus {
  /** It went down. */
  UNHEALTHY = 'Unhealthy',
  /** It came back. */
  HEALTHY = 'Healthy',
}

/** Whose health it is. */
export enum HealthEventSource {
  /** The pool as a whole: it is healthy while enough of its origins are. */
  POOL = 'pool',
  /** One of its origins. */
  ORIGIN = 'origin',
}

/** Which legacy e-mails are cleared, once the policy provably notifies. */
export enum ClearLegacyEmail {
  /** Those of the pools that this policy covers: it tells at least of what they told of. */
  COVERED = 'covered',
  /** Those of the whole account. A pool that no policy of the account covers keeps its own, with a warning. */
  ALL = 'all',
  /** None. */
  NONE = 'none',
}

export interface PoolNotificationPolicyProps extends EdgeResourceProps {
  /** The account's id, 32 hexadecimal digits. A change makes a new policy. */
  readonly accountId: string;

  /** Name of the policy. It need not be unique. */
  readonly name: string;

  /**
   * What the policy is for.
   *
   * @default - ""
   */
  readonly description?: string;

  /**
   * Whether it notifies. While it is disabled it covers no pool, so no legacy e-mail is cleared.
   *
   * @default - true
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * Ids of the pools that it tells of. Either these or `allPools`.
   *
   * @default - none: `allPools` has to be true
   */
  readonly poolIds?: string[];

  /**
   * Whether it tells of every pool of the account. A pool that is made later shows as a change in the next plan.
   *
   * @default - false
   */
  readonly allPools?: boolean | IResolvable;

  /**
   * Which changes are told.
   *
   * @default - both: HealthStatus.UNHEALTHY, HealthStatus.HEALTHY
   */
  readonly newHealth?: HealthStatus[];

  /**
   * Whose changes are told.
   *
   * @default - both: HealthEventSource.POOL, HealthEventSource.ORIGIN
   */
  readonly eventSources?: HealthEventSource[];

  /**
   * Who is told by e-mail, one address each. At least one of these, a webhook, a PagerDuty service or
   * `carryOverRecipients` is needed.
   *
   * @default - nobody
   */
  readonly emailAddresses?: string[];

  /**
   * Ids of the webhook destinations of the account that are told. A webhook whose last delivery failed does not count as
   * somebody who is told.
   *
   * @default - none
   */
  readonly webhookIds?: string[];

  /**
   * Ids of the PagerDuty services of the account that are told.
   *
   * @default - none
   */
  readonly pagerdutyIds?: string[];

  /**
   * Whether the legacy addresses of the pools become recipients of the policy. They stay when the pools are cleared;
   * see `carriedOverRecipients`.
   *
   * @default - false
   */
  readonly carryOverRecipients?: boolean | IResolvable;

  /**
   * Which legacy e-mails are cleared, after the policy is made, read back and proven to cover the pool. The plan says
   * which they are. Nothing brings them back; `clearedLegacyEmails` keeps them on record.
   *
   * @default ClearLegacyEmail.COVERED
   */
  readonly clearLegacyEmail?: ClearLegacyEmail;
}

/**
 * An account's notification policy for the health of load-balancer pools, and the move from the pools' legacy
 * e-mails to it. No pool is unwatched in between: the policy is made first, read back and proven to tell of all that
 * the e-mail told of, and only then the e-mail is cleared. A pool that gains a legacy e-mail later shows as a change.
 *
 * Destroying it neither restores nor clears an e-mail; the plan warns of pools that nobody is told of then. One that is
 * replaced is made before the old one is deleted (`lifecycle.createBeforeDestroy` is true unless it is given). Under
 * another construct id it would be deleted and made in any order: move it with `resource.moveFromId`.
 *
 * Import: `<account id>/<policy id>`, or `<account id>/<policy name>` where the name is unique in the account.
 *
 * @example
 * new PoolNotificationPolicy(this, 'health', {
 *   accountId,
 *   name: 'Health of all pools',
 *   allPools: true,
 *   emailAddresses: ['ops@example.com'],
 *   carryOverRecipients: true,
 * });
 */
export class PoolNotificationPolicy extends EdgeResource {
  /** The id of the account. */
  public readonly accountId: string;
  public readonly resource: TerraformResource;

  public constructor(scope: Construct, id: string, props: PoolNotificationPolicyProps) {
    super(scope, id);
    this.accountId = props.accountId;
    const attributes = attributesOf(poolNotificationPolicyContract.attributes, props);
    this.resource = declareResource(
      this,
      poolNotificationPolicyContract,
      this.withReplacementFirst(props),
      () => attributes,
    );
    refuseFaults(this, poolNotificationPolicyContract, attributes);
  }

  /** The id of the policy. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** The recipients that were taken over from pools, beside `emailAddresses`. */
  public get carriedOverRecipients(): string[] {
    return this.outputs.getListAttribute('carried_over_recipients');
  }

  /** The legacy e-mails that this policy has cleared, by name of the pool. */
  // eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- jsii knows no Record
  public get clearedLegacyEmails(): { [key: string]: string } {
    return this.outputs.getStringMapAttribute('cleared_legacy_emails');
  }

  /** The legacy e-mails that pools of the account still have, by name of the pool. As of the last refresh. */
  // eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- jsii knows no Record
  public get legacyEmails(): { [key: string]: string } {
    return this.outputs.getStringMapAttribute('legacy_emails');
  }

  /** How many pools of the account still have a legacy e-mail: the migration is complete at 0. As of the last refresh. */
  public get legacyPoolCount(): number {
    return this.outputs.getNumberAttribute('legacy_pool_count');
  }

  /**
   * One that is replaced is made before the old one is deleted: otherwise nobody is told in between, and recipients that
   * were carried over are gone with the old one. The provisioner driver has no such order.
   */
  private withReplacementFirst(props: PoolNotificationPolicyProps): PoolNotificationPolicyProps {
    if (findElementDriver(this, props.provider) !== undefined) return props;
    return { ...props, lifecycle: { createBeforeDestroy: true, ...props.lifecycle } };
  }
}
