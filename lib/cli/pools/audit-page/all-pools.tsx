import { plural } from '../../../ground/words';
import { Id, Name, Names, Section, Table } from '../../html/parts';
import { needsAttention, type PoolsAudit } from '../audit';
import { gapOf } from '../audit-groups';
import { nameOf } from '../text';
import { addressesOf, unnotifiedOf } from './cells';

/** The appendix: a row for each pool. It is open, because a closed one would not be printed everywhere. */
export function AllPools({ audit: { pools } }: { readonly audit: PoolsAudit }) {
  return (
    <Section id="all-pools" title="All pools">
      <details open>
        <summary>{plural(pools.length, 'pool')}</summary>
        <Table
          caption="Each pool, by name"
          headings={[
            'Pool',
            'ID',
            'Legacy e-mail',
            'Covered by',
            'Not covered',
            'Not notified',
            'Needs attention',
          ]}
          rows={pools.map((pool) => [
            <Name text={nameOf(pool)} />,
            <Id id={pool.id} />,
            <Names names={addressesOf(pool)} />,
            <Names names={pool.covered_by.map(nameOf)} />,
            gapOf(pool),
            <Names names={unnotifiedOf(pool)} />,
            needsAttention(pool) ? (pool.can_be_cleared ? 'yes: can be cleared' : 'yes') : 'no',
          ])}
        />
      </details>
    </Section>
  );
}
