import { plural } from '../../ground/words';
import { describeEvent, recipientKey } from '../../pools';
import type { PageSource } from '../html/page-file';
import { Facts, Id, List, Name, Names, Notice, Section, Table, Time } from '../html/parts';
import { renderPage } from '../html/render';
import { needsAttention, type PoolsAudit } from './audit';
import { gapOf, groupPools } from './audit-groups';
import type { AuditedPool, AuditSummary } from './survey/file';
import { formatSummary, listAll, nameOf } from './text';

interface AuditPage {
  readonly audit: PoolsAudit;
  /** Destinations in words, by the id of the policy. */
  readonly recipients: ReadonlyMap<string, readonly string[]>;
}

/** Who is notified about the pools of an account, and who would no longer be, as a page for a change request. */
export function renderAudit({ audit, recipients, baseUrl, readAt }: AuditPage & PageSource): string {
  const { account_id: id, account_name: name, summary, pools } = audit;
  return renderPage({
    title: `Pool notifications of ${name === '' ? id : name}`,
    command: 'edge-platform pools audit',
    readAt,
    orientation: 'landscape',
    children: (
      <>
        <Notice tone={summary.complete ? 'good' : 'warning'} texts={formatSummary(summary)} />
        <dl class="figures">
          {Object.entries(labels).map(([key, label]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{summary[key as keyof typeof labels]}</dd>
            </div>
          ))}
        </dl>
        <Facts
          facts={[
            ['Account ID', <Id id={id} />],
            ['API', baseUrl],
            ['Read at', <Time at={readAt} />],
          ]}
        />
        <Losing pools={pools} />
        <NotMigrated pools={pools.filter(needsAttention)} />
        <Policies audit={audit} recipients={recipients} />
        <AllPools pools={pools} />
      </>
    ),
  });
}

const labels: Readonly<Record<Exclude<keyof AuditSummary, 'complete'>, string>> = {
  pools: 'pools',
  legacy: 'with a legacy e-mail',
  clearable: 'covered, can be cleared',
  uncovered: 'not covered',
  losing_recipients: 'covered, with addresses that are not notified',
  unnotified_recipients: 'addresses that are not notified',
  unwatched: 'without notifications',
};

interface Pools {
  readonly pools: readonly AuditedPool[];
}

/** Who misses notifications when the legacy e-mails are cleared, and the pools that notify nobody. */
function Losing({ pools }: Pools) {
  const silent = pools.filter((pool) => pool.legacy_email === '' && pool.covered_by.length === 0);
  return (
    <Section id="losing" title="Who would lose notifications">
      <Table
        caption="Addresses of legacy e-mails, and the events of which no policy notifies them"
        headings={['Address', 'Events', 'Pools']}
        rows={lossesByAddress(pools).map(({ address, events, pools: names }) => [
          <Name text={address} />,
          events,
          <PoolNames names={names} />,
        ])}
        none="No address: policies notify every address of a legacy e-mail of all its events."
      />
      {silent.length === 0 ? null : (
        <>
          <h3>{plural(silent.length, 'pool')} without notifications</h3>
          <p>Neither a legacy e-mail nor a policy: no notification is sent when they fail.</p>
          <Names names={silent.map(nameOf)} />
        </>
      )}
    </Section>
  );
}

interface AddressLoss {
  readonly address: string;
  readonly events: string;
  readonly pools: string[];
}

/** One for each address and set of events, those with the most pools first. */
function lossesByAddress(pools: readonly AuditedPool[]): readonly AddressLoss[] {
  const losses = new Map<string, AddressLoss>();
  for (const pool of pools)
    for (const { address, events } of pool.unnotified) {
      const missed = events.length === 4 ? 'all events' : listAll(events.map(describeEvent));
      const key = JSON.stringify([recipientKey(address), missed]);
      const loss = losses.get(key) ?? { address, events: missed, pools: [] };
      loss.pools.push(nameOf(pool));
      losses.set(key, loss);
    }
  return [...losses.values()].sort((a, b) => b.pools.length - a.pools.length);
}

const mostNames = 10;

/** Every pool has a row in the table of all pools, so a long list is cut here. */
function PoolNames({ names }: { readonly names: readonly string[] }) {
  const left = names.length - mostNames;
  if (left <= 0) return <Names names={names} />;
  return (
    <>
      <strong>{plural(names.length, 'pool')}:</strong>
      <Names names={names.slice(0, mostNames)} />
      and {left} more, in <a href="#all-pools">all pools</a>
    </>
  );
}

/** The groups of the text report, whole: those with a gap first. */
function NotMigrated({ pools: pending }: Pools) {
  return (
    <Section id="not-migrated" title="Pools that are not migrated">
      <Table
        caption={`${plural(pending.length, 'pool')}, those with the same recipients and policies together`}
        headings={['Legacy e-mail', 'Pools', ...coverageHeadings]}
        rows={groupPools(pending).map(({ first, pools }) => [
          <Names names={addressesOf(first)} />,
          <PoolNames names={pools.map(nameOf)} />,
          ...coverageOf(first),
        ])}
        none="None."
      />
    </Section>
  );
}

/** The policies that cover pools with their recipients, and those that cover nothing with the reason. */
function Policies({ audit, recipients }: AuditPage) {
  const { policies, disregarded_policies: disregarded, pools } = audit;
  const countCovered = (id: string) =>
    pools.filter(({ covered_by: covering }) => covering.some((each) => each.id === id)).length;
  return (
    <Section id="policies" title="Who is notified by policies">
      <Table
        caption="Pool health policies with their recipients"
        headings={['Policy', 'Recipients', 'Pools covered']}
        rows={policies.map((policy) => [
          <Name text={nameOf(policy)} />,
          <Names names={[...policy.email_addresses, ...(recipients.get(policy.id) ?? [])]} />,
          String(countCovered(policy.id)),
        ])}
        none="No policy covers pools."
      />
      {disregarded.length === 0 ? null : (
        <>
          <h3>Policies that cover nothing</h3>
          <List
            texts={disregarded.map(
              (policy) => `The policy ${nameOf(policy)} covers nothing: ${policy.reason}.`,
            )}
          />
        </>
      )}
    </Section>
  );
}

/** The appendix: a row for each pool. It is open, because a closed one would not be printed everywhere. */
function AllPools({ pools }: Pools) {
  return (
    <Section id="all-pools" title="All pools">
      <details open>
        <summary>{plural(pools.length, 'pool')}</summary>
        <Table
          caption="Each pool, by name"
          headings={['Pool', 'ID', 'Legacy e-mail', ...coverageHeadings, 'Needs attention']}
          rows={pools.map((pool) => [
            <Name text={nameOf(pool)} />,
            <Id id={pool.id} />,
            <Names names={addressesOf(pool)} />,
            ...coverageOf(pool),
            needsAttention(pool) ? (pool.can_be_cleared ? 'yes: can be cleared' : 'yes') : 'no',
          ])}
        />
      </details>
    </Section>
  );
}

const coverageHeadings = ['Covered by', 'Not covered', 'Not notified'];

function coverageOf(pool: AuditedPool) {
  const { covered_by: policies, unnotified, recipients } = pool;
  const areAll = unnotified.length > 1 && unnotified.length === recipients.length;
  return [
    <Names names={policies.map(nameOf)} />,
    gapOf(pool),
    <Names names={areAll ? ['all'] : unnotified.map(({ address }) => address)} />,
  ];
}

/** The addresses of the legacy e-mail. One of blanks has none, and is still set. */
function addressesOf({ legacy_email: email, recipients }: AuditedPool): readonly string[] {
  return email !== '' && recipients.length === 0 ? [JSON.stringify(email)] : recipients;
}
