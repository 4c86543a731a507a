import { capitalize, plural } from '../../../../../ground/words';
import { Badge, type Tone } from '../../components/content';
import { SelectField } from '../../components/field';
import { ListPage, useList } from '../../components/list-page';
import { Table, type Column } from '../../components/table';
import type { ZoneItem, ZoneList, ZoneStage } from '../../../model/zones';
import { useEffect } from 'preact/hooks';
import type { ViewState } from '../../use-view';

/** All zones, with what is to be done about them. */
export function ZoneListPage() {
  const list = useList<ZoneList, { readonly state: string }>('/zones', { state: '' });
  useRefreshAfter(list.view);
  return (
    <ListPage
      head={<h1>Zones</h1>}
      list={list}
      what="zones"
      search="Search by name, ID, plan or account"
      filters={({ states }) => (
        <SelectField
          label="Migration state"
          value={list.choice.state}
          choices={[
            ['', 'All states'],
            ...states.map(({ stage, words, count }) => [stage, `${words} (${count})`] as const),
          ]}
          onChoose={(state) => list.choose({ state })}
        />
      )}
    >
      {(data, pager) => (
        <>
          <Counts list={data} />
          {pager}
          <div class="scroll">
            <Table
              caption="Zones"
              columns={columns}
              rows={data.items}
              keyOf={({ id }) => id}
              empty="No zone matches."
            />
          </div>
        </>
      )}
    </ListPage>
  );
}

const columns: readonly Column<ZoneItem>[] = [
  {
    name: 'Zone',
    isHeading: true,
    cell: ({ id, name }) => (
      <>
        <a href={`#/zones/${id}`}>{name}</a>
        <div class="mono small muted">{id}</div>
      </>
    ),
  },
  { name: 'Plan', class: 'whole', cell: ({ plan }) => capitalize(plan) },
  { name: 'Account', cell: ({ account }) => account },
  { name: 'Migration state', cell: ({ stage, state }) => <Badge tone={stageTones[stage]}>{state}</Badge> },
  { name: 'Eligible', cell: eligibilityOf },
  { name: 'Next step', cell: nextStepOf },
];

function Counts({ list: { states } }: { readonly list: ZoneList }) {
  return (
    <ul class="plain-list row head" aria-label="Zones by migration state">
      {states.map(({ stage, words, count }) => (
        <li key={stage}>
          <b>{count}</b> {words}
        </li>
      ))}
    </ul>
  );
}

function eligibilityOf({ isEligible, obstacles, stage }: ZoneItem): string {
  if (isEligible === undefined) return stage === 'default' ? 'Nothing to migrate' : 'Update deployed';
  if (isEligible) return 'Yes';
  return `No, ${plural(obstacles, 'obstacle')}`;
}

function nextStepOf({ stage, isEligible, hasBanner }: ZoneItem): string {
  if (isEligible === false) return 'Remove the obstacles';
  if (hasBanner) return 'Update available';
  if (stage === 'validation') return 'Review events, then finish';
  return stage === 'cutover' ? 'Wait for the cutover' : 'None';
}

export const stageTones: Readonly<Record<ZoneStage, Tone>> = {
  default: 'neutral',
  start: 'neutral',
  validation: 'warning',
  cutover: 'busy',
  complete: 'good',
};

/** Reads a view again when a cutover ends, which makes no event. The clock of the emulator may stand still, so more than once. */
export function useRefreshAfter({ data, refresh }: ViewState<{ readonly nextChangeMs?: number }>): void {
  useEffect(() => {
    if (data?.nextChangeMs === undefined) return;
    const timer = setTimeout(refresh, Math.min(Math.max(data.nextChangeMs + 20, 250), longestMs));
    return () => clearTimeout(timer);
  }, [data]);
}

const longestMs = 60_000;
