import type { Clock } from '../../clock';
import type { Quirks } from '../../http/quirks';
import type { Store } from '../../state/store';
import { plans } from '../../world';
import type { World } from '../../world';
import type { WorldData } from '../model/world';
import type { View } from '../view';

/** What is in the emulator, counted without a look at the objects. */
export function worldView(parts: {
  readonly world: Pick<World, 'places' | 'store' | 'buckets'>;
  readonly clock: Clock;
  readonly quirks: () => Quirks;
  readonly stateFile: string | undefined;
}): View {
  const { world, clock, quirks, stateFile } = parts;
  const { places, store, buckets } = world;
  const read = (): WorldData => {
    const zones = places.listZones();
    return {
      accounts: places.listAccounts().length,
      zones: zones.length,
      plans: plans
        .map((plan) => ({ plan, zones: zones.filter((zone) => zone.plan === plan).length }))
        .filter((each) => each.zones > 0),
      ...countRows(store),
      stateFile: stateFile ?? null,
      bucketsDir: buckets.root,
      clock: { now: clock.now().toISOString(), advancedMs: clock.advancedMs },
      quirks: { ...quirks() },
    };
  };
  return { path: '/world', read };
}

function countRows(store: Store) {
  return {
    rulesets: store.count('rulesets'),
    jobs: store.count('logpush_jobs'),
    pools: store.count('pools'),
    policies: store.count('alert_policies'),
    webhooks: store.count('alert_webhooks'),
  };
}
