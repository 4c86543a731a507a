import type { RequestRow } from '../../../model/requests';
import { Time } from '../../components/time';
import { formatDuration, formatTarget } from './format';
import { labelOfFault } from './fault-order';
import { Outcome } from './outcome';

interface CallListProps {
  readonly calls: readonly RequestRow[];
  readonly selected: number | undefined;
  readonly onSelect: (id: number) => void;
  /** Called when the pointer is pressed in the list or the keyboard enters it, and when either leaves it. */
  readonly onHold: () => void;
  readonly onRelease: () => void;
}

/** The newest call first. */
export function CallList({ calls, selected, onSelect, onHold, onRelease }: CallListProps) {
  return (
    <table class="calls">
      <caption class="hidden">Calls of the API, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Request</th>
          <th scope="col">Status</th>
          <th scope="col" class="number">
            Duration
          </th>
          <th scope="col">Fault</th>
        </tr>
      </thead>
      <tbody
        onPointerDown={onHold}
        onPointerLeave={onRelease}
        onFocusIn={({ target }) => {
          if (target instanceof Element && target.matches(':focus-visible')) onHold();
        }}
        onFocusOut={(event) => {
          const next = event.relatedTarget;
          if (!(next instanceof Node && event.currentTarget.contains(next))) onRelease();
        }}
      >
        {calls.map((call) => (
          <tr
            key={call.id}
            class={call.id === selected ? 'selected' : ''}
            onClick={() => {
              onSelect(call.id);
            }}
          >
            <td data-label="Time">
              <Time at={call.startedAt} />
            </td>
            <th scope="row">
              <button
                type="button"
                class="target"
                id={`call-${call.id}`}
                aria-expanded={call.id === selected}
              >
                <span class="method">{call.method}</span> {formatTarget(call)}
              </button>
            </th>
            <td data-label="Status">
              <Outcome call={call} />
            </td>
            <td data-label="Duration" class="number">
              {call.durationMs === null ? '' : formatDuration(call.durationMs)}
            </td>
            <td data-label="Fault">{call.fault === null ? '' : labelOfFault(call.fault)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
