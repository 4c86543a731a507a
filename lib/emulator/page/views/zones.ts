import {
  findObstacles,
  isIncompatible,
  managedRulesets,
  rulesetName,
  type PreviousWaf,
  toMigrationConfiguration,
} from '../../../waf';
import { generalRefusals } from '../../http/errors';
import type { Product } from '../../product';
import { listDashboardActions } from '../../products/waf-migration/dashboard-actions';
import { stages as allStages, type Stage } from '../../products/waf-migration/transitions';
import type { Zone, Plan } from '../../world';
import { pageOf } from '../view';
import { reviewForPage } from './event-review';
import { findingsControl, type ZoneReaders } from './findings';
import { describePreviousWaf } from './previous-configuration';
import type { ReachedStage } from '../../products/waf-migration/stages';

/** A rule as the API takes it. */
export interface ManagedRule {
  readonly id: string;
  readonly version: string;
  readonly ref: string;
  readonly action: string;
  readonly action_parameters?: Readonly<Record<string, unknown>>;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly [more: string]: unknown;
}

/** The zones of the page, with the findings that it shows while a configuration is adjusted. */
export function zoneViews(readers: ZoneReaders): Product {
  return {
    name: 'zone-views',
    routes: [],
    controls: [findingsControl(readers)],
    views: [
      { path: '/zones', read: ({ query }) => listZones(readers, query) },
      {
        path: '/zones/:zone_id',
        read: ({ param }) => readZone(readers, param('zone_id')),
      },
    ],
  };
}

/** Only the zones of the page that is shown are looked at closely. */
export function listZones(readers: ZoneReaders, query: URLSearchParams) {
  const { places, stages, now } = readers;
  const accounts = new Map(places.listAccounts().map(({ id, name }) => [id, name]));
  const zones = places.listZones().map((zone) => ({ zone, stage: stages.of(zone.id) }));
  const state = query.get('state') ?? '';
  const wanted = state === '' ? zones : zones.filter(({ stage }) => stage === state);
  const { items, ...paged } = pageOf(wanted, query, ({ zone }) =>
    [zone.name, zone.id, zone.plan, accounts.get(zone.account_id)].join(' '),
  );
  const ends = zones.flatMap(({ zone, stage }) =>
    stage === 'cutover' ? (stages.cutoverEndMs(zone.id) ?? []) : [],
  );
  return {
    ...paged,
    total: zones.length,
    items: items.map(({ zone, stage }) => {
      const { obstacles, ...item } = itemOf(readers, zone, stage, accounts.get(zone.account_id));
      return { ...item, obstacles: obstacles.length };
    }),
    /** Zones of each stage, whatever the search. */
    states: allStages.flatMap((stage) => {
      const count = zones.filter((each) => each.stage === stage).length;
      return count === 0 ? [] : [{ stage, words: wordsOf[stage], count }];
    }),
    /** Until the first cutover ends: it ends without an event. */
    ...(ends.length > 0 && { nextChangeMs: Math.max(0, Math.min(...ends) - now().getTime()) }),
  };
}

export function readZone(readers: ZoneReaders, zoneId: string) {
  const { places, stages, now, statusOf, previousOf, entryPointOf, eventsOf } = readers;
  const zone = places.zone(zoneId);
  if (zone === undefined) throw generalRefusals.noRoute(`/__emulator/page/zones/${zoneId}`);
  const stage = stages.of(zoneId);
  const { obstacles, ...item } = itemOf(readers, zone, stage, places.account(zone.account_id)?.name);
  const { old_waf_status, new_waf_status, migration_state } = statusOf(zoneId);
  const end = stages.cutoverEndMs(zoneId);
  const entryPoint = entryPointOf(zoneId);
  const previous = isBefore(stage) ? previousOf(zoneId) : undefined;
  const rules: readonly ManagedRule[] =
    stage === 'start' && previous !== undefined
      ? toMigrationConfiguration(previous).rules.map((rule) => ({ ...rule }))
      : (entryPoint?.latest.rules ?? []).map(({ version, ...rule }) => ({
          ...rule,
          version: String(version),
        }));
  // A migration that an obstacle prevents is not offered; adjusting what is deployed is no migration.
  const actions = listDashboardActions(zone.plan, stage).filter(
    ({ trigger }) => trigger === undefined || obstacles.length === 0,
  );
  return {
    ...item,
    status: { old_waf_status, new_waf_status, migration_state },
    steps: stepsOf(zone.plan, stages.timeline(zoneId)),
    /** Until the cutover of the zone ends: it ends without an event. */
    ...(end !== undefined && { nextChangeMs: Math.max(0, end - now().getTime()) }),
    obstacles: obstacles.map((each) => ({
      reason: each.reason,
      fix: each.fix,
      /** Whether the compatibility check fails for it; otherwise only the migration itself fails. */
      failsCheck: isIncompatible(each),
    })),
    actions: actions.map(({ name, trigger }) => ({ name, ...(trigger !== undefined && { trigger }) })),
    /** Undefined from the cutover on, and for a zone that never had the previous WAF. */
    ...(previous !== undefined && { previous: describePreviousWaf(previous) }),
    /** The rules that the actions change: the equivalent configuration before the migration, then those of the entry point. */
    rules,
    ...(entryPoint !== undefined && { version: String(entryPoint.latest.version) }),
    rulesets: listManagedRulesets(previous),
    /** Undefined while the new version does not run. */
    ...(stage !== 'start' && { events: reviewForPage(eventsOf(zoneId), previous !== undefined) }),
  };
}

function itemOf({ previousOf }: ZoneReaders, zone: Zone, stage: Stage, account: string | undefined) {
  const obstacles = isBefore(stage) ? findObstacles(previousOf(zone.id), 2) : [];
  return {
    id: zone.id,
    name: zone.name,
    plan: zone.plan,
    account: account ?? zone.account_id,
    stage,
    state: wordsOf[stage],
    /** Whether the migration would be accepted; undefined where none is left. */
    ...(isBefore(stage) && { isEligible: obstacles.length === 0 }),
    obstacles,
    // As the compatibility check says: exceeded limits are found when the migration is tried.
    hasBanner: stage === 'start' && !obstacles.some(isIncompatible),
  };
}

/** Whether the zone's migration is not decided yet. From the cutover on, the previous WAF does not matter. */
function isBefore(stage: Stage): boolean {
  return stage === 'start' || stage === 'validation';
}

/** The managed rulesets, each with the rules that a person may want to override: the Cloudflare one has the rules of the package that became it, as far as is public. */
function listManagedRulesets(previous: PreviousWaf | undefined) {
  const rules =
    previous?.packages.find(
      ({ name, detection_mode: mode }) => name === 'Cloudflare' && mode === 'traditional',
    )?.rules ?? [];
  return Object.values(managedRulesets).map((id) => ({
    id,
    name: rulesetName(id),
    rules:
      id === managedRulesets.managed
        ? rules.map((rule) => ({ id: rule.id, description: rule.description }))
        : [],
  }));
}

const wordsOf: Readonly<Record<Stage, string>> = {
  default: 'Never had the previous version',
  start: 'Previous version only',
  validation: 'Validation mode',
  cutover: 'Update in progress',
  complete: 'New version only',
};

/** The stages of a zone in the order in which it passes them: those reached, with their times, and those to come. */
function stepsOf(plan: Plan, timeline: readonly ReachedStage[]) {
  const present = timeline.at(-1)?.stage;
  if (present === undefined) return [];
  const path = pathOf(plan, present);
  const now = path.indexOf(present);
  return path.map((stage, index) => {
    // A call that is repeated in the cutover does not begin it again.
    const reached = timeline.find((each) => each.stage === stage);
    return {
      stage,
      words: wordsOf[stage],
      /** Undefined for the stage that a zone began with, and for one that is not reached. */
      ...(reached?.at !== undefined && { at: reached.at }),
      progress: index >= now ? upcoming(index === now) : passed(stage, reached),
    };
  });
}

/** Zones without validation mode pass it over, and so do Enterprise zones that the API migrates in one call. */
function pathOf(plan: Plan, present: Stage): readonly Stage[] {
  if (present === 'default') return ['default'];
  return plan === 'enterprise'
    ? ['start', 'validation', 'cutover', 'complete']
    : ['start', 'cutover', 'complete'];
}

function upcoming(isNow: boolean): 'now' | 'next' {
  return isNow ? 'now' : 'next';
}

/** Every zone began with the previous version, also where its time is unknown. */
function passed(stage: Stage, reached: ReachedStage | undefined): 'done' | 'skipped' {
  return reached === undefined && stage !== 'start' ? 'skipped' : 'done';
}
