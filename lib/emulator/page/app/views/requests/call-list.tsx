import type { RequestRow } from '../../../model/requests';
import { Table, type Column } from '../../components/table';
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
    <Table
      class="calls"
      caption="Calls of the API, the newest first"
      columns={columnsFor(selected)}
      rows={calls}
      keyOf={({ id }) => id}
      body={{
        onPointerDown: onHold,
        onPointerLeave: onRelease,
        onFocusIn: ({ target }) => {
          if (target instanceof Element && target.matches(':focus-visible')) onHold();
        },
        onFocusOut: (event) => {
          const next = event.relatedTarget;
          if (!(next instanceof Node && event.currentTarget.contains(next))) onRelease();
        },
      }}
      rowProps={({ id }) => ({
        class: id === selected ? 'selected' : '',
        onClick: () => {
          onSelect(id);
        },
      })}
    />
  );
}

function columnsFor(selected: number | undefined): readonly Column<RequestRow>[] {
  return [
    { name: 'Time', cell: ({ startedAt }) => <Time at={startedAt} /> },
    {
      name: 'Request',
      isHeading: true,
      cell: (call) => (
        <button type="button" class="target" id={`call-${call.id}`} aria-expanded={call.id === selected}>
          <span class="method">{call.method}</span> {formatTarget(call)}
        </button>
      ),
    },
    { name: 'Status', cell: (call) => <Outcome call={call} /> },
    {
      name: 'Duration',
      isNumber: true,
      cell: ({ durationMs }) => (durationMs === null ? '' : formatDuration(durationMs)),
    },
    { name: 'Fault', cell: ({ fault }) => (fault === null ? '' : labelOfFault(fault)) },
  ];
}
