import type { Policy, Pool } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { poolNotificationPolicyContract } from './contract';
import { labelsOf } from './survey';

/** `a, b and 7 more`: a plan for hundreds of pools stays readable. */
export function listNames(names: readonly string[], most = 10): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** Terraform does not wrap lines that begin with a space. */
function linesOf(emails: Readonly<Record<string, string>>): string {
  return Object.entries(emails)
    .map(([pool, email]) => `  ${pool}: ${email}`)
    .join('\n');
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * All e-mails, one per line: no attribute shows them in a plan. The summary names the policy because Terraform merges
 * warnings that have the same summary.
 */
export function willBeCleared(
  policyName: string,
  emails: Readonly<Record<string, string>>,
  calls: number,
  how: { readonly pages: number; readonly guarded: boolean; readonly single: number },
  carried: readonly string[],
): Diagnostic {
  const steps = [
    ...(how.pages === 0
      ? []
      : [`${countOf(how.pages, 'page')} of pools` + (how.guarded ? ', each read just before' : '')]),
    ...(how.single === 0 ? [] : [`${countOf(how.single, 'pool')} one by one`]),
  ].join('; ');
  const count = Object.keys(emails).length;
  const whom = carried.length === 0 ? '' : `Carried over as recipients: ${listNames(carried)}. `;
  return warningAt(
    ['clear_legacy_email'],
    `${countOf(count, 'legacy e-mail')} will be cleared by "${policyName}"`,
    `When the policy exists and is read back, the apply clears the legacy notification e-mail of ${countOf(count, 'pool')} ` +
      `in ${countOf(calls, 'call')} (${steps}):\n${linesOf(emails)}\n${whom}Clearing is irreversible; ` +
      '`cleared_legacy_emails` records the addresses. To keep the e-mails, set `clear_legacy_email` ' +
      '(`clearLegacyEmail`) to "none".',
  );
}

export function poolsChanged(pools: readonly Pool[], before: readonly string[]): Diagnostic {
  const created = pools.filter(({ id }) => !before.includes(id)).map(labelsOf(pools));
  const deleted = before.filter((id) => !pools.some((pool) => pool.id === id));
  const changes = [
    ...(created.length === 0 ? [] : [`The policy will also cover ${listNames(created)}.`]),
    ...(deleted.length === 0 ? [] : [`It will no longer list ${listNames(deleted)}, which no longer exist.`]),
  ];
  return warningAt(['all_pools'], 'Pools of the account changed', changes.join(' '));
}

export function willStay(pools: readonly string[], why: string): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    `${countOf(pools.length, 'legacy e-mail')} will not be cleared`,
    `This policy does not cover ${listNames(pools)}: ${why}. The migration of the account is complete when no pool has a ` +
      'legacy e-mail.',
  );
}

export function notCovered(pools: readonly string[]): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    `${countOf(pools.length, 'legacy e-mail')} will not be cleared`,
    `No policy of the account covers ${listNames(pools)}, so clearing their legacy e-mails would leave them without ` +
      'notifications, although `clear_legacy_email` (`clearLegacyEmail`) is "all". Add the pools to `pool_ids` ' +
      '(`poolIds`) of this policy or of another one; if the same apply creates the other one, make this one depend on it.',
  );
}

export function unknownPools(ids: readonly string[], isNew: boolean): Diagnostic {
  const detail =
    `The account has no pool ${listNames(ids)}. Remove them from \`pool_ids\` (\`poolIds\`), or set \`account_id\` ` +
    '(`accountId`) to the account of the pools.';
  return isNew
    ? errorAt(['pool_ids'], 'Unknown pools', detail)
    : warningAt(['pool_ids'], 'Pools no longer exist', detail);
}

export function unknownDestinations(
  attribute: 'webhook_ids' | 'pagerduty_ids',
  ids: readonly string[],
  existing: ReadonlySet<string>,
): Diagnostic {
  const what = attribute === 'webhook_ids' ? 'webhook' : 'PagerDuty service';
  const known = existing.size === 0 ? 'It has none' : `It has ${listNames([...existing])}`;
  return errorAt(
    [attribute],
    `Unknown ${what}`,
    `The account has no ${what} ${listNames(ids)}. ${known}. Create it first, then use its ID.`,
  );
}

export function failingWebhooks(ids: readonly string[]): Diagnostic {
  return warningAt(
    ['webhook_ids'],
    'Failing webhooks',
    `The last delivery to webhook ${listNames(ids)} failed, so it does not count as a working recipient. Fix its ` +
      'receiver; it counts again after the next successful delivery.',
  );
}

export function noRecipients(): Diagnostic {
  return errorAt(
    ['carry_over_recipients'],
    'Policy has no recipients',
    '`carry_over_recipients` (`carryOverRecipients`) is the only source of recipients, and none of the pools has a legacy ' +
      'e-mail to carry over. Set `email_addresses` (`emailAddresses`), `webhook_ids` (`webhookIds`) or `pagerduty_ids` ' +
      '(`pagerdutyIds`).',
  );
}

export function notAddresses(byPool: Readonly<Record<string, readonly string[]>>): Diagnostic {
  const places = Object.entries(byPool).map(
    ([pool, addresses]) => `${addresses.map((each) => `"${each}"`).join(', ')} of ${pool}`,
  );
  return warningAt(
    ['carry_over_recipients'],
    'Invalid legacy e-mail addresses',
    `${listNames(places)}: not an e-mail address, so it cannot become a recipient, and these pools keep their legacy ` +
      'e-mails. Correct it in the pool: plain addresses, separated by commas.',
  );
}

export function noPoolsYet(accountId: string): Diagnostic {
  return warningAt(
    ['all_pools'],
    'Account has no pools yet',
    `Account ${accountId} has no pools, and the API accepts no policy without one. If this apply creates pools, make the ` +
      'policy depend on them (`dependsOn`). Otherwise create pools first, set `account_id` (`accountId`) to the account ' +
      'of the pools, or remove the policy.',
  );
}

export function noPools(accountId: string): Diagnostic {
  return errorAt(
    ['all_pools'],
    'Account has no pools',
    `Account ${accountId} has no pools, and the API accepts no policy without one. Create pools first, set ` +
      '`account_id` (`accountId`) to the account of the pools, or remove the policy.',
  );
}

export function noPoolsLeft(accountId: string): Diagnostic {
  return warningAt(
    ['all_pools'],
    'Account has no pools left',
    `Account ${accountId} has no pools, and the API accepts no policy without one. The policy keeps its former pools. ` +
      'Remove it if the account will have no pools.',
  );
}

export function willLoseNotifications(
  pools: readonly string[],
  how: string,
  carried: readonly string[] = [],
): Diagnostic {
  const whom =
    carried.length === 0
      ? ''
      : ` The carried-over recipients are recorded nowhere else. To keep them, set ${asEmailAddresses(carried)}.`;
  const move =
    how === 'is deleted'
      ? ' If only its construct or address was renamed, add a `moved` block (`resource.moveFromId`): then nothing is deleted.'
      : '';
  return warningAt(
    [],
    `${countOf(pools.length, 'pool')} will be without notifications`,
    `When this policy ${how}, nobody is notified about the health of ${listNames(pools)}: no other policy covers them, ` +
      `and their legacy e-mails were cleared for good. Cover them by another policy first.${move}${whom}`,
  );
}

export function willLoseEvents(pools: readonly string[], events: readonly string[]): Diagnostic {
  return warningAt(
    [],
    `${countOf(pools.length, 'pool')} will lose notifications`,
    `When this policy covers less, nobody is notified about the events ${events.join(', ')} of ${listNames(pools)}: no other policy ` +
      'covers that. Keep it in `new_health` (`newHealth`) and `event_sources` (`eventSources`), or cover it by another ' +
      'policy first.',
  );
}

export function lostNotifications(pools: readonly string[], carried: readonly string[]): Diagnostic {
  const whom =
    carried.length === 0 ? '' : ` To keep its carried-over recipients, set ${asEmailAddresses(carried)}.`;
  return warningAt(
    [],
    `${countOf(pools.length, 'pool')} without notifications`,
    `The policy is deleted, and nobody is notified about the health of ${listNames(pools)}. Unless this apply creates it ` +
      `again, cover them by another policy.${whom}`,
  );
}

export function policyIsGone(
  name: string,
  unprotected: readonly string[],
  carried: readonly string[],
  cleared: Readonly<Record<string, string>>,
): Diagnostic {
  const facts = [
    ...(unprotected.length === 0
      ? []
      : [`Nobody is notified about the health of ${listNames(unprotected)} until it exists again.`]),
    ...(carried.length === 0
      ? []
      : [
          `Its carried-over recipients are recorded nowhere else. To keep them, set ${asEmailAddresses(carried)}.`,
        ]),
    ...(Object.keys(cleared).length === 0
      ? []
      : [`It replaced these cleared legacy e-mails:\n${linesOf(cleared)}`]),
  ];
  return warningAt(
    [],
    `Policy "${name}" no longer exists`,
    `It was deleted or changed to another alert type out of band. ${facts.join(' ')}`,
  );
}

/** Ready to be pasted into the code. */
function asEmailAddresses(addresses: readonly string[]): string {
  return `emailAddresses: [${addresses.map((address) => `'${address}'`).join(', ')}]`;
}

const renamed =
  'If you renamed a construct or an address, keep its policy with `resource.moveFromId` (a `moved` block in HCL).';

export function createdTwice(accountId: string, createdId: string, second: Policy): Diagnostic {
  return warningAt(
    [],
    'Policy created twice',
    `Account ${accountId} has policy ${second.id} with the same settings as policy ${createdId}, which this apply created. A request ` +
      'without a reply had an effect only after it was repeated, unless another client has created that policy. Both notify of ' +
      `every change. Delete policy ${second.id}.`,
  );
}

export function policyExists(accountId: string, twin: Policy): Diagnostic {
  return errorAt(
    ['name'],
    'Policy already exists',
    `${describeTwin(accountId, twin)} A second one would send each notification twice. An interrupted apply may have created it. ` +
      `To manage it, set \`on_existing\` (\`onExisting\`) to "adopt", or import it with the ID ${accountId}/${twin.id}. To keep ` +
      `both, change the name. ${renamed}`,
  );
}

export function willBeAdopted(
  accountId: string,
  twin: Policy,
  recipients: readonly string[],
  carries: boolean,
): Diagnostic {
  const whom =
    recipients.length === 0
      ? ''
      : ` It also notifies ${listNames(recipients)}: ` +
        (carries
          ? 'they stay, because `carry_over_recipients` (`carryOverRecipients`) is true.'
          : 'they are removed. To keep them, add them to `email_addresses` (`emailAddresses`).');
  return warningAt(
    ['on_existing'],
    `Policy ${twin.id} will be adopted`,
    `${describeTwin(accountId, twin)} The apply updates it to this configuration instead of creating another one, unless the same ` +
      `apply deletes it first.${whom}`,
  );
}

export function managedTwin(accountId: string, twin: Policy, recipients: readonly string[]): Diagnostic {
  const whom =
    recipients.length === 0
      ? ''
      : ` It also notifies ${listNames(recipients)}; the new policy includes them if the old one still exists during the apply.`;
  return warningAt(
    ['name'],
    'Policy of the same name will be deleted',
    `${describeTwin(accountId, twin)} This configuration manages it, and plans to delete or to replace it. If the apply deletes it ` +
      `before it creates the new one, its pools are without notifications in between.${whom} For a replacement, keep ` +
      `\`lifecycle.createBeforeDestroy\`. ${renamed}`,
  );
}

/** For either of the two resources, whichever Terraform plans second. */
export function managedElsewhere(accountId: string, policy: Pick<Policy, 'id' | 'name'>): Diagnostic {
  return errorAt(
    ['name'],
    'Policy managed by another resource',
    `${describeTwin(accountId, policy)} Two resources of this configuration need it: one manages it, and the other one is new. ` +
      `Change the name of one of them, or remove one. ${renamed}`,
  );
}

export function keptForAnother({
  account_id: accountId,
  id,
}: {
  readonly account_id: string;
  readonly id: string | null;
}): Diagnostic {
  return warningAt(
    [],
    'Policy not deleted',
    `Another resource has adopted policy ${id ?? ''} of account ${accountId} in this apply. This resource is removed from the state only.`,
  );
}

function describeTwin(accountId: string, { id, name }: Pick<Policy, 'id' | 'name'>): string {
  return `Account ${accountId} has the policy "${name}" (${id}) with the same name and alert type.`;
}

export function wasReplaced(policy: Policy): Diagnostic {
  return warningAt(
    ['name'],
    'Existing policy replaced',
    `${describePolicy(policy)} matched the configuration. The new policy replaces it, and the old one is deleted to avoid ` +
      'duplicate notifications.',
  );
}

export function replacedWillBeDeleted(ids: readonly string[]): Diagnostic {
  return warningAt(
    ['name'],
    'Replaced policy still exists',
    `This policy replaced ${listNames(ids)}, which could not be deleted at that time. The apply deletes it if this policy ` +
      'covers everything that it does.',
  );
}

export function replacedStillExists(id: string, why: string): Diagnostic {
  return warningAt(
    ['name'],
    'Replaced policy still exists',
    `This policy replaced ${id}, which still exists and sends duplicate notifications: ${why}`,
  );
}

function describePolicy({ id, name }: Policy): string {
  return `the policy "${name}" (${id})`;
}

export function willBeRestored(addresses: readonly string[]): Diagnostic {
  return warningAt(
    ['carry_over_recipients'],
    'Removed recipients will be restored',
    `${listNames(addresses)} were carried over from pools and removed from the policy out of band. The apply restores ` +
      'them. To remove them, set `carry_over_recipients` (`carryOverRecipients`) to false and list the remaining ' +
      'recipients in `email_addresses` (`emailAddresses`).',
  );
}

/** After an apply: its plan has accepted the other policy, or it is newer than the plan. */
export function nameIsTaken({ id, name }: Policy, accountId: string): Diagnostic {
  const { typeName } = poolNotificationPolicyContract;
  return warningAt(
    ['name'],
    'Policies of the same name',
    `Account ${accountId} also has the policy "${name}" (${id}) with other settings. If this apply replaces it, Terraform deletes ` +
      `it next. Otherwise both send notifications: delete one of them, or manage the other one with \`terraform import ` +
      `${typeName}.<name> ${accountId}/${id}\`.`,
  );
}

export function clearingIncomplete(error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return warningAt(
    ['clear_legacy_email'],
    'Legacy e-mails not cleared yet',
    `The policy exists, so all pools have notifications, but clearing the legacy e-mails failed: ${why} Apply again to ` +
      'continue.',
  );
}

export function emailsWereRestored(pools: readonly string[]): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    'Legacy e-mails restored',
    `Pools were created or deleted during the clearing, which moved ${listNames(pools)} into a cleared page. Their legacy ` +
      'e-mails were restored.',
  );
}

export function emailsWereLost(pools: readonly string[]): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    'Pools changed during clearing',
    `Pools were created or deleted during the clearing, which moved ${listNames(pools)} into a cleared page. They had no ` +
      'legacy e-mail when they were last read. If they got one since, set it again or cover the pools by a policy.',
  );
}

export function cannotImport(detail: string): Diagnostic {
  return errorAt([], 'Nothing to import', detail);
}
