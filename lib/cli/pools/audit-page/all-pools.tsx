import { Name, Names, Section, Table } from '../../html/parts';
import { needsAttention, type AuditedPool, type PoolsAudit } from '../audit';
import { gapOf } from '../audit-groups';
import { formatCount, nameOf, none } from '../text';
import { addressesOf, unnotifiedOf } from './cells';

/** The appendix: a row for each pool. It is open, because a closed one would not be printed everywhere. */
export function AllPools({ audit: { pools } }: { readonly audit: PoolsAudit }) {
  return (
    <Section id="all-pools" title="All pools">
      <details open>
        <summary>{formatCount(pools.length, 'pool')}</summary>
        <Table
          caption="Each pool by name, with its ID"
          headings={['Pool', 'Legacy e-mail', 'Covered by', 'Not covered', 'Not notified', 'Needs attention']}
          rows={pools.map((pool) => [
            <PoolName pool={pool} />,
            <Names names={addressesOf(pool)} empty={none} />,
            <Names names={pool.covered_by.map(nameOf)} empty={none} />,
            gapOf(pool),
            <Names names={unnotifiedOf(pool)} empty={none} />,
            needsAttention(pool) ? (pool.can_be_cleared ? 'yes: can be cleared' : 'yes') : 'no',
          ])}
        />
      </details>
    </Section>
  );
}

function PoolName({ pool }: { readonly pool: AuditedPool }) {
  return (
    <>
      <Name text={nameOf(pool)} />
      {pool.name === '' ? null : <div class="id">{pool.id}</div>}
    </>
  );
}
