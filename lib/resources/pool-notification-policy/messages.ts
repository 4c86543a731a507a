import type { Policy, Pool } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { poolNotificationPolicyContract } from './contract';
import { labelsOf } from './survey';

/** `a, b and 7 more`: a plan for hundreds of pools stays readable. */
export function listNames(names: readonly string[], most = 10): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** Terraform leaves lines that begin with a blank as they are. */
function linesOf(emails: Readonly<Record<string, string>>): string {
  return Object.entries(emails)
    .map(([pool, email]) => `  ${pool}: ${email}`)
    .join('\n');
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * All that go, one a line: no attribute can say so in a plan. The policy's name is in the summary since Terraform folds
 * warnings of one summary into the first.
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
      : [
          `${countOf(how.pages, 'stretch', 'stretches')} of pools at a time` +
            (how.guarded ? ', looked at just before' : ''),
        ]),
    ...(how.single === 0 ? [] : [`${countOf(how.single, 'pool')} one by one`]),
  ].join('; ');
  const count = Object.keys(emails).length;
  const whom = carried.length === 0 ? '' : `Carried over as recipients: ${listNames(carried)}. `;
  return warningAt(
    ['clear_legacy_email'],
    `${countOf(count, 'legacy e-mail')} will be cleared by "${policyName}"`,
    `Once the policy is in place and read back, the legacy notification e-mail of ${countOf(count, 'pool')} is ` +
      `cleared, in ${countOf(calls, 'call')} (${steps}):\n${linesOf(emails)}\n${whom}Nothing brings them back; ` +
      'cleared_legacy_emails keeps them on record. To keep them, set clear_legacy_email (clearLegacyEmail) to "none".',
  );
}

export function poolsCameAndWent(pools: readonly Pool[], before: readonly string[]): Diagnostic {
  const came = pools.filter(({ id }) => !before.includes(id)).map(labelsOf(pools));
  const went = before.filter((id) => !pools.some((pool) => pool.id === id));
  const changes = [
    ...(came.length === 0 ? [] : [`The policy will tell of ${listNames(came)} too.`]),
    ...(went.length === 0
      ? []
      : [`It will no longer name ${listNames(went)}, which the account has no more.`]),
  ];
  return warningAt(['all_pools'], 'The pools of the account have changed', changes.join(' '));
}

export function willStay(pools: readonly string[], why: string): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    `${countOf(pools.length, 'legacy e-mail')} will stay`,
    `This policy does not cover ${listNames(pools)}: ${why}. The migration of the account is not complete while a pool ` +
      'has a legacy e-mail.',
  );
}

export function nobodyCovers(pools: readonly string[]): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    `${countOf(pools.length, 'legacy e-mail')} will stay`,
    `clear_legacy_email (clearLegacyEmail) is "all", but no policy of the account covers ${listNames(pools)} yet, so ` +
      'their legacy e-mails stay: without them nobody would be told. Name the pools in pool_ids (poolIds) of this ' +
      'policy or another one; if that is made in the same apply, let this one depend on it.',
  );
}

export function unknownPools(ids: readonly string[], isNew: boolean): Diagnostic {
  const cure =
    'Take them out of pool_ids (poolIds), or see that account_id (accountId) is the account they are in.';
  const detail = `The account has no pool ${listNames(ids)}. ${cure}`;
  return isNew
    ? errorAt(['pool_ids'], 'Unknown pools', detail)
    : warningAt(['pool_ids'], 'Pools that are gone', detail);
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
    `The account has no ${what} ${listNames(ids)}. ${known}; make it first, and give its id.`,
  );
}

export function failingWebhooks(ids: readonly string[]): Diagnostic {
  return warningAt(
    ['webhook_ids'],
    'Webhooks that fail',
    `The last delivery to webhook ${listNames(ids)} failed, so it does not count as somebody who is told. See to its ` +
      'receiver; it counts again after the next delivery that succeeds.',
  );
}

export function nobodyToCarryOver(): Diagnostic {
  return errorAt(
    ['carry_over_recipients'],
    'Nobody is told',
    'carry_over_recipients (carryOverRecipients) is the only thing that names recipients, and none of the pools has a ' +
      'legacy e-mail to carry over. Give email_addresses (emailAddresses), webhook_ids (webhookIds) or pagerduty_ids ' +
      '(pagerdutyIds).',
  );
}

export function notAddresses(byPool: Readonly<Record<string, readonly string[]>>): Diagnostic {
  const places = Object.entries(byPool).map(
    ([pool, addresses]) => `${addresses.map((each) => `"${each}"`).join(', ')} of ${pool}`,
  );
  return warningAt(
    ['carry_over_recipients'],
    'Legacy addresses that cannot be carried over',
    `The legacy e-mails of pools have what is no address: ${listNames(places)}. It does not become a recipient, so these ` +
      'pools keep their legacy e-mails. Correct it in the pool, with commas between addresses and nothing around them.',
  );
}

export function noPoolsYet(accountId: string): Diagnostic {
  return warningAt(
    ['all_pools'],
    'The account has no pools yet',
    `Account ${accountId} has no pools, and the service takes no policy without any. If this apply makes some, let the ` +
      'policy depend on them (dependsOn); otherwise make them first, see that account_id (accountId) is the account they ' +
      'are in, or take the policy out.',
  );
}

export function noPoolsToTellOf(accountId: string): Diagnostic {
  return errorAt(
    ['all_pools'],
    'The account has no pools',
    `Account ${accountId} has no pools, and the service takes no policy without any. Make them first, see that account_id ` +
      '(accountId) is the account they are in, or take the policy out.',
  );
}

export function noPoolsLeft(accountId: string): Diagnostic {
  return warningAt(
    ['all_pools'],
    'The account has no pools any more',
    `Account ${accountId} has no pools, and the service takes no policy without any. The policy stays with those it named; ` +
      'take it out if there will be none.',
  );
}

export function willBeUnwatched(
  pools: readonly string[],
  how: string,
  carried: readonly string[] = [],
): Diagnostic {
  const whom =
    carried.length === 0
      ? ''
      : ` Nothing else knows the recipients that were carried over. To keep them: ${asEmailAddresses(carried)}.`;
  const move =
    how === 'is deleted'
      ? ' If its construct or address only got another name, move it (resource.moveFromId, or a moved block): then nothing ' +
        'is deleted.'
      : '';
  return warningAt(
    [],
    `${countOf(pools.length, 'pool')} will be left without notification`,
    `When this policy ${how}, nobody is told any more of the health of ${listNames(pools)}: no other policy tells of ` +
      `them, and the legacy e-mails are cleared and do not come back. Cover them by another policy first.${move}${whom}`,
  );
}

export function willBeLessWatched(pools: readonly string[], events: readonly string[]): Diagnostic {
  return warningAt(
    [],
    `${countOf(pools.length, 'pool')} will be watched less`,
    `When this policy tells of less, nobody is told any more of ${events.join(', ')} of ${listNames(pools)}: no other ` +
      'policy tells of that. Leave it in new_health (newHealth) and event_sources (eventSources), or cover it by another ' +
      'policy first.',
  );
}

export function areUnwatched(pools: readonly string[], carried: readonly string[]): Diagnostic {
  const whom = carried.length === 0 ? '' : ` It also told ${asEmailAddresses(carried)}.`;
  return warningAt(
    [],
    `${countOf(pools.length, 'pool')} without notification`,
    `The policy is deleted, and nobody is told any more of the health of ${listNames(pools)}. If it is not made again in ` +
      `this apply, cover them by another policy.${whom}`,
  );
}

export function policyIsGone(
  name: string,
  unwatched: readonly string[],
  carried: readonly string[],
  cleared: Readonly<Record<string, string>>,
): Diagnostic {
  const facts = [
    ...(unwatched.length === 0
      ? []
      : [`Nobody is told any more of the health of ${listNames(unwatched)} until it is made again.`]),
    ...(carried.length === 0
      ? []
      : [
          `It told recipients that were carried over and that nothing else knows. To keep them: ${asEmailAddresses(carried)}.`,
        ]),
    ...(Object.keys(cleared).length === 0
      ? []
      : [`These legacy e-mails were cleared for it:\n${linesOf(cleared)}`]),
  ];
  return warningAt(
    [],
    `The policy "${name}" is gone`,
    `Somebody deleted it, or made another alert of it. ${facts.join(' ')}`,
  );
}

/** Ready to be pasted into the code. */
function asEmailAddresses(addresses: readonly string[]): string {
  return `emailAddresses: [${addresses.map((address) => `'${address}'`).join(', ')}]`;
}

export function willBeReplaced(policies: readonly Policy[], recipients: readonly string[]): Diagnostic {
  const whom =
    recipients.length === 0
      ? ''
      : ` It also tells ${listNames(recipients)}, whom the new one will tell too if the old one is still there then.`;
  return warningAt(
    ['name'],
    'An existing policy will be replaced',
    `The account has ${listNames(policies.map(naming))} already, which does just what is wanted. A new one is made and ` +
      `read back, and then the old one is deleted, so that nobody is told twice.${whom} If another stack keeps the old one, ` +
      'give this one another name. If this plan deletes it too, it may be gone before the new one is made, and its pools ' +
      'are unwatched in between: for a replacement, keep lifecycle.createBeforeDestroy; for a construct or an address with ' +
      'another name, move it (resource.moveFromId, or a moved block).',
  );
}

export function wasReplaced(policy: Policy): Diagnostic {
  return warningAt(
    ['name'],
    'An existing policy was replaced',
    `${naming(policy)} did just what is wanted. The new policy takes its place, and the old one is deleted, so that nobody ` +
      'is told twice.',
  );
}

export function doubleWillGo(ids: readonly string[]): Diagnostic {
  return warningAt(
    ['name'],
    'A policy that was replaced is still there',
    `This policy took the place of ${listNames(ids)}, which could not be deleted then. It is deleted now, if it does nothing ` +
      'that this one does not do.',
  );
}

export function doubleStays(id: string, why: string): Diagnostic {
  return warningAt(
    ['name'],
    'A policy that was replaced is still there',
    `This policy took the place of ${id}, which is still there, so that some are told twice: ${why}`,
  );
}

function naming({ id, name }: Policy): string {
  return `the policy "${name}" (${id})`;
}

export function willBeTakenBack(addresses: readonly string[]): Diagnostic {
  return warningAt(
    ['carry_over_recipients'],
    'Recipients were taken out of the policy',
    `${listNames(addresses)} came from pools, and the policy tells them no more. They are put back. To let them go, set ` +
      'carry_over_recipients (carryOverRecipients) to false and name those who stay in email_addresses (emailAddresses).',
  );
}

export function nameIsTaken({ id, name }: Policy, accountId: string): Diagnostic {
  const { typeName } = poolNotificationPolicyContract;
  return warningAt(
    ['name'],
    'A policy of this name is there already',
    `The account has a policy "${name}" (${id}) with other settings, and gets a second one of the name. If the first is ` +
      `meant, import it: terraform import ${typeName}.<name> ${accountId}/${id}.`,
  );
}

export function clearingWillGoOn(error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return warningAt(
    ['clear_legacy_email'],
    'Legacy e-mails are left to be cleared',
    `The policy is in place, so nothing is unwatched, but clearing the legacy e-mails did not come to its end: ${why} ` +
      'Apply again: it goes on where it stopped.',
  );
}

export function emailsWereRestored(pools: readonly string[]): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    'Legacy e-mails were restored',
    `Pools were made or deleted while legacy e-mails were cleared, and ${listNames(pools)} slipped in. Their legacy ` +
      'e-mails were set again at once.',
  );
}

export function emailsWereLost(pools: readonly string[]): Diagnostic {
  return warningAt(
    ['clear_legacy_email'],
    'Pools slipped in while e-mails were cleared',
    `Pools were made or deleted while legacy e-mails were cleared, and ${listNames(pools)} was cleared with its neighbours. ` +
      'It had no legacy e-mail when it was looked at; if it was given one since, set that again or cover the pool by a ' +
      'policy.',
  );
}

export function notOurs(detail: string): Diagnostic {
  return errorAt([], 'Nothing to import', detail);
}
