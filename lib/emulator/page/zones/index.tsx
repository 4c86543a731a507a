import { capitalize, plural } from '../../../ground/words';
import { toMigrationConfiguration } from '../../../waf';
import { refuse } from '../../http/errors';
import type { Product } from '../../product';
import { stages as allStages } from '../../products/waf-migration/transitions';
import { RefreshAfter, Table, type Column } from '../content';
import { Choices, Pager, Toolbar, pageOf } from '../lists';
import { Drafts, type Rules } from './draft';
import { findingsControl, judgeSent, type ZoneReaders } from './findings';
import { nextEnd, readZone, StageBadge, stageWords, type ZoneState } from './state';
import { zonePage } from './zone';

export function zonePages(readers: ZoneReaders): Product {
  const drafts = new Drafts(
    (zoneId) => [readers.stages.of(zoneId), rulesOf(readers, zoneId)],
    (zoneId, rules) => judgeSent(readers, zoneId, { rules }),
    readers.announce,
  );
  return {
    controls: [findingsControl(readers), ...drafts.controls()],
    forget: () => drafts.clear(),
    pages: [
      { path: '/zones', render: ({ query }) => zoneList(readers, query) },
      {
        path: '/zones/:zone_id',
        render: ({ param }) => {
          const zone = readers.places.zone(param('zone_id'));
          if (zone === undefined) throw refuse(404, 1000, 'There is no zone with this id.');
          return zonePage({ state: readZone(readers, zone), readers, draft: drafts.of(zone.id) });
        },
      },
    ],
  };
}

/** The rules that the actions change: the equivalent configuration before the migration, then those of the entry point. */
function rulesOf({ stages, previousOf, entryPointOf }: ZoneReaders, zoneId: string): Rules {
  if (stages.of(zoneId) === 'start')
    return toMigrationConfiguration(previousOf(zoneId)).rules.map((rule) => ({ ...rule }));
  const rules = entryPointOf(zoneId)?.latest.rules ?? [];
  return rules.map(({ version, ...rule }) => ({ ...rule, version: String(version) }));
}

/** All zones, with what is to be done about them. Only those of the page that is shown are looked at closely. */
function zoneList(readers: ZoneReaders, query: URLSearchParams) {
  const { places, stages } = readers;
  const zones = places.listZones();
  const state = query.get('state') ?? '';
  const counts = allStages
    .map((stage) => ({ stage, count: zones.filter(({ id }) => stages.of(id) === stage).length }))
    .filter(({ count }) => count > 0);
  const accounts = new Map(places.listAccounts().map(({ id, name }) => [id, name]));
  const list = pageOf(
    zones.filter(({ id }) => state === '' || stages.of(id) === state),
    query,
    ({ id, name, plan, account_id: account }) => [name, id, plan, accounts.get(account)].join(' '),
  );
  return (
    <>
      <RefreshAfter ms={nextEnd(readers, zones)} />
      <h1>Zones</h1>
      <Choices
        label="Show zones by migration state"
        name="state"
        query={query}
        choices={[
          ['', 'All', zones.length],
          ...counts.map(({ stage, count }) => [stage, stageWords[stage][0], count] as const),
        ]}
      />
      <Toolbar label="Search by name, ID, plan or account" query={query} />
      <Pager list={{ ...list, total: zones.length }} what="zones" query={query} />
      <div class="scroll">
        <Table
          caption="Zones"
          columns={columns}
          rows={list.items.map((zone) => readZone(readers, zone))}
          idOf={({ zone }) => `zone-${zone.id}`}
          empty="No zone matches."
        />
      </div>
    </>
  );
}

const columns: readonly Column<ZoneState>[] = [
  {
    name: 'Zone',
    isHeading: true,
    cell: ({ zone: { id, name } }) => (
      <>
        <a href={`/zones/${id}`}>{name}</a>
        <div class="mono small muted">{id}</div>
      </>
    ),
  },
  { name: 'Plan', class: 'whole', cell: ({ zone }) => capitalize(zone.plan) },
  { name: 'Account', cell: ({ account }) => account },
  { name: 'Migration state', cell: ({ stage }) => <StageBadge stage={stage} /> },
  {
    name: 'Eligible',
    cell: ({ stage, previous, obstacles }) => {
      if (previous === undefined) return stage === 'default' ? 'Nothing to migrate' : 'Update deployed';
      return obstacles.length === 0 ? 'Yes' : `No, ${plural(obstacles.length, 'obstacle')}`;
    },
  },
  {
    name: 'Next step',
    cell: ({ stage, obstacles, hasBanner }) => {
      if (obstacles.length > 0) return 'Remove the obstacles';
      if (hasBanner) return 'Update available';
      if (stage === 'validation') return 'Review events, then finish';
      return stage === 'cutover' ? 'Wait for the cutover' : 'None';
    },
  },
];
