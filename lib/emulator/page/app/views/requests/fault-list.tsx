import { formatNumber } from '../../../../../ground/words';
import type { FaultRow } from '../../../model/requests';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { Badge } from '../../components/badge';
import { Table, type Column } from '../../components/table';
import { describeCalls, describeEffect } from './fault-text';
import { labelOfFault } from './fault-order';

/** The faults in the order in which they apply, each with what it has hit. */
export function FaultList({ faults }: { readonly faults: readonly FaultRow[] }) {
  if (faults.length === 0) return <p class="muted">No faults.</p>;
  return (
    <>
      <Table
        class="faults"
        caption="Faults; the first one that hits a call applies"
        columns={columns}
        rows={faults}
        keyOf={({ id }) => id}
      />
      <div class="row actions">
        <button
          type="button"
          class="danger"
          onClick={() => void act('All faults are removed.', () => control('DELETE', '/faults'))}
        >
          Remove all faults
        </button>
      </div>
    </>
  );
}

const columns: readonly Column<FaultRow>[] = [
  {
    name: 'Fault',
    isHeading: true,
    cell: (fault) => (
      <>
        {labelOfFault(fault.kind)}{' '}
        {fault.times !== null && fault.hits >= fault.times ? (
          <Badge>Used up</Badge>
        ) : (
          <Badge tone="warning">Active</Badge>
        )}
        <div class="muted small">{describeEffect(fault)}</div>
      </>
    ),
  },
  { name: 'Calls', cell: describeCalls },
  {
    name: 'Hits',
    isNumber: true,
    cell: ({ hits, times }) =>
      times === null ? formatNumber(hits) : `${formatNumber(hits)} of ${formatNumber(times)}`,
  },
  {
    name: '',
    heading: <span class="hidden">Actions</span>,
    cell: (fault) => (
      <button
        type="button"
        aria-label={`Remove the fault ${labelOfFault(fault.kind)}: ${describeCalls(fault)}`}
        onClick={() => void act('The fault is removed.', () => control('DELETE', `/faults/${fault.id}`))}
      >
        Remove
      </button>
    ),
  },
];
