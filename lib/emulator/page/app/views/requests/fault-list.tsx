import { formatNumber } from '../../../../../ground/words';
import type { FaultRow } from '../../../model/requests';
import { control } from '../../api';
import { act } from '../../components/announcer';
import { Badge } from '../../components/badge';
import { describeCalls, describeEffect } from './fault-text';
import { labelOfFault } from './fault-order';

/** The faults in the order in which they apply, each with what it has hit. */
export function FaultList({ faults }: { readonly faults: readonly FaultRow[] }) {
  if (faults.length === 0) return <p class="muted">No faults.</p>;
  return (
    <>
      <table class="faults">
        <caption class="hidden">Faults; the first one that hits a call applies</caption>
        <thead>
          <tr>
            <th scope="col">Fault</th>
            <th scope="col">Calls</th>
            <th scope="col" class="number">
              Hits
            </th>
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <FaultListRow key={fault.id} fault={fault} />
          ))}
        </tbody>
      </table>
      <div class="actions">
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

function FaultListRow({ fault }: { readonly fault: FaultRow }) {
  const { id, kind, hits, times } = fault;
  const label = labelOfFault(kind);
  const calls = describeCalls(fault);
  const isUsedUp = times !== null && hits >= times;
  return (
    <tr>
      <th scope="row">
        {label} {isUsedUp ? <Badge>Used up</Badge> : <Badge tone="warning">Active</Badge>}
        <div class="muted hint">{describeEffect(fault)}</div>
      </th>
      <td data-label="Calls">{calls}</td>
      <td data-label="Hits" class="number">
        {times === null ? formatNumber(hits) : `${formatNumber(hits)} of ${formatNumber(times)}`}
      </td>
      <td data-label="">
        <button
          type="button"
          aria-label={`Remove the fault ${label}: ${calls}`}
          onClick={() => void act('The fault is removed.', () => control('DELETE', `/faults/${id}`))}
        >
          Remove
        </button>
      </td>
    </tr>
  );
}
