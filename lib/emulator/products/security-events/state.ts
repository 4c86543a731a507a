import type { Table } from '../../state/store';
import type { World } from '../../world';

/** Identifies a request; `path` has no query. */
export interface SeenRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

/** An action of a managed rule on a request, or one that it would have taken. */
export interface SecurityEvent {
  readonly id: string;
  /** Identifies the request: all its events have it. */
  readonly ray_id: string;
  readonly occurred_at: string;
  readonly source: 'previous' | 'new';
  /** The ruleset of a new rule; previous rules have none. */
  readonly ruleset_id?: string;
  readonly rule_id: string;
  readonly action: string;
  readonly request: SeenRequest;
}

/** The security events of all zones, oldest first. */
export class SecurityEvents {
  private readonly events: Table<SecurityEvent>;

  constructor(private readonly world: World) {
    this.events = world.store.table<SecurityEvent>('security_events');
  }

  list(zoneId: string): readonly SecurityEvent[] {
    return this.events.list(zoneId);
  }

  add(zoneId: string, made: readonly SecurityEvent[]): void {
    const { events } = this;
    const all = [...events.list(zoneId), ...made];
    const outdated = new Set(all.slice(0, Math.max(0, all.length - keptEvents)).map(({ id }) => id));
    this.world.store.commit([
      ...[...outdated].map((id) => events.delete(zoneId, id)),
      ...made.filter(({ id }) => !outdated.has(id)).map((event) => events.put(zoneId, event.id, event)),
    ]);
  }

  clear(zoneId: string): void {
    this.world.store.commit(this.list(zoneId).map(({ id }) => this.events.delete(zoneId, id)));
  }
}

const keptEvents = 10_000;
