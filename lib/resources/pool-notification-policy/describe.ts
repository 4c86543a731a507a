import { describeEvent, type AddressCount, type FindingOf, type PoolFinding } from '../../pools';
import type { Diagnostic } from '../../schema';
import { poolNotificationPolicyContract, type PoolNotificationPolicyAttributes } from './contract';

/** The policy that findings are about. */
export interface PolicyName {
  readonly account_id: string;
  readonly name: string;
}

/**
 * A finding as a diagnostic. Its headline names the policy, because Terraform merges warnings with equal headlines. Lists are
 * shortened: `edge-platform pools audit --all` shows every pool.
 */
export function describe(policy: PolicyName, finding: PoolFinding): Diagnostic {
  const { at, headline, detail } = textOf(finding, policy);
  return {
    severity: finding.severity,
    summary: `Policy "${policy.name}" of account ${policy.account_id}: ${headline}`,
    detail,
    path: at === undefined ? [] : [at],
  };
}

/** `a, b and 7 more`. */
export function listNames(names: readonly string[], most = 10): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

interface Text {
  readonly at?: keyof PoolNotificationPolicyAttributes;
  readonly headline: string;
  readonly detail: string;
}

function textOf(finding: PoolFinding, { account_id: accountId, name }: PolicyName): Text {
  switch (finding.code) {
    case 'pools.will_clear':
      return {
        at: 'clear_legacy_email',
        headline: `${countOf(finding.pools, 'legacy e-mail')} will be cleared`,
        detail:
          `When the policy is stored and read back, the apply clears the legacy notification e-mails of ` +
          `${countOf(finding.pools, 'pool')} in ${countOf(finding.calls, 'call')}, and checks the policies in between.\n` +
          tableOf(
            ['LEGACY RECIPIENT', 'POOLS', 'NOTIFIED BY'],
            [
              ...finding.elsewhere.map((each) => rowOf(each, 'other policies')),
              ...finding.replaced.map((each) => rowOf(each, 'this policy')),
            ],
          ) +
          '`cleared_legacy_emails` records the addresses; clearing is irreversible. For every pool, run ' +
          `\`edge-platform pools audit --account ${accountId} --all\`. To keep the e-mails, set \`clear_legacy_email\` ` +
          '(`clearLegacyEmail`) to "none".',
      };
    case 'pools.recipients_lost':
      return {
        at: 'clear_legacy_email',
        headline:
          finding.severity === 'error'
            ? `Recipients of ${countOf(finding.pools, 'pool')} would be lost`
            : `Recipients of ${countOf(finding.pools, 'pool')} are lost`,
        detail:
          `If the legacy e-mails are cleared, no policy notifies these recipients of their pools any more:\n` +
          tableOf(
            ['LEGACY RECIPIENT', 'POOLS'],
            finding.addresses.map((each) => rowOf(each)),
          ) +
          (finding.severity === 'error'
            ? 'Set `carry_over_recipients` (`carryOverRecipients`) to true, add them to `email_addresses` (`emailAddresses`), ' +
              'or cover the pools by another policy with these recipients first. To give them up, set ' +
              '`accept_lost_recipients` (`acceptLostRecipients`) to true.'
            : '`accept_lost_recipients` (`acceptLostRecipients`) accepts that.'),
      };
    case 'pools.recipients_not_carried':
      return {
        at: 'carry_over_recipients',
        headline: `${countOf(finding.pools.length, 'legacy e-mail')} will not be cleared`,
        detail:
          `The pools ${listNames(finding.pools)} keep their legacy e-mails, because no policy notifies these recipients of ` +
          `them:\n${tableOf(
            ['LEGACY RECIPIENT', 'POOLS'],
            finding.addresses.map((each) => rowOf(each)),
          )}` +
          'Cover the pools by this policy, or by another one with these recipients.',
      };
    case 'pools.not_covered':
      return {
        at: 'clear_legacy_email',
        headline: `${countOf(finding.pools.length, 'legacy e-mail')} will not be cleared`,
        detail:
          `The policy does not cover ${listNames(finding.pools)}: ` +
          (finding.fault ??
            `the legacy e-mails also report ${finding.events.map(describeEvent).join(', ')}, which \`new_health\` ` +
              '(`newHealth`) and `event_sources` (`eventSources`) leave out') +
          '. The migration of the account is complete when no pool has a legacy e-mail.',
      };
    case 'pools.in_no_policy':
      return {
        at: 'clear_legacy_email',
        headline: `${countOf(finding.pools.length, 'legacy e-mail')} will not be cleared`,
        detail:
          `No policy of the account covers ${listNames(finding.pools)}, so clearing their legacy e-mails would leave them ` +
          'without notifications, although `clear_legacy_email` (`clearLegacyEmail`) is "all". Add the pools to `pool_ids` ' +
          '(`poolIds`) of this policy or of another one; if the same apply creates the other one, make this one depend on it.',
      };
    case 'pools.clearing_incomplete':
      return {
        at: 'clear_legacy_email',
        headline: 'Legacy e-mails not cleared yet',
        detail: `The policy exists, but clearing the legacy e-mails failed: ${finding.reason} Apply again to continue.`,
      };
    case 'pools.still_set':
      return {
        at: 'clear_legacy_email',
        headline: `${countOf(finding.pools.length, 'legacy e-mail')} still set`,
        detail:
          `The API accepted the calls to clear the legacy e-mails of ${listNames(finding.pools)}, and still returns them. ` +
          'The policy covers these pools. Apply again; if the e-mails remain, clear them in the dashboard.',
      };
    case 'pools.coverage_lost':
      return {
        at: 'clear_legacy_email',
        headline: `Clearing stopped, ${countOf(finding.left.length, 'pool')} without notifications`,
        detail: describeCoverageLost(finding),
      };
    case 'pools.moved_into_page':
      return {
        at: 'clear_legacy_email',
        headline: `${countOf(finding.restored.length, 'legacy e-mail')} restored`,
        detail:
          `Pools were created or deleted during the clearing, which moved ${listNames(finding.restored)} into a cleared ` +
          'page. Their legacy e-mails were restored.',
      };
    case 'pools.appeared_in_page':
      return {
        at: 'clear_legacy_email',
        headline: `${countOf(finding.pools.length, 'pool')} changed during clearing`,
        detail:
          `${listNames(finding.pools)} appeared in a page just when it was cleared. If they had legacy e-mails by then, these ` +
          'were cleared too, and their addresses are not known. Set them again, or cover the pools by a policy.',
      };
    case 'pools.new_recipients':
      return {
        at: 'carry_over_recipients',
        headline: `${countOf(finding.addresses.length, 'carried-over recipient')} will be notified of more pools`,
        detail:
          `All recipients of a policy are notified of all of its ${countOf(finding.pools, 'pool')}:\n` +
          tableOf(
            ['RECIPIENT', 'POOLS SO FAR', 'NEW POOLS'],
            finding.addresses.map(({ address, before, pools }) => [address, String(before), String(pools)]),
          ) +
          'To notify each recipient of the same pools as before, use one policy per set of recipients: ' +
          '`PoolNotificationPolicy.perRecipients`.',
      };
    case 'pools.recipients_restored':
      return {
        at: 'carry_over_recipients',
        headline: 'Removed recipients will be restored',
        detail:
          `${listNames(finding.addresses)} were carried over from pools and removed from the policy out of band. The apply ` +
          'restores them. To remove them, set `carry_over_recipients` (`carryOverRecipients`) to false and list the ' +
          'remaining recipients in `email_addresses` (`emailAddresses`).',
      };
    case 'pools.invalid_addresses':
      return {
        at: 'carry_over_recipients',
        headline: 'Invalid legacy e-mail addresses',
        detail:
          `${listNames(
            Object.entries(finding.byPool).map(
              ([pool, addresses]) => `${addresses.map((each) => `"${each}"`).join(', ')} of ${pool}`,
            ),
          )}: not an e-mail address, so it cannot become a recipient, and these pools keep their legacy e-mails. Correct it ` +
          'in the pool: plain addresses, separated by commas.',
      };
    case 'pools.no_recipients':
      return {
        at: 'carry_over_recipients',
        headline: 'Policy has no recipients',
        detail:
          '`carry_over_recipients` (`carryOverRecipients`) is the only source of recipients, and none of the pools has a ' +
          'legacy e-mail to carry over. Set `email_addresses` (`emailAddresses`), `webhook_ids` (`webhookIds`) or ' +
          '`pagerduty_ids` (`pagerdutyIds`).',
      };
    case 'pools.unknown_pools':
      return { at: 'pool_ids', headline: 'Unknown pools', detail: describeMissingPools(finding.ids) };
    case 'pools.deleted_pools':
      return { at: 'pool_ids', headline: 'Pools no longer exist', detail: describeMissingPools(finding.ids) };
    case 'pools.no_pools':
      return {
        at: 'all_pools',
        headline: 'Account has no pools',
        detail:
          'The account has no pools, and the API accepts no policy without one. If this apply creates pools, make the policy ' +
          'depend on them (`dependsOn`). Otherwise create pools first, set `account_id` (`accountId`) to the account of the ' +
          'pools, or remove the policy.',
      };
    case 'pools.no_pools_left':
      return {
        at: 'all_pools',
        headline: 'Account has no pools left',
        detail:
          'The account has no pools, and the API accepts no policy without one. The policy keeps its former pools. Remove it ' +
          'if the account will have no pools.',
      };
    case 'pools.pools_changed':
      return {
        at: 'all_pools',
        headline: 'Pools of the account changed',
        detail: [
          finding.added.length === 0 ? [] : [`The policy will also cover ${listNames(finding.added)}.`],
          finding.removed.length === 0
            ? []
            : [`It will no longer list ${listNames(finding.removed)}, which no longer exist.`],
        ]
          .flat()
          .join(' '),
      };
    case 'pools.unknown_destinations': {
      const what = finding.kind === 'webhook_ids' ? 'webhook' : 'PagerDuty service';
      const known = finding.existing.length === 0 ? 'It has none' : `It has ${listNames(finding.existing)}`;
      return {
        at: finding.kind,
        headline: `Unknown ${what}`,
        detail: `The account has no ${what} ${listNames(finding.ids)}. ${known}. Create it first, then use its ID.`,
      };
    }
    case 'pools.failing_webhooks':
      return {
        at: 'webhook_ids',
        headline: 'Failing webhooks',
        detail:
          `The last delivery to webhook ${listNames(finding.ids)} failed, so it does not count as a working recipient. Fix ` +
          'its receiver; it counts again after the next successful delivery.',
      };
    case 'pools.unprotected':
      return describeUnprotected(finding);
    case 'pools.events_lost':
      return {
        headline: `${countOf(finding.pools.length, 'pool')} will lose notifications`,
        detail:
          `When this policy covers less, nobody is notified about the events ${finding.events.map(describeEvent).join(', ')} ` +
          `of ${listNames(finding.pools)}: no other policy covers that. Keep it in \`new_health\` (\`newHealth\`) and ` +
          '`event_sources` (`eventSources`), or cover it by another policy first.',
      };
    case 'pools.policy_gone':
      return {
        headline: 'Policy no longer exists',
        detail: [
          'It was deleted or changed to another alert type out of band.',
          ...(finding.pools.length === 0
            ? []
            : [`Nobody is notified about the health of ${listNames(finding.pools)} until it exists again.`]),
          ...keepRecipients(finding.carried),
          ...(Object.keys(finding.cleared).length === 0
            ? []
            : [
                'It replaced these cleared legacy e-mails; before the next apply, `terraform state show` lists all of them:\n' +
                  tableOf(['POOL', 'LEGACY E-MAIL'], Object.entries(finding.cleared)),
              ]),
        ].join(' '),
      };
    case 'pools.policy_exists':
      return {
        at: 'name',
        headline: 'Policy already exists',
        detail:
          `${describeTwin(accountId, finding.twin)} A second one would send each notification twice. An interrupted apply may ` +
          `have created it. To manage it, set \`on_existing\` (\`onExisting\`) to "adopt", or import it with the ID ` +
          `${accountId}/${finding.twin.id}. To keep both, change the name. ${renamed}`,
      };
    case 'pools.policy_adopted': {
      const fate = finding.carries
        ? 'they stay, because `carry_over_recipients` (`carryOverRecipients`) is true.'
        : 'they are removed. To keep them, add them to `email_addresses` (`emailAddresses`).';
      return {
        at: 'on_existing',
        headline: `Policy ${finding.twin.id} will be adopted`,
        detail:
          `${describeTwin(accountId, finding.twin)} The apply updates it to this configuration instead of creating another one, ` +
          'unless the same apply deletes it first.' +
          (finding.recipients.length === 0
            ? ''
            : ` It also notifies ${listNames(finding.recipients)}: ${fate}`),
      };
    }
    case 'pools.policy_leaving':
      return {
        at: 'name',
        headline: 'Policy of the same name will be deleted',
        detail:
          `${describeTwin(accountId, finding.twin)} This configuration manages it, and plans to delete or to replace it. If the ` +
          'apply deletes it before it creates the new one, its pools are without notifications in between. ' +
          (finding.recipients.length === 0
            ? ''
            : `It also notifies ${listNames(finding.recipients)}; the new policy includes them if the old one still exists ` +
              'during the apply. ') +
          `For a replacement, keep \`lifecycle.createBeforeDestroy\`. ${renamed}`,
      };
    case 'pools.managed_elsewhere':
      return {
        at: 'name',
        headline: 'Policy managed by another resource',
        detail:
          `${describeTwin(accountId, finding.twin)} Two resources of this configuration need it: one manages it, and the other ` +
          `one is new. Change the name of one of them, or remove one. ${renamed}`,
      };
    case 'pools.created_twice':
      return {
        headline: 'Policy created twice',
        detail:
          `The account has policy ${finding.second} with the same settings as policy ${finding.created}, which this apply ` +
          'created. A request without a reply had an effect only after it was repeated, unless another client has created ' +
          `that policy. Both notify of every change. Delete policy ${finding.second}.`,
      };
    case 'pools.name_taken':
      return {
        at: 'name',
        headline: 'Policies of the same name',
        detail:
          `Account ${accountId} also has the policy "${finding.twin.name}" (${finding.twin.id}) with other settings. If this ` +
          'apply replaces it, Terraform deletes it next. Otherwise both send notifications: delete one of them, or manage the ' +
          `other one with \`terraform import ${poolNotificationPolicyContract.typeName}.<name> ${accountId}/${finding.twin.id}\`.`,
      };
    case 'pools.policy_replaced':
      return {
        at: 'name',
        headline: 'Existing policy replaced',
        detail:
          `The policy "${name}" (${finding.twin.id}) matched the configuration. The new policy replaces it, and the old one is ` +
          'deleted to avoid duplicate notifications.',
      };
    case 'pools.replaced_exists':
      return {
        at: 'name',
        headline: 'Replaced policy still exists',
        detail:
          finding.reason === undefined
            ? `This policy replaced ${listNames(finding.ids)}, which could not be deleted at that time. The apply deletes it ` +
              'if this policy covers everything that it does.'
            : `This policy replaced ${listNames(finding.ids)}, which still exists and sends duplicate notifications: ${finding.reason}`,
      };
    default:
      return finding satisfies never;
  }
}

function describeCoverageLost(finding: FindingOf<'pools.coverage_lost'>): string {
  const { fault, restored, notRestored, left, kept } = finding;
  return [
    `The policies changed while the legacy e-mails were cleared, and no longer cover all of the cleared pools` +
      `${fault === undefined ? '' : `. This policy covers nothing: ${fault}`}.`,
    ...(restored.length === 0 ? [] : [`The legacy e-mails of ${listNames(restored)} were restored.`]),
    ...(notRestored.length === 0
      ? []
      : [
          `Those of ${listNames(notRestored)} could not be restored; \`cleared_legacy_emails\` records them.`,
        ]),
    ...(left.length === 0
      ? ['No pool of the policy is without notifications.']
      : [`Nobody is notified about the health of ${listNames(left, 50)}.`]),
    `${countOf(kept, 'legacy e-mail')} of the account remain. Find out who changed the policies, and apply again.`,
  ].join(' ');
}

function describeUnprotected({ pools, change, carried }: FindingOf<'pools.unprotected'>): Text {
  const count = countOf(pools.length, 'pool');
  if (change === 'deleted')
    return {
      headline: `${count} without notifications`,
      detail: [
        `The policy is deleted, and nobody is notified about the health of ${listNames(pools)}. Unless this apply creates it ` +
          'again, cover them by another policy.',
        ...keepRecipients(carried),
      ].join(' '),
    };
  const how = { delete: 'is deleted', disable: 'is disabled', narrow: 'covers less' }[change];
  return {
    headline: `${count} will be without notifications`,
    detail: [
      `When this policy ${how}, nobody is notified about the health of ${listNames(pools)}: no other policy covers them, and ` +
        'their legacy e-mails were cleared for good. Cover them by another policy first.',
      ...(change === 'delete'
        ? [
            'If only its construct or address was renamed, add a `moved` block (`resource.moveFromId`): then nothing is deleted.',
          ]
        : []),
      ...keepRecipients(carried),
    ].join(' '),
  };
}

/** Ready to be pasted into the code. */
function keepRecipients(carried: readonly string[]): string[] {
  if (carried.length === 0) return [];
  const list = carried.map((address) => `'${address}'`).join(', ');
  return [
    `The carried-over recipients are recorded nowhere else. To keep them, set emailAddresses: [${list}].`,
  ];
}

function describeMissingPools(ids: readonly string[]): string {
  return (
    `The account has no pool ${listNames(ids)}. Remove them from \`pool_ids\` (\`poolIds\`), or set \`account_id\` ` +
    '(`accountId`) to the account of the pools.'
  );
}

function describeTwin(
  accountId: string,
  { id, name }: { readonly id: string; readonly name: string },
): string {
  return `Account ${accountId} has the policy "${name}" (${id}) with the same name and alert type.`;
}

const renamed =
  'If you renamed a construct or an address, keep its policy with `resource.moveFromId` (a `moved` block in HCL).';

/** Rows of the longest table in a plan: the exceptions come first, and the number of the rest is given. */
const mostRows = 8;

/** Terraform does not wrap lines that begin with a space. */
function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const shown = [headings, ...rows.slice(0, mostRows)];
  const widths = headings.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  const lines = shown.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const rest = rows.length - mostRows;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])]
    .map((line) => `  ${line.trimEnd()}\n`)
    .join('');
}

function rowOf({ address, pools }: AddressCount, ...rest: readonly string[]): string[] {
  return [address, String(pools), ...rest];
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
