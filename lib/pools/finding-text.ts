import { capitalize, plural } from '../ground/words';
import type { AddressCount, FindingOf, PoolFinding } from './findings';
import { describePart } from './coverage';
import { describeEvent } from './notification';

/** The policy that findings are about. */
export interface PolicyName {
  readonly account_id: string;
  readonly name: string;
}

/** `a, b and 7 more`. */
export function listNames(names: readonly string[], most = 10): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** A finding in words: the attribute that it is about, a headline and a detail that ends with what to do. */
export interface FindingText {
  readonly at: string | undefined;
  readonly headline: string;
  readonly detail: string;
}

function text(
  at: FindingText['at'],
  headline: string,
  ...sentences: readonly (string | false)[]
): FindingText {
  return { at, headline, detail: sentences.filter((each) => each !== false && each !== '').join(' ') };
}

export function textOf(finding: PoolFinding, { account_id: accountId, name }: PolicyName): FindingText {
  const clearing = 'clear_legacy_email';
  const carrying = 'carry_over_recipients';
  switch (finding.code) {
    case 'pools.will_clear':
      return textOfClearing(finding);
    case 'pools.recipients_lost':
      return text(
        clearing,
        `Recipients of ${plural(finding.pools, 'pool')} are lost`,
        `No policy notifies these recipients of their pools any more:\n${countTable(finding.addresses)}`,
      );
    case 'pools.recipients_not_carried':
      return text(
        finding.carries ? carrying : clearing,
        `${plural(finding.pools.length, 'legacy e-mail')} will not be cleared`,
        finding.isAlone === true && alone,
        `No policy notifies these recipients of ${listNames(finding.pools, 2)}:\n` +
          countTable(finding.addresses) +
          (finding.carries
            ? 'Cover the pools by this policy, or by another one with these recipients.'
            : 'Set `carry_over_recipients`, name them in this policy or in another one, or set `accept_lost_recipients`.'),
        '`edge-platform pools audit` shows all.',
      );
    case 'pools.not_covered':
      return text(
        clearing,
        `${plural(finding.pools.length, 'legacy e-mail')} will not be cleared`,
        `The policy does not cover ${listNames(finding.pools)}: ` +
          (finding.fault ??
            `the legacy e-mails also report ${listEvents(finding)}, which \`new_health\` (\`newHealth\`) and \`event_sources\` ` +
              '(`eventSources`) leave out') +
          '.',
        'The migration of the account is complete when no pool has a legacy e-mail.',
      );
    case 'pools.in_no_policy':
      return text(
        clearing,
        `${plural(finding.pools.length, 'legacy e-mail')} will not be cleared`,
        finding.isAlone === true && alone,
        `${finding.isAlone === true ? 'This policy does not cover' : 'No policy of the account covers'} ${listNames(finding.pools)}, so clearing their legacy e-mails would leave them without`,
        'notifications, although `clear_legacy_email` (`clearLegacyEmail`) is "all". Add the pools to `pool_ids` (`poolIds`) of this',
        'policy or of another one; if the same apply creates the other one, make this one depend on it.',
      );
    case 'pools.not_listed':
      return text(
        clearing,
        `${plural(finding.pools.length, 'legacy e-mail')} not cleared, because the plan did not list ${finding.pools.length === 1 ? 'it' : 'them'}`,
        finding.severity === 'error'
          ? `Since the plan, the legacy ${finding.pools.length === 1 ? 'e-mail' : 'e-mails'} of ${listNames(finding.pools)} changed or came to be covered.`
          : `The plan could not list the legacy ${finding.pools.length === 1 ? 'e-mail' : 'e-mails'} of ${listNames(finding.pools)}: something was known only during the apply.`,
        'Clearing is irreversible, so it stays until a plan shows it: plan again.',
      );
    case 'pools.undecided':
      return text(
        clearing,
        `${plural(finding.pools.length, 'legacy e-mail')} will not be cleared yet`,
        `Values that are known only after the apply decide whether the recipients of ${listNames(finding.pools)} are still notified.`,
        'These legacy e-mails stay. Apply once more when the values are known.',
      );
    case 'pools.conflict':
      return text(
        clearing,
        `Policies ${listNames([finding.clearing, ...finding.changing].map((each) => `"${each}"`))} contradict each other`,
        `The policy "${finding.clearing}" clears legacy e-mails, and counts on ${listNames(finding.changing.map((each) => `"${each}"`))}`,
        'for their recipients, which the same apply changes so that it no longer notifies of them:\n' +
          tableOf(
            ['POOL', 'NO LONGER NOTIFIED'],
            finding.losses.map(({ pool, address = 'anybody' }) => [pool, address]),
            manyRows,
          ) +
          `Add the recipients or the pools to "${finding.clearing}". Or apply twice: first "${finding.clearing}" alone, then the`,
        'change of the other policy, whose plan shows who is no longer notified.',
      );
    case 'pools.successor_missing':
      return text(
        undefined,
        finding.isDeletion ? 'Policy not deleted' : 'Policy still has former pools or recipients',
        `The policy ${listNames(finding.successors.map((each) => `"${each}"`))} should notify in place of this one, and is not stored.`,
        finding.isDeletion
          ? 'So this policy stays as it is.'
          : 'So this policy keeps what it notified of, together with its new settings.',
        finding.isDeletion
          ? 'Nobody has lost notifications. Apply again when the other policy is stored. If Terraform stores it only after this ' +
              'deletion, apply first with both policies in the configuration.'
          : 'Nobody has lost notifications. Resolve the failure of the other policy, and apply again.',
      );
    case 'pools.successor_later':
      return text(
        undefined,
        'Policy still has former pools or recipients',
        `The policy ${listNames(finding.successors.map((each) => `"${each}"`))} is to notify in place of this one,`,
        finding.reason === undefined
          ? 'and Terraform stores it later in this apply. Until then this policy keeps what it notified of, together with its new ' +
              'settings. If the other policy is not stored, the next plan removes that again.'
          : `and this policy could not be changed then: ${finding.reason}. It keeps what it notified of, and the next plan removes that.`,
      );
    case 'pools.unknown_parts':
      return describeUnknownParts(finding);
    case 'pools.recipients_dropped':
      return text(
        undefined,
        finding.change === 'deleted'
          ? `${plural(finding.addresses.length, 'recipient')} without notifications`
          : `${plural(finding.addresses.length, 'recipient')} will lose notifications`,
        `${capitalize(describeChange(finding.change))}, no other policy notifies these recipients of all events of their pools:\n${tableOf(
          ['RECIPIENT', 'POOLS'],
          finding.addresses.map(({ address, pools }) => [address, String(pools)]),
          fewRows,
        )}To keep them notified, make them recipients of a policy that covers the pools.`,
        keepRecipients(finding.carried),
        finding.change === 'delete' && movedHint,
      );
    case 'pools.clearing_incomplete':
      return text(
        clearing,
        'Legacy e-mails not cleared yet',
        `The policy exists, but clearing the legacy e-mails failed: ${finding.reason} Apply again to continue.`,
      );
    case 'pools.still_set':
      return text(
        clearing,
        `${plural(finding.pools.length, 'legacy e-mail')} still set`,
        `The API accepted the calls to clear the legacy e-mails of ${listNames(finding.pools)}, and still returns them. The policy`,
        'covers these pools. Apply again; if the e-mails remain, clear them in the dashboard.',
      );
    case 'pools.coverage_lost':
      return text(
        clearing,
        `Clearing stopped, ${plural(finding.left.length, 'pool')} without notifications`,
        'The policies changed while the legacy e-mails were cleared, and no longer cover what they covered before.',
        finding.fault !== undefined && `This policy covers nothing: ${finding.fault}.`,
        finding.restored.length > 0 && `The legacy e-mails of ${listNames(finding.restored)} were restored.`,
        finding.notRestored.length > 0 &&
          `Those of ${listNames(finding.notRestored)} could not be restored; \`cleared_legacy_emails\` records them.`,
        finding.left.length === 0
          ? 'No pool of the policy is without notifications.'
          : `Nobody is notified about the health of ${listNames(finding.left, 50)}.`,
        `${plural(finding.kept, 'pool')} of the account still have a legacy e-mail. Find out who changed the policies, and apply again.`,
      );
    case 'pools.moved_into_page':
      return text(
        clearing,
        `${plural(finding.restored.length, 'legacy e-mail')} restored`,
        `Pools were created or deleted during the clearing, which moved ${listNames(finding.restored)} into a cleared page. Their`,
        'legacy e-mails were restored.',
      );
    case 'pools.appeared_in_page':
      return text(
        clearing,
        `${plural(finding.pools.length, 'pool')} changed during clearing`,
        `${listNames(finding.pools)} appeared in a page just when it was cleared. If they had legacy e-mails by then, these were`,
        'cleared too, and their addresses are not known. Set them again, or cover the pools by a policy.',
      );
    case 'pools.new_recipients':
      return text(
        carrying,
        headlineOf(finding),
        `All recipients of a policy are notified of all of its ${plural(finding.pools, 'pool')}:\n${recipientTable([], finding)}${perRecipients}`,
      );
    case 'pools.recipients_restored':
      return text(
        carrying,
        'Removed recipients will be restored',
        `${listNames(finding.addresses)} were carried over from pools and removed from the policy out of band. The apply restores`,
        'them. To remove them, set `carry_over_recipients` (`carryOverRecipients`) to false and list the remaining recipients in',
        '`email_addresses` (`emailAddresses`).',
      );
    case 'pools.recipients_removed':
      return text(
        carrying,
        `${plural(finding.addresses.length, 'carried-over recipient')} will be removed`,
        `\`carry_over_recipients\` (\`carryOverRecipients\`) is no longer true. ${keepRecipients(finding.addresses)}`,
      );
    case 'pools.invalid_addresses':
      return text(
        carrying,
        'Invalid legacy e-mail addresses',
        `${listNames(
          Object.entries(finding.byPool).map(
            ([pool, addresses]) => `${addresses.map((each) => `"${each}"`).join(', ')} of ${pool}`,
          ),
        )}: not an e-mail address, so it cannot become a recipient, and these pools keep their legacy e-mails. Correct it in the`,
        'pool: plain addresses, separated by commas.',
      );
    case 'pools.no_recipients':
      return text(
        carrying,
        'Policy has no recipients',
        '`carry_over_recipients` (`carryOverRecipients`) is the only source of recipients, and none of the pools has a legacy e-mail',
        'to carry over. Set `email_addresses` (`emailAddresses`), `webhook_ids` (`webhookIds`) or `pagerduty_ids` (`pagerdutyIds`).',
      );
    case 'pools.unknown_pools':
    case 'pools.deleted_pools':
      return text(
        'pool_ids',
        finding.code === 'pools.unknown_pools' ? 'Unknown pools' : 'Pools no longer exist',
        `The account has no pool ${listNames(finding.ids)}. Remove them from \`pool_ids\` (\`poolIds\`), or set \`account_id\``,
        '(`accountId`) to the account of the pools.',
      );
    case 'pools.no_pools':
      return text(
        'all_pools',
        'Account has no pools',
        'The account has no pools, and the API accepts no policy without one. If this apply creates pools, make the policy depend on',
        'them (`dependsOn`). Otherwise create pools first, set `account_id` (`accountId`) to the account of the pools, or remove the',
        'policy.',
      );
    case 'pools.no_pools_left':
      return text(
        'all_pools',
        'Account has no pools left',
        'The account has no pools, and the API accepts no policy without one. The policy keeps its former pools. Remove it if the',
        'account will have no pools.',
      );
    case 'pools.pools_changed':
      return text(
        'all_pools',
        'Pools of the account changed',
        finding.added.length > 0 && `The policy will also cover ${listNames(finding.added)}.`,
        finding.removed.length > 0 &&
          `It will no longer list ${listNames(finding.removed)}, which no longer exist.`,
      );
    case 'pools.unknown_destinations': {
      const what = finding.kind === 'webhook_ids' ? 'webhook' : 'PagerDuty service';
      const isDeleted = finding.severity === 'warning';
      return text(
        finding.kind,
        isDeleted ? `${capitalize(what)} no longer exists` : `Unknown ${what}`,
        `The account has no ${what} ${listNames(finding.ids)}${isDeleted ? ' any more, so it is notified of nothing' : ''}.`,
        finding.existing.length === 0 ? 'It has none.' : `It has ${listNames(finding.existing)}.`,
        isDeleted
          ? 'Remove it, or create it again and use its new ID. The API refuses a change of this policy that still names it.'
          : 'Create it first, then use its ID.',
      );
    }
    case 'pools.failing_webhooks':
      return text(
        'webhook_ids',
        'Failing webhooks',
        `The last delivery to webhook ${listNames(finding.ids)} failed, so it does not count as a working recipient. Fix its`,
        'receiver; it counts again after the next successful delivery.',
      );
    case 'pools.unprotected':
      return describeUnprotected(finding);
    case 'pools.events_lost':
      return text(
        undefined,
        `${plural(finding.pools.length, 'pool')} will lose notifications`,
        `When this policy covers less, nobody is notified about the events ${listEvents(finding)} of ${listNames(finding.pools)}: no`,
        'other policy covers that. Keep it in `new_health` (`newHealth`) and `event_sources` (`eventSources`), or cover it by another',
        'policy first.',
      );
    case 'pools.policy_gone':
      return text(
        undefined,
        'Policy no longer exists',
        'It was deleted or changed to another alert type out of band.',
        finding.pools.length > 0 &&
          `Nobody is notified about the health of ${listNames(finding.pools)} until it exists again.`,
        keepRecipients(finding.carried),
        Object.keys(finding.cleared).length > 0 &&
          'It replaced these cleared legacy e-mails; before the next apply, `terraform state show` lists all of them:\n' +
            tableOf(['POOL', 'LEGACY E-MAIL'], Object.entries(finding.cleared)),
      );
    case 'pools.policy_exists':
      return text(
        'name',
        'Policy already exists',
        describeTwin(accountId, finding),
        'A second one would send each notification twice. An interrupted apply may have created it. To manage it, set `on_existing`',
        `(\`onExisting\`) to "adopt", or import it with the ID ${accountId}/${finding.twin.id}. If another resource of your configurations`,
        `manages it, remove one of the two. To keep both, change the name. ${renamed}`,
      );
    case 'pools.policy_adopted':
      return text(
        'on_existing',
        `Policy ${finding.twin.id} will be adopted`,
        describeTwin(accountId, finding),
        'The apply updates it to this configuration instead of creating another one, unless the same apply deletes it first.',
        finding.recipients.length > 0 &&
          `It also notifies ${listNames(finding.recipients)}: ` +
            (finding.carries
              ? 'they stay, because `carry_over_recipients` (`carryOverRecipients`) is true.'
              : 'they are removed. To keep them, add them to `email_addresses` (`emailAddresses`).'),
      );
    case 'pools.policy_leaving':
      return text(
        'name',
        'Policy of the same name will be deleted',
        describeTwin(accountId, finding),
        'The state has it. If this plan deletes it, and the apply does that before it creates the new one, its pools are without',
        'notifications in between. If this plan only removes it from the state (a `removed` block with `destroy = false`), do not apply:',
        'both policies would notify. Use a `moved` block instead, or remove it from the state first (`terraform state rm`).',
        finding.recipients.length > 0 &&
          `It also notifies ${listNames(finding.recipients)}; the new policy includes them if the old one still exists then.`,
        `For a replacement, keep \`lifecycle.createBeforeDestroy\`. ${renamed}`,
      );
    case 'pools.managed_elsewhere':
      return text(
        'name',
        'Policy managed by another resource',
        describeTwin(accountId, finding),
        'Two resources of this configuration need it, or will have the same name, so that each change is notified of twice. Change the',
        `name of one of them, or remove one. ${renamed}`,
      );
    case 'pools.made_twice':
      return text(
        'name',
        'Policy in two resources',
        `Another resource of this configuration makes a policy of account ${accountId} with the same name and alert type: each change would`,
        `be notified of twice. Change the name of one of them, or remove one. ${renamed}`,
      );
    case 'pools.has_twin':
      return text(
        'name',
        `Policy ${finding.id} has a twin`,
        describeTwin(accountId, finding),
        `This resource manages policy ${finding.id}, and both notify. Two applies at the same time may have created both. If this plan deletes`,
        `one of them, apply it. If no other resource manages policy ${finding.twin.id}, delete that policy`,
        `(\`DELETE /accounts/${accountId}/alerting/v3/policies/${finding.twin.id}\`). Otherwise change the name of one of them, or remove one of`,
        'the resources.',
      );
    case 'pools.created_twice':
      return text(
        undefined,
        'Policy created twice',
        `The account has policy ${finding.second} with the same settings as policy ${finding.created}, which this apply created. A`,
        'request without a reply had an effect only after it was repeated, unless another client has created that policy. Both notify',
        `of every change. Delete policy ${finding.second}.`,
      );
    case 'pools.name_taken':
      return text(
        'name',
        'Policies of the same name',
        `Account ${accountId} also has the policy "${name}" (${finding.twin.id}). If this apply replaces it, Terraform deletes it next.`,
        'Otherwise it has appeared since the plan, and both send notifications: delete one of them, or manage the other one with',
        `\`terraform import edge_pool_notification_policy.<name> ${accountId}/${finding.twin.id}\`.`,
      );
    default:
      return finding satisfies never;
  }
}

/** With the recipients that are lost and that gain pools, if there are any. */
export function textOfClearing(
  clear: FindingOf<'pools.will_clear'>,
  lost?: FindingOf<'pools.recipients_lost'>,
  gained?: FindingOf<'pools.new_recipients'>,
): FindingText {
  const rows = [
    ...(lost?.addresses ?? []).map((each) => ({ ...each, by: 'nobody' })),
    ...clear.elsewhere.map((each) => ({ ...each, by: 'other policies' })),
    ...clear.replaced.map((each) => ({ ...each, by: 'this policy' })),
  ];
  const headlines = [
    `${plural(clear.pools, 'legacy e-mail')} will be cleared`,
    ...(lost === undefined ? [] : [`recipients of ${plural(lost.pools, 'pool')} are lost`]),
    ...(gained === undefined ? [] : [headlineOf(gained)]),
  ];
  return text(
    'clear_legacy_email',
    headlines.join(', '),
    `When the policy is stored and read back, ${plural(clear.calls, 'call')} will clear the e-mails.\n${recipientTable(rows, gained)}` +
      'Clearing is irreversible. `edge-platform pools audit --all` shows all pools.',
    gained !== undefined && perRecipients,
  );
}

function headlineOf({ addresses }: FindingOf<'pools.new_recipients'>): string {
  return `${plural(addresses.length, 'carried-over recipient')} will be notified of more pools`;
}

/** Old recipients, their number of pools, who notifies them afterwards, and the number of pools that are new to them. */
function recipientTable(
  rows: readonly (AddressCount & { readonly by: string })[],
  gained: FindingOf<'pools.new_recipients'> | undefined,
): string {
  if (gained === undefined)
    return tableOf(
      ['LEGACY RECIPIENT', 'POOLS', 'NOTIFIED BY'],
      rows.map(({ address, pools, by }) => [address, String(pools), by]),
    );
  const added = gained.addresses.map(({ address, before, pools }) => [
    address,
    String(before),
    'this policy',
    String(pools),
  ]);
  const known = new Set(gained.addresses.map(({ address }) => address));
  const others = rows.filter(({ address, by }) => by !== 'this policy' || !known.has(address));
  const all = [...added, ...others.map(({ address, pools, by }) => [address, String(pools), by, ''])];
  // Where not all fit, the hint below takes the line of one.
  const most = all.length > fewRows + 1 ? fewRows - 1 : fewRows;
  return tableOf(['LEGACY RECIPIENT', 'POOLS', 'NOTIFIED BY', 'NEW POOLS'], all, most);
}

const perRecipients = 'To keep recipients apart, use `PoolNotificationPolicy.perRecipients`.';

function describeUnprotected({ pools, change, carried }: FindingOf<'pools.unprotected'>): FindingText {
  const count = plural(pools.length, 'pool');
  if (change === 'deleted')
    return text(
      undefined,
      `${count} without notifications`,
      `The policy is deleted, and nobody is notified about the health of ${listNames(pools)}. Unless this apply creates it again,`,
      'cover them by another policy.',
      keepRecipients(carried),
    );
  return text(
    undefined,
    `${count} will be without notifications`,
    `${capitalize(describeChange(change))}, nobody is notified about the health of ${listNames(pools)}: no other policy covers them, and their`,
    'legacy e-mails do not either. Cover them by another policy first.',
    change === 'delete' && movedHint,
    keepRecipients(carried),
  );
}

function describeChange(change: FindingOf<'pools.unprotected'>['change']): string {
  if (change === 'deleted') return 'since the policy was deleted';
  const how = { delete: 'is deleted', disable: 'is disabled', narrow: 'covers less' }[change];
  return `when this policy ${how}`;
}

function describeUnknownParts({ filters, mechanisms }: FindingOf<'pools.unknown_parts'>): FindingText {
  return text(
    undefined,
    `Unknown ${[filters.length > 0 ? 'filters' : '', mechanisms.length > 0 ? 'recipients' : '']
      .filter((each) => each !== '')
      .join(' and ')}`,
    filters.length > 0 &&
      `The stored policy has the filter ${listNames(filters.map(describePart))}, which this provider does not know and which may ` +
        'exclude any event. So the policy counts as one that covers no pool, and nothing is cleared relying on it, until the filter ' +
        'is removed, for example in the dashboard.',
    mechanisms.length > 0 &&
      `The stored policy has recipients of a kind that this provider does not know: ${listNames(mechanisms.map(describePart))}. They ` +
        'stay, and count as nobody.',
  );
}

const movedHint =
  'If only its construct or address was renamed, add a `moved` block (`resource.moveFromId`): then nothing is deleted.';

/** Ready to be pasted into the code. */
function keepRecipients(carried: readonly string[]): string {
  if (carried.length === 0) return '';
  const list = carried.map((address) => `'${address}'`).join(', ');
  return `The carried-over recipients are recorded nowhere else. To keep them, set emailAddresses: [${list}].`;
}

function describeTwin(
  accountId: string,
  {
    twin,
  }: FindingOf<
    | 'pools.policy_exists'
    | 'pools.managed_elsewhere'
    | 'pools.has_twin'
    | 'pools.policy_adopted'
    | 'pools.policy_leaving'
  >,
): string {
  return `Account ${accountId} has the policy "${twin.name}" (${twin.id}) with the same name and alert type.`;
}

const renamed =
  'If you renamed a construct or an address, keep its policy with `resource.moveFromId` (a `moved` block in HCL).';

const alone =
  'With this driver a policy counts on no other one: nobody knows what the same apply makes of it.';

/** Rows of a table: few in a plan that shows the resource too, more in an error. */
const fewRows = 3;
const manyRows = 30;

/** Terraform does not wrap lines that begin with a space. */
function tableOf(headings: readonly string[], rows: readonly (readonly string[])[], most = fewRows): string {
  if (rows.length === 0) return '';
  // A line for one more row would be no shorter than the row.
  const isWhole = rows.length <= most + 1;
  const shown = [headings, ...(isWhole ? rows : rows.slice(0, most))];
  const widths = headings.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  const lines = shown.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  if (!isWhole) lines.push(`and ${rows.length - most} more`);
  return lines.map((line) => `  ${line.trimEnd()}\n`).join('');
}

function countTable(addresses: readonly AddressCount[]): string {
  const rows = addresses.map(({ address, pools }) => [address, String(pools)]);
  return tableOf(['LEGACY RECIPIENT', 'POOLS'], rows);
}

function listEvents({ events }: FindingOf<'pools.not_covered' | 'pools.events_lost'>): string {
  return events.map(describeEvent).join(', ');
}
