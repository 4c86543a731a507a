import type { IResolvable, TerraformResource } from 'cdktf';
import { Construct } from 'constructs';
import {
  declareResource,
  EdgeResource,
  formOf,
  refuseDuplicate,
  refuseFaults,
  type EdgeResourceProps,
  instanceOf,
} from '../edge-resource';
import { stringRule } from '../meta-arguments';
import { poolNotificationPolicyContract } from './contract';
import { accountNameRule, resolveOwners } from '../named-owners';
import { findFormFaults, constructLabel, readProps, refuse, type PropRule } from '../props';
import { addWarning } from '../synth-warnings';
import { planPolicies } from './per-recipients';

/** Health status that a pool or an origin changes to. */
export enum HealthStatus {
  /** The pool or origin became unhealthy. */
  UNHEALTHY = 'Unhealthy',
  /** The pool or origin became healthy again. */
  HEALTHY = 'Healthy',
}

/** Source of a health event. */
export enum HealthEventSource {
  /** The pool, which is healthy while enough of its origins are. */
  POOL = 'pool',
  /** A single origin of the pool. */
  ORIGIN = 'origin',
}

/** The legacy e-mail notifications that the policy clears, after it is proven to cover the pool. */
export enum ClearLegacyEmail {
  /** Clears those of the pools that this policy covers: it notifies the same recipients of at least the same events. */
  COVERED = 'covered',
  /** None. */
  NONE = 'none',
}

export interface PoolNotificationPolicyProps extends EdgeResourceProps {
  /**
   * Id of the account, 32 hexadecimal digits. Give either this or `accountName`. A change replaces the policy.
   *
   * @default - `accountName` says which account it is
   */
  readonly accountId?: string;

  /**
   * Name of the account. The plan finds its id. Not available with `EdgeDriver.PROVISIONER`.
   *
   * @default - `accountId` says which account it is
   */
  readonly accountName?: string;

  /** Name of the policy. Where the account has one of this name already, the plan fails. */
  readonly name: string;

  /**
   * Description of the policy, free text.
   *
   * @default - ""
   */
  readonly description?: string;

  /**
   * Whether the policy sends notifications. A disabled policy covers no pool, so it clears no legacy e-mail.
   *
   * @default - true
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * Ids of the pools to notify about. Give either this or `allPools`.
   *
   * @default - none: `allPools` must be true
   */
  readonly poolIds?: string[];

  /**
   * Whether to notify about all pools of the account. A pool that is created later shows as a change in the next plan.
   *
   * @default - false
   */
  readonly allPools?: boolean | IResolvable;

  /**
   * Status changes to notify about.
   *
   * @default - both: HealthStatus.UNHEALTHY, HealthStatus.HEALTHY
   */
  readonly newHealth?: HealthStatus[];

  /**
   * Sources of events to notify about.
   *
   * @default - both: HealthEventSource.POOL, HealthEventSource.ORIGIN
   */
  readonly eventSources?: HealthEventSource[];

  /**
   * E-mail addresses to notify, one per item. A policy needs at least one recipient: an address, a webhook, a PagerDuty
   * service, or those that `carryOverRecipients` adds.
   *
   * @default - none
   */
  readonly emailAddresses?: string[];

  /**
   * Ids of the webhook destinations to notify. A webhook whose last delivery failed does not count as a recipient.
   *
   * @default - none
   */
  readonly webhookIds?: string[];

  /**
   * Ids of the PagerDuty services to notify.
   *
   * @default - none
   */
  readonly pagerdutyIds?: string[];

  /**
   * Whether to add the legacy e-mail addresses of the pools to the recipients of the policy. They remain recipients after
   * the pools are cleared; see `carriedOverRecipients`.
   *
   * @default - false
   */
  readonly carryOverRecipients?: boolean | IResolvable;

  /**
   * Which legacy e-mails to clear, after the policy is created, read back and proven to cover the pool. The plan lists
   * them. Clearing cannot be undone; `clearedLegacyEmails` records the cleared addresses.
   *
   * @default ClearLegacyEmail.COVERED
   */
  readonly clearLegacyEmail?: ClearLegacyEmail;

  /**
   * Whether to clear legacy e-mails although this policy does not notify all of their addresses. Otherwise such an e-mail
   * stays, and the plan lists these addresses. Has no effect with `carryOverRecipients`, which keeps such an e-mail.
   *
   * @default - false
   */
  readonly acceptLostRecipients?: boolean | IResolvable;
}

/** A pool, and who gets its notifications. */
export interface PoolRecipients {
  /** Id of the pool. */
  readonly id: string;

  /**
   * Name of the pool, for messages.
   *
   * @default - the id
   */
  readonly name?: string;

  /** E-mail addresses, one per item. They must be known at synth. */
  readonly recipients: string[];

  /**
   * Key of the policy that notifies about the pool. Pools with the same recipients share a policy; the key makes it the same policy
   * when their addresses change. Letters, digits, "-" and "_".
   *
   * @default - derived from the pool of the policy whose id is the first one, so it changes when that pool leaves the policy
   */
  readonly key?: string;
}

/** Props of `PoolNotificationPolicy.perRecipients`. Those of `EdgeResourceProps` apply to each policy. */
export interface PerRecipientsProps extends EdgeResourceProps {
  /**
   * Id of the account, 32 hexadecimal digits. Give either this or `accountName`. A change replaces the policies.
   *
   * @default - `accountName` says which account it is
   */
  readonly accountId?: string;

  /**
   * Name of the account. The plan finds its id. Not available with `EdgeDriver.PROVISIONER`.
   *
   * @default - `accountId` says which account it is
   */
  readonly accountName?: string;

  /**
   * The pools with their recipients. Give either this or `auditFile`.
   *
   * @default - none: `auditFile` has them
   */
  readonly pools?: PoolRecipients[];

  /**
   * Path of the file that `edge-platform pools audit --account <id> --out <file>` writes. Write it before the first deploy
   * and keep it with the code: the deploy clears the legacy e-mails, so afterwards the API has their addresses only in the
   * policies. A relative path starts in the working directory of the synth, which is the folder of `cdktf.json`.
   *
   * @default - none: `pools` has them
   */
  readonly auditFile?: string;

  /**
   * E-mail addresses to notify about pools that have no recipients.
   *
   * @default - none: a warning lists these pools
   */
  readonly fallbackRecipients?: string[];

  /**
   * Beginning of the names of the policies: `Pool health: ops@example.com`.
   *
   * @default "Pool health"
   */
  readonly namePrefix?: string;

  /**
   * Description of the policies, free text.
   *
   * @default - ""
   */
  readonly description?: string;

  /**
   * Whether the policies send notifications.
   *
   * @default - true
   */
  readonly enabled?: boolean | IResolvable;

  /**
   * Status changes to notify about. The e-mail of a pool that reports more than the policy is not cleared.
   *
   * @default - both: HealthStatus.UNHEALTHY, HealthStatus.HEALTHY
   */
  readonly newHealth?: HealthStatus[];

  /**
   * Sources of events to notify about. The e-mail of a pool that reports more than the policy is not cleared.
   *
   * @default - both: HealthEventSource.POOL, HealthEventSource.ORIGIN
   */
  readonly eventSources?: HealthEventSource[];

  /**
   * Which legacy e-mails to clear.
   *
   * @default ClearLegacyEmail.COVERED
   */
  readonly clearLegacyEmail?: ClearLegacyEmail;
}

/**
 * A notification policy of an account for the health of load-balancer pools. It also migrates pools from their legacy
 * e-mail notifications.
 *
 * No pool is without notifications during the migration: the policy is created, read back and proven to notify of all that
 * the legacy e-mail did, and only then is the e-mail cleared. A pool that gets a legacy e-mail later shows as drift.
 *
 * Destroying the policy neither restores nor clears an e-mail; the plan warns about pools that lose their notifications.
 * Terraform deletes a policy before it creates its replacement, and the plan warns about that too. If you change the construct id,
 * move the resource with `resource.moveFromId`: otherwise the old policy is deleted.
 *
 * Import id: `<account>/<policy id>`, or `<account>/<policy name>` where the name is unique in the account. `<account>` is the id or
 * the name of the account.
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
  /**
   * Makes one policy for each distinct set of recipients that pools have, so that everybody keeps getting the notifications
   * of the same pools, and of no others. It returns them in the order of their addresses.
   *
   * The id of a policy is its key, which the file of an audit has, and its name is derived from its addresses. So a new pool or
   * another address updates one policy, and a new set of recipients adds one; no other policy changes.
   *
   * @param scope - of a construct that contains the policies
   * @param id - of that construct
   */
  public static perRecipients(
    scope: Construct,
    id: string,
    props: PerRecipientsProps,
  ): PoolNotificationPolicy[] {
    const parent = new Construct(scope, id);
    const place = `[${parent.node.path}] PoolNotificationPolicy.perRecipients`;
    const read = readProps(place, formPerRecipients, props);
    const owners = resolveOwners(parent, props, 'account');
    const given = { ...read.given, ...owners.attributes };
    refuse(place, [...findFormFaults(formPerRecipients.attributes, given), ...read.faults, ...owners.faults]);
    const { pools, auditFile, fallbackRecipients, namePrefix = 'Pool health', ...common } = props;
    const { accountId, accountName } = common;
    const found = planPolicies({ accountId, accountName, pools, auditFile, fallbackRecipients, namePrefix });
    refuse(place, shortened(found.faults));
    const { withoutRecipients: silent } = found;
    if (silent.length > 0)
      addWarning(
        parent,
        'without_recipients',
        `${countPools(silent)} no recipients, so none of these policies has them: ${listNames(silent)}. Set fallbackRecipients, or add recipients.`,
      );
    return found.plans.map(
      ({ id: policyId, ...plan }) => new PoolNotificationPolicy(parent, policyId, { ...common, ...plan }),
    );
  }

  /** Id of the account. With `accountName` it is known in the plan. */
  public readonly accountId: string;
  public readonly resource: TerraformResource;

  public constructor(scope: Construct, id: string, props: PoolNotificationPolicyProps) {
    super(scope, id);
    const read = readProps(constructLabel(this), form, props);
    const owners = resolveOwners(this, props, 'account');
    const attributes = { ...read.given, ...owners.attributes };
    refuseFaults(this, poolNotificationPolicyContract, attributes, [...read.faults, ...owners.faults]);
    this.accountId = owners.accountId ?? '';
    this.resource = declareResource(this, poolNotificationPolicyContract, props, () => attributes);
    refuseDuplicate(this, poolNotificationPolicyContract, props, {
      identity: () => [props.name],
      prop: 'name',
      value: props.name,
      others: 'account',
      effect: 'The account would have two policies of that name, and both would notify.',
    });
  }

  /**
   * One instance of a construct with `forEach` or `count`, with its outputs, its address and its import.
   *
   * @param key - the key of the iterator, or the index from 0
   */
  public at(key: string | number): PoolNotificationPolicy {
    return instanceOf<PoolNotificationPolicy>(this, key);
  }

  /** Id of the policy. */
  public get id(): string {
    return this.outputs.getStringAttribute('id');
  }

  /** Recipients that were carried over from pools, in addition to `emailAddresses`. */
  public get carriedOverRecipients(): string[] {
    return this.outputs.getListAttribute('carried_over_recipients');
  }

  /**
   * What the last plan did that cannot be undone, in one line: the legacy e-mails to be cleared, with their pools. Empty if it
   * cleared none.
   */
  public get changes(): string {
    return this.outputs.getStringAttribute('changes');
  }

  /** Legacy e-mail addresses that this policy has cleared, by name of the pool. */
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record
  public get clearedLegacyEmails(): { [key: string]: string } {
    return this.outputs.getStringMapAttribute('cleared_legacy_emails');
  }

  /** Legacy e-mail addresses that pools of the account still have as of the last refresh, by name of the pool. */
  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record
  public get legacyEmails(): { [key: string]: string } {
    return this.outputs.getStringMapAttribute('legacy_emails');
  }

  /** Number of pools with a legacy e-mail as of the last refresh. The migration is complete at 0. */
  public get legacyPoolCount(): number {
    return this.outputs.getNumberAttribute('legacy_pool_count');
  }
}

/** A rule that refuses null alone: `planPolicies` checks the rest. */
const notNull = (rule: string): PropRule => ({ rule, accepts: (value) => value !== null });

const form = formOf(poolNotificationPolicyContract, accountNameRule);

/** The form of the props of `perRecipients`: each policy has its own recipients and pools. */
const formPerRecipients = formOf(
  poolNotificationPolicyContract,
  {
    pools: notNull('an array of { id, recipients }'),
    auditFile: { ...stringRule, rule: 'a path' },
    fallbackRecipients: notNull('an array of e-mail addresses'),
    namePrefix: notNull('a string'),
    ...accountNameRule,
  },
  [
    ...['name', 'pool_ids', 'all_pools', 'email_addresses', 'webhook_ids', 'pagerduty_ids'],
    ...['carry_over_recipients', 'accept_lost_recipients'],
  ],
);

/** The first lines of many: nobody corrects more at once. */
function shortened(lines: readonly string[]): readonly string[] {
  const left = lines.length - 20;
  return left > 0 ? [...lines.slice(0, 20), `${left} more, of the same kinds or others.`] : lines;
}

function countPools({ length }: readonly string[]): string {
  return length === 1 ? '1 pool has' : `${length} pools have`;
}

function listNames(names: readonly string[]): string {
  const left = names.length - 20;
  return left > 0 ? `${names.slice(0, 20).join(', ')}, and ${left} more` : names.join(', ');
}
