import { plural } from '../../../ground/words';
import { Names, Section, Table } from '../../html/parts';
import { needsAttention, type PoolsAudit } from '../audit';
import { gapOf, groupPools } from '../audit-groups';
import { nameOf } from '../text';
import { PoolNames } from './losing';
import { addressesOf, unnotifiedOf } from './cells';

/** The groups of the text report, whole: those with a gap first. */
export function NotMigrated({ audit }: { readonly audit: PoolsAudit }) {
  const pending = audit.pools.filter(needsAttention);
  const groups = groupPools(pending);
  return (
    <Section id="not-migrated" title="Pools that are not migrated">
      {groups.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table
          caption={`${plural(pending.length, 'pool')}, those with the same recipients and policies together`}
          headings={['Legacy e-mail', 'Pools', 'Covered by', 'Not covered', 'Not notified']}
          rows={groups.map(({ first, pools }) => [
            <Names names={addressesOf(first)} />,
            <PoolNames names={pools.map(nameOf)} />,
            <Names names={first.covered_by.map(nameOf)} />,
            gapOf(first),
            <Names names={unnotifiedOf(first)} />,
          ])}
        />
      )}
    </Section>
  );
}
