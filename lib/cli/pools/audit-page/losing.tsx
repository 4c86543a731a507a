import { plural } from '../../../ground/words';
import { describeEvent, recipientKey } from '../../../pools';
import { Name, Names, Section, Table } from '../../html/parts';
import type { AuditedPool, PoolsAudit } from '../audit';
import { listAll, nameOf } from '../text';

/** Who misses notifications when the legacy e-mails are cleared, and the pools that notify nobody. */
export function Losing({ audit: { pools } }: { readonly audit: PoolsAudit }) {
  const losses = lossesByAddress(pools);
  const silent = pools.filter((pool) => pool.legacy_email === '' && pool.covered_by.length === 0);
  return (
    <Section id="losing" title="Who would lose notifications">
      {losses.length === 0 ? (
        <p>No address: policies notify every address of a legacy e-mail of all its events.</p>
      ) : (
        <Table
          caption="Addresses of legacy e-mails, and the events of which no policy notifies them"
          headings={['Address', 'Events', 'Pools']}
          rows={losses.map(({ address, events, pools: names }) => [
            <Name text={address} />,
            events,
            <PoolNames names={names} />,
          ])}
        />
      )}
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
export function PoolNames({ names }: { readonly names: readonly string[] }) {
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
