import type { Clock } from '../../clock';
import type { Quirks } from '../../http/quirks';
import { plans, type World } from '../../world';
import type { View } from '../view';

interface WorldParts {
  readonly world: Pick<World, 'places' | 'store' | 'buckets'>;
  readonly clock: Clock;
  readonly quirks: () => Quirks;
  readonly stateFile: string | undefined;
}

export function worldView(parts: WorldParts): View {
  return { path: '/world', read: () => readWorld(parts) };
}

/** Counts the contents of the emulator without reading the objects. */
export function readWorld({ world: { places, store, buckets }, clock, quirks, stateFile }: WorldParts) {
  const zones = places.listZones();
  const switches: Readonly<Record<string, boolean>> = { ...quirks() };
  return {
    accounts: places.listAccounts().length,
    zones: zones.length,
    /** Plans that zones have, from the smallest. */
    plans: plans
      .map((plan) => ({ plan, zones: zones.filter((zone) => zone.plan === plan).length }))
      .filter((each) => each.zones > 0),
    rulesets: store.count('rulesets'),
    jobs: store.count('logpush_jobs'),
    pools: store.count('pools'),
    policies: store.count('alert_policies'),
    webhooks: store.count('alert_webhooks'),
    /** Null where the state is in memory. */
    stateFile: stateFile ?? null,
    bucketsDir: buckets.root,
    clock: { now: clock.now().toISOString(), advancedMs: clock.advancedMs },
    quirks: switches,
  };
}
