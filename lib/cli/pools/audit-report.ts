import { mapRecord } from '../../ground/record';
import { countEach, getOrAdd } from '../../ground/remember';
import { plural } from '../../ground/words';
import { describeEvent, healthEvents, recipientKey } from '../../pools';
import { describeOwner } from '../owners';
import { facts, list, prose, section, table, verdict } from '../report/blocks';
import type { Block, Cell, Columns, Table } from '../report/blocks';
import type { Page } from '../report/html';
import { isUnwatched, losesRecipients, needsAttention } from './audit';
import type { SurveyedAccount, SurveyedPool } from './survey/file';
import { describeSummary, nameOf } from './text';

export function reportAudit(audit: SurveyedAccount, all = false): readonly Block[] {
  const { account_id: id, account_name: name, pools, summary } = audit;
  const migrated = pools.filter((pool) => !needsAttention(pool)).length;
  // They explain why a pool is not covered, and are of no interest where every pool is.
  const hasGaps = summary.uncovered + summary.unwatched + summary.losing_recipients > 0;
  return [
    verdict(
      summary.complete ? 'good' : 'warning',
      name === '' ? '' : `Account ${describeOwner(id, name)}:`,
      ...describeSummary(summary),
    ),
    all ? table({ Pool: nameOf, ...coverage }, pools) : tableOfGroups(pools),
    ...(hasGaps ? [policiesWithoutEffect(audit)] : []),
    prose(
      all || summary.complete || migrated === 0
        ? ''
        : `${plural(migrated, 'pool needs', 'pools need')} no attention: see --all.`,
    ),
  ];
}

/** @param services - destinations in words, by the id of the policy */
export function pageOfAudit(audit: SurveyedAccount, services: ReadonlyMap<string, readonly string[]>): Page {
  const { account_id: id, account_name: name, summary, pools, policies } = audit;
  const covered = countEach(pools.flatMap((pool) => [...new Set(pool.covered_by.map((each) => each.id))]));
  return {
    title: `Pool notifications of ${nameOf({ id, name })}`,
    command: 'edge-platform pools audit',
    orientation: 'landscape',
    blocks: [
      verdict(summary.complete ? 'good' : 'warning', ...describeSummary(summary)),
      facts(
        ['pools', summary.pools],
        ['with a legacy e-mail', summary.legacy],
        ['covered, can be cleared', summary.clearable],
        ['not covered', summary.uncovered],
        ['covered, with addresses that are not notified', summary.losing_recipients],
        ['addresses that are not notified', summary.unnotified_recipients],
        ['without notifications', summary.unwatched],
      ),
      facts(['Account ID', id]),
      section(
        'Who would lose notifications',
        table(
          { Address: ({ address }) => address, Events: ({ events }) => events, Pools: ({ names }) => names },
          lossesByAddress(pools),
          {
            title: 'Addresses of legacy e-mails, and the events of which no policy notifies them',
            none: 'No address: policies notify every address of a legacy e-mail of all its events.',
          },
        ),
        list(pools.filter(isUnwatched).map(nameOf), {
          title: 'Pools without a legacy e-mail or a policy: no notification is sent when they fail',
        }),
      ),
      section('Pools that are not migrated', tableOfGroups(pools, true)),
      section(
        'Who is notified by policies',
        table(
          {
            Policy: nameOf,
            Recipients: (policy) =>
              [...policy.email_addresses, ...(services.get(policy.id) ?? [])].join(', '),
            'Pools covered': (policy) => covered.get(policy.id) ?? 0,
          },
          policies,
          { title: 'Pool health policies with their recipients', none: 'No policy covers pools.' },
        ),
        policiesWithoutEffect(audit),
      ),
      section(
        'All pools',
        table<SurveyedPool>(
          {
            ...{ Pool: nameOf, ID: (pool) => pool.id, ...coverage },
            'Needs attention': (pool) =>
              needsAttention(pool) ? (pool.can_be_cleared ? 'yes: can be cleared' : 'yes') : 'no',
          },
          pools,
          { title: plural(pools.length, 'pool'), unbroken: [1], isFoldable: true },
        ),
      ),
    ],
  };
}

const coverage: Columns<SurveyedPool> = {
  'Legacy e-mail': legacyCell,
  'Covered by': ({ covered_by: policies }) => policies.map(nameOf),
  'Not covered': gapOf,
  'Not notified': ({ recipients, unnotified }) =>
    unnotified.length > 0 && unnotified.length === recipients.length
      ? 'all'
      : unnotified.map(({ address }) => address),
};

/** A legacy e-mail of blanks has no recipients, and is still set. */
function legacyCell({ legacy_email: email, recipients }: SurveyedPool): Cell {
  return email !== '' && recipients.length === 0 ? JSON.stringify(email) : recipients;
}

/**
 * A row for all pools that are not migrated and have the same recipients, policies and gaps.
 *
 * @param namesAll - otherwise large groups have their size alone, unless their pools notify nobody
 */
function tableOfGroups(pools: readonly SurveyedPool[], namesAll = false): Table {
  const { 'Legacy e-mail': legacy = legacyCell, ...others } = coverage;
  const ofFirst =
    (read: (pool: SurveyedPool) => Cell) =>
    ({ first }: PoolGroup) =>
      read(first);
  return table<PoolGroup>(
    {
      'Legacy e-mail': ofFirst(legacy),
      Pools: ({ first, pools: grouped }) =>
        namesAll || grouped.length <= 3 || first.legacy_email === ''
          ? grouped.map(nameOf)
          : plural(grouped.length, 'pool'),
      ...mapRecord(others, ofFirst),
    },
    groupPools(pools.filter(needsAttention)),
    { most: 30, see: '--all or --csv' },
  );
}

/** Pools with the same recipients, policies and gaps. */
interface PoolGroup {
  readonly first: SurveyedPool;
  readonly pools: SurveyedPool[];
}

/** Those with a gap first, then the largest. */
function groupPools(pools: readonly SurveyedPool[]): PoolGroup[] {
  const groups = new Map<string, PoolGroup>();
  for (const pool of pools) {
    const { recipients, covered_by: policies, uncovered, unnotified } = pool;
    const addresses = recipients.map(recipientKey).sort();
    const missing = unnotified.map(({ address }) => recipientKey(address)).sort();
    const key = JSON.stringify([addresses, policies, uncovered, missing, gapOf(pool)]);
    getOrAdd(groups, key, () => ({ first: pool, pools: [] })).pools.push(pool);
  }
  // Whether clearing would lose an event or an address, or there is nothing to clear.
  const rank = ({ first }: PoolGroup) => (!first.can_be_cleared || losesRecipients(first) ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.pools.length - a.pools.length);
}

/** The events of a pool that no policy reports, in words; empty where there are none. */
function gapOf({ legacy_email: email, covered_by: policies, uncovered }: SurveyedPool): string {
  if (uncovered.length > 0) return describeEvents(uncovered);
  if (policies.length > 0) return '';
  return email === '' ? 'all events' : 'in no policy';
}

function describeEvents(events: SurveyedPool['uncovered']): string {
  return events.length === healthEvents.length ? 'all events' : events.map(describeEvent).join(', ');
}

function policiesWithoutEffect({ disregarded_policies: policies }: SurveyedAccount): Block {
  return list(
    policies.map((policy) => `The policy ${nameOf(policy)} covers nothing: ${policy.reason}.`),
    { most: 10 },
  );
}

interface AddressLoss {
  readonly address: string;
  readonly events: string;
  readonly names: string[];
}

/** Those with the most pools first. */
function lossesByAddress(pools: readonly SurveyedPool[]): readonly AddressLoss[] {
  const losses = new Map<string, AddressLoss>();
  for (const pool of pools)
    for (const { address, events } of pool.unnotified) {
      const missed = describeEvents(events);
      const key = JSON.stringify([recipientKey(address), missed]);
      getOrAdd(losses, key, () => ({ address, events: missed, names: [] })).names.push(nameOf(pool));
    }
  return [...losses.values()].sort((a, b) => b.names.length - a.names.length);
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** A pool as a row of CSV. */
export const columnsOfPools: Columns<SurveyedPool> = {
  pool_id: ({ id }) => id,
  pool_name: ({ name }) => name,
  needs_attention: (pool) => yesOrNo(needsAttention(pool)),
  legacy_email: ({ legacy_email: email }) => email,
  recipients: ({ recipients }) => recipients,
  covered_by: ({ covered_by: policies }) => policies.map(nameOf),
  not_covered: ({ uncovered }) => uncovered.map(describeEvent),
  not_notified: ({ unnotified }) => unnotified.map(({ address }) => address),
  can_be_cleared: (pool) => yesOrNo(pool.can_be_cleared),
};
