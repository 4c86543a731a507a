import type { TerraformResource } from 'cdktf';
import { Construct } from 'constructs';
import { listSome, plural } from '../../ground/words';
import { declareResource, formOf, refuseDuplicate, refuseFaults, instanceOf } from '../edge-resource';
import { stringRule } from '../meta-arguments';
import {
  PoolNotificationPolicyOutputs,
  type PoolNotificationPolicyProps,
  type SharedPolicyProps,
} from './construct-props';
import { poolNotificationPolicyContract } from './contract';
import { accountNameRule, resolveOwners } from '../named-owners';
import { findFormFaults, constructLabel, readProps, refuse, type PropRule } from '../props';
import { addWarning } from '../synth-warnings';
import { planPolicies } from './per-recipients';

export { ClearLegacyEmail, HealthEventSource, HealthStatus } from './enumerations';
export type { PoolNotificationPolicyProps } from './construct-props';

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

/** Props of `PoolNotificationPolicy.perRecipients`. Those that `PoolNotificationPolicy` has too apply to each policy. */
export interface PerRecipientsProps extends SharedPolicyProps {
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
export class PoolNotificationPolicy extends PoolNotificationPolicyOutputs {
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
        `${plural(silent.length, 'pool has', 'pools have')} no recipients, so none of these policies has them: ${listSome(silent, 20)}. Set fallbackRecipients, or add recipients.`,
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
}

/** A rule that refuses null alone: `planPolicies` checks the rest. */
const notNull = (rule: string): PropRule => ({ rule, accepts: (value) => value !== null });

const form = formOf(poolNotificationPolicyContract, accountNameRule);

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
