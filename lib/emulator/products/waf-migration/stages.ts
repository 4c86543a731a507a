import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import type { Stage } from './transitions';

interface Progress {
  readonly stage: Stage;
  /** The stage before the cutover. */
  readonly from: 'start' | 'validation';
  readonly created: string;
  /** When the cutover ends, in milliseconds of the emulator's clock. */
  readonly disableAtMs: number;
  readonly earlier: readonly ReachedStage[];
}

/** A stage of a zone, and when it began. */
export interface ReachedStage {
  readonly stage: Stage;
  /** Undefined for the stage that the zone began with. */
  readonly at?: string;
}

/** The stages of all zones. There is no timer: a read notices that a cutover has ended. */
export class Stages {
  private readonly progress: Table<Progress>;
  private readonly settings: Table<number>;
  private readonly unprotected: Table<boolean>;

  constructor(private readonly world: World) {
    this.progress = world.store.table<Progress>('waf_migrations');
    this.settings = world.store.table<number>('waf_migration_settings');
    this.unprotected = world.store.table<boolean>('waf_migrations_unprotected');
  }

  of(zoneId: string): Stage {
    return this.advance(zoneId)?.stage ?? this.initialStage(zoneId);
  }

  /** The stage at one reading of the clock. */
  view(zoneId: string) {
    const stage = this.of(zoneId);
    return {
      /** `migration_state` of the API. During the cutover it is the stage before it. */
      shown: stage === 'cutover' ? (this.read(zoneId)?.from ?? 'start') : stage,
      /** Whether the previous managed rules apply to the zone's traffic, if its setting is on. */
      isPreviousEnabled: !['default', 'complete'].includes(stage),
      isNewEnabled: ['validation', 'cutover', 'complete'].includes(stage),
    };
  }

  createdAt(zoneId: string): string | undefined {
    return this.read(zoneId)?.created;
  }

  /** The stages that the zone has reached, the present one last. */
  timeline(zoneId: string): readonly ReachedStage[] {
    const progress = this.advance(zoneId);
    if (progress === undefined) return [{ stage: this.initialStage(zoneId) }];
    return [...progress.earlier, reached(progress)];
  }

  /** When the cutover of a zone ends, on the emulator's clock; undefined for a zone that is not in a cutover. */
  cutoverEndMs(zoneId: string): number | undefined {
    const progress = this.advance(zoneId);
    return progress?.stage === 'cutover' ? progress.disableAtMs : undefined;
  }

  isComplete(zoneId: string): boolean {
    return this.of(zoneId) === 'complete';
  }

  /** Whether the zone may be migrated to a configuration that executes no managed ruleset. */
  mayBeUnprotected(zoneId: string): boolean {
    return this.unprotected.get('', zoneId) ?? false;
  }

  allowUnprotected(zoneId: string, isAllowed: boolean): void {
    this.world.store.commit([this.unprotected.put('', zoneId, isAllowed)]);
  }

  /** The change that moves a zone to another stage, without another look at the clock. */
  transition(zoneId: string, from: Stage, to: Stage): Change {
    const now = this.world.now();
    const kept = this.read(zoneId);
    if (from === 'cutover' && to === 'cutover' && kept !== undefined)
      return this.progress.put('', zoneId, kept);
    return this.progress.put('', zoneId, {
      earlier: kept === undefined ? [{ stage: from }] : [...kept.earlier, reached(kept)],
      stage: to,
      from: from === 'validation' ? 'validation' : 'start',
      created: now.toISOString(),
      disableAtMs: now.getTime() + (to === 'cutover' ? this.cutoverMs : 0),
    });
  }

  /** The change that gives a zone of a fixture its first stage. */
  begin(zoneId: string, stage: Stage): Change {
    const now = this.world.now();
    return this.progress.put('', zoneId, {
      earlier: [],
      stage,
      from: 'start',
      created: now.toISOString(),
      disableAtMs: now.getTime(),
    });
  }

  /** How long both WAFs are enabled after the new configuration was saved. */
  get cutoverMs(): number {
    return this.settings.get('', durationKey) ?? this.world.wafCutoverMs;
  }

  set cutoverMs(ms: number) {
    this.world.store.commit([this.settings.put('', durationKey, ms)]);
  }

  private read(zoneId: string): Progress | undefined {
    return this.progress.get('', zoneId);
  }

  private advance(zoneId: string): Progress | undefined {
    const progress = this.read(zoneId);
    if (progress?.stage !== 'cutover' || this.world.now().getTime() < progress.disableAtMs) return progress;
    const earlier = [...progress.earlier, reached(progress)];
    const done: Progress = { ...progress, stage: 'complete', earlier };
    // Saved, so that a clock that is set back does not bring the previous WAF back.
    this.world.store.commit([this.progress.put('', zoneId, done)]);
    return done;
  }

  /** Free zones never had the previous managed rules. */
  private initialStage(zoneId: string): Stage {
    return this.world.places.getZone(zoneId).plan === 'free' ? 'default' : 'start';
  }
}

const durationKey = 'cutoverMs';

/** A cutover does not change `created`, so the last stage begins when the cutover ends. */
function reached({ stage, created, disableAtMs }: Progress): ReachedStage {
  return { stage, at: stage === 'complete' ? new Date(disableAtMs).toISOString() : created };
}
