import { FixtureError } from '../../fixture/seed';
import type { FixtureKey, FixtureSeed } from '../../fixture/seed';
import type { CutoverData } from '../../page/model/world';
import type { Product } from '../../product';
import { shown as shownValue } from '../../shape';
import type { World } from '../../world';
import { cutoverControls } from './controls';
import type { Migrations } from './migrations';
import { migrationRoutes } from './routes';
import type { Stages } from './stages';
import { findTransition } from './transitions';

export interface WafStatus {
  /** Whether the zone's setting is on. */
  readonly isSettingOn: (zoneId: string) => boolean;
  /** Whether an enabled rule of the entry point executes something. */
  readonly isDeployed: (zoneId: string) => boolean;
}

/** `waf_migration/status` of a zone. */
export type StatusReader = ReturnType<typeof statusReader>;

export function statusReader(stages: Stages, facts: WafStatus) {
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
    name: 'waf-migration',
    routes: migrationRoutes(migrations, statusOf),
    controls: cutoverControls(stages),
    zoneKeys: {
      migration_state: { seed: seed(world, stages), write: write(stages) },
      unprotected_migration: {
        seed: seedUnprotected(stages),
        write: (zoneId) => stages.mayBeUnprotected(zoneId) || undefined,
      },
    },
    views: [{ path: '/waf-cutover', read: (): CutoverData => ({ ms: stages.cutoverMs }) }],
  };
}

/** `created` of a zone before its first transition. */
const sinceSecondPhase = '2022-09-19T00:00:00.000Z';

const seedable = ['default', 'start', 'validation', 'complete'] as const;

function seed(world: World, stages: Stages): FixtureSeed {
  return (zoneId, value, path) => {
    const stage = seedable.find((one) => one === value);
    if (stage === undefined)
      throw new FixtureError(path, `${shownValue(value)} is not one of ${seedable.join(', ')}`);
    const plan = world.places.zone(zoneId)?.plan ?? 'free';
    if (plan === 'free' && stage !== 'default')
      throw new FixtureError(
        path,
        'a zone of the plan free never had the previous WAF managed rules: default',
      );
    const transition = stage === 'validation' ? findTransition('start', 'validation', plan) : undefined;
    if (typeof transition === 'string') throw new FixtureError(path, transition);
    world.store.commit([stages.begin(zoneId, stage)]);
  };
}

/**
 * A cutover in progress is written as its end, which it reaches without another call. A zone at its first stage is
 * written when it was seeded with it: its status says so.
 */
function write(stages: Stages): FixtureKey['write'] {
  return (zoneId) => {
    const stage = stages.of(zoneId);
    if (stages.createdAt(zoneId) === undefined) return undefined;
    return stage === 'cutover' ? 'complete' : stage;
  };
}

function seedUnprotected(stages: Stages): FixtureSeed {
  return (zoneId, value, path) => {
    if (typeof value !== 'boolean') throw new FixtureError(path, 'must be true or false');
    stages.allowUnprotected(zoneId, value);
  };
}

function word(isEnabled: boolean): 'enabled' | 'disabled' {
  return isEnabled ? 'enabled' : 'disabled';
}
