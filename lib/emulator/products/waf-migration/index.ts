import { fixtureRefusals, valueKey, type FixtureKey } from '../../fixture/seed';
import type { Product } from '../../product';
import { flag, oneOf, wholeNumber } from '../../schema/values';
import type { World } from '../../world';
import { type Migrations, checkSecondPhase } from './migrations';
import type { Stages } from './stages';
import { findTransition } from './transitions';
import { answer, route, zoneOf, type Route } from '../../http/route';
import { settingControls } from '../../controls/control';

export type StatusReader = ReturnType<typeof statusReader>;

/** @param facts - `isDeployed`: whether an enabled rule of the entry point executes something */
export function statusReader(
  stages: Stages,
  facts: Readonly<Record<'isSettingOn' | 'isDeployed', (zoneId: string) => boolean>>,
) {
  return (zoneId: string) => {
    const { shown, isPreviousEnabled, isNewEnabled } = stages.view(zoneId);
    const created = stages.createdAt(zoneId);
    return {
      old_waf_status: word(isPreviousEnabled && facts.isSettingOn(zoneId)),
      new_waf_status: word(isNewEnabled || facts.isDeployed(zoneId)),
      migration_state: shown,
      source: created === undefined ? 'defaults' : 'zone',
      created: created ?? sinceSecondPhase,
    };
  };
}

export function wafMigration(
  world: World,
  stages: Stages,
  migrations: Migrations,
  statusOf: StatusReader,
): Product {
  return {
    routes: migrationRoutes(migrations, statusOf),
    // The duration of a cutover, in which a zone has both WAFs; a change applies to cutovers that begin later.
    controls: settingControls('/waf-cutover', cutoverFields, {
      show: () => ({ ms: stages.cutoverMs }),
      change: ({ ms }) => (stages.cutoverMs = ms),
    }),
    zoneKeys: {
      migration_state: stageKey(world, stages),
      unprotected_migration: valueKey(flag, {
        put: (zoneId, isAllowed) => stages.allowUnprotected(zoneId, isAllowed),
        write: (zoneId) => stages.mayBeUnprotected(zoneId) || undefined,
      }),
    },
  };
}

const sinceSecondPhase = '2022-09-19T00:00:00.000Z';

/**
 * A cutover in progress is written as its end, which it reaches without another call. A zone at its first stage is
 * written when it was seeded with it: its status says so.
 */
function stageKey(world: World, stages: Stages): FixtureKey {
  return {
    seed: (zoneId, value, path) => {
      const refusals = fixtureRefusals(path);
      const stage = oneOf(['default', 'start', 'validation', 'complete']).read(value, '', refusals);
      const plan = world.places.zone(zoneId)?.plan ?? 'free';
      if (plan === 'free' && stage !== 'default')
        throw refusals.invalid(
          '',
          'a zone of the plan free never had the previous WAF managed rules: default',
        );
      const transition = stage === 'validation' ? findTransition('start', 'validation', plan) : undefined;
      if (typeof transition === 'string') throw refusals.invalid('', transition);
      world.store.commit([stages.begin(zoneId, stage)]);
    },
    write: (zoneId) => {
      const stage = stages.of(zoneId);
      if (stages.createdAt(zoneId) === undefined) return undefined;
      return stage === 'cutover' ? 'complete' : stage;
    },
  };
}

function word(isEnabled: boolean): 'enabled' | 'disabled' {
  return isEnabled ? 'enabled' : 'disabled';
}

function migrationRoutes(migrations: Migrations, statusOf: (zoneId: string) => object): readonly Route[] {
  const root = '/zones/:zone_id/waf_migration';
  return [
    route.get(`${root}/check`, (call) => {
      checkSecondPhase(call.query);
      return answer.report(migrations.check(zoneOf(call)));
    }),
    route.get(`${root}/config`, (call) => {
      checkSecondPhase(call.query);
      return answer.resource(migrations.config(zoneOf(call)));
    }),
    route.get(`${root}/status`, (call) => answer.report(statusOf(zoneOf(call)))),
  ];
}

const longestMs = 86_400_000;
const cutoverFields = { ms: wholeNumber(0, longestMs).readAs() };
