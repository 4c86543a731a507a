import type { Change, Table } from '../../state/store';
import type { Zone, World } from '../../world';
import type { Stage } from './transitions';

/** What is kept of a zone's migration. */
interface Progress {
  readonly stage: Stage;
  /** Where the hand-over began. */
  readonly from: 'start' | 'validation';
  readonly created: string;
  /** When the hand-over ends, in milliseconds of the emulator's clock. */
  readonly disableAtMs: number;
}

export interface View {
  /** The state in the service's words. A hand-over shows where it began until it has ended. */
  readonly shown: string;
  /** Whether the previous managed rules act on the zone's traffic, if its setting has them on. */
  readonly isPreviousEnabled: boolean;
  /** Whether the migration has enabled the new managed rules. */
  readonly isNewEnabled: boolean;
}

/** Where all zones are. Nothing waits: that a hand-over has ended is seen when somebody looks. */
export class Stages {
  private readonly progress: Table<Progress>;
  private readonly settings: Table<number>;

  constructor(private readonly world: World) {
    this.progress = world.store.table<Progress>('waf_migrations');
    this.settings = world.store.table<number>('waf_migration_settings');
  }

  of(zoneId: string): Stage {
    return this.settle(zoneId)?.stage ?? initialStage(this.zone(zoneId));
  }

  /** All of a zone's place at one look at the clock. */
  view(zoneId: string): View {
    const stage = this.of(zoneId);
    return {
      shown: stage === 'handover' ? (this.progress.get('', zoneId)?.from ?? 'start') : stage,
      isPreviousEnabled: !['default', 'complete'].includes(stage),
      isNewEnabled: ['validation', 'handover', 'complete'].includes(stage),
    };
  }

  /** Undefined as long as nobody did anything. */
  createdAt(zoneId: string): string | undefined {
    return this.progress.get('', zoneId)?.created;
  }

  isComplete(zoneId: string): boolean {
    return this.of(zoneId) === 'complete';
  }

  /** What is to be kept when a zone goes from one stage to another, whatever the clock says by now. */
  moved(zoneId: string, from: Stage, to: Stage): Change {
    const now = this.world.now();
    const kept = this.progress.get('', zoneId);
    if (from === 'handover' && to === 'handover' && kept !== undefined)
      return this.progress.put('', zoneId, kept);
    return this.progress.put('', zoneId, {
      stage: to,
      from: from === 'validation' ? 'validation' : 'start',
      created: now.toISOString(),
      disableAtMs: now.getTime() + (to === 'handover' ? this.handoverMs : 0),
    });
  }

  /** How long both are enabled after the new configuration was saved. */
  get handoverMs(): number {
    return this.settings.get('', 'handoverMs') ?? this.world.wafHandoverMs;
  }

  set handoverMs(ms: number) {
    this.world.store.commit([this.settings.put('', 'handoverMs', ms)]);
  }

  private settle(zoneId: string): Progress | undefined {
    const progress = this.progress.get('', zoneId);
    if (progress?.stage !== 'handover' || this.world.now().getTime() < progress.disableAtMs) return progress;
    const done: Progress = { ...progress, stage: 'complete' };
    // It is kept, so that a clock that is turned back does not bring the previous WAF back.
    this.world.store.commit([this.progress.put('', zoneId, done)]);
    return done;
  }

  private zone(zoneId: string): Zone {
    const zone = this.world.places.zone(zoneId);
    if (zone === undefined) throw new Error(`no zone ${zoneId}`);
    return zone;
  }
}

/** Free zones never had the previous managed rules. */
function initialStage({ plan }: Zone): Stage {
  return plan === 'free' ? 'default' : 'start';
}
