import { setTimeout } from 'node:timers/promises';
import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import type { MechanismType, Notification } from './notification';

/** Tries to deliver once; resolves to what went wrong, or undefined. */
export type Carrier = (notification: Notification) => Promise<string | undefined>;

interface Parts {
  /** What has no carrier ends here: it counts as delivered. */
  readonly carriers: Readonly<Partial<Record<MechanismType, Carrier>>>;
  /** What else is to be kept after an attempt. */
  readonly attempted: (notification: Notification) => readonly Change[];
}

/** The notifications to one recipient that wait for each other. */
interface Lane {
  readonly last: string;
  readonly work: Promise<void>;
}

/**
 * The notifications that are to be delivered or were. They are kept with the change that caused them, and sent when
 * both would survive a crash. Those to one recipient go one after another, in the order of the changes.
 */
export class Outbox {
  private readonly notifications: Table<Notification>;
  private readonly lanes = new Map<string, Lane>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly world: World,
    private readonly parts: Parts,
  ) {
    this.notifications = world.store.table<Notification>('alert_outbox');
  }

  list(): readonly Notification[] {
    return this.notifications.list('');
  }

  /** Forgets all of them; what is pending is not sent any more. */
  clear(): void {
    this.world.store.commit(this.list().map(({ id }) => this.notifications.delete('', id)));
  }

  /** What is to be kept, and the notifications as they are then. */
  added(made: readonly Notification[]): {
    readonly writes: readonly Change[];
    readonly notifications: readonly Notification[];
  } {
    if (made.length === 0) return { writes: [], notifications: [] };
    const settled = made.map((one) =>
      this.parts.carriers[one.mechanism] === undefined ? this.after(one, undefined) : one,
    );
    const writes = settled.flatMap((one) => [
      this.notifications.put('', one.id, one),
      ...(one.state === 'pending' ? [] : this.parts.attempted(one)),
    ]);
    return { writes: [...this.forgotten(made.length), ...writes], notifications: settled };
  }

  send(notifications: readonly Notification[]): void {
    for (const { id, state, mechanism, account_id, recipient } of notifications) {
      if (state !== 'pending') continue;
      const key = JSON.stringify([mechanism, account_id, recipient]);
      const work = this.before(key).then(() => this.deliver(id));
      this.lanes.set(key, { last: id, work });
      this.underWay.add(work);
      void work.finally(() => {
        this.underWay.delete(work);
        if (this.lanes.get(key)?.work === work) this.lanes.delete(key);
      });
    }
  }

  /** What an earlier run could not deliver. */
  resume(): void {
    this.send(this.list());
  }

  /** Resolves when nothing is under way; what is pending stays so. */
  async close(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** What the next one to this recipient waits for: not for what was forgotten, which may still be in a pause. */
  private async before(key: string): Promise<void> {
    const lane = this.lanes.get(key);
    if (lane !== undefined && this.notifications.get('', lane.last) !== undefined) await lane.work;
  }

  private async deliver(id: string): Promise<void> {
    const { closing, store } = this.world;
    const isClosing = () => closing.aborted;
    // A state file that cannot be written fails every call, and says so there.
    const isKept = await store.settled().then(
      () => true,
      () => false,
    );
    if (!isKept) return;
    for (;;) {
      const due = this.notifications.get('', id);
      if (due?.state !== 'pending' || isClosing()) return;
      const fault = await this.parts.carriers[due.mechanism]?.(due);
      if (fault !== undefined && isClosing()) return;
      // It may have been forgotten while it was under way.
      if (this.notifications.get('', id) === undefined) return;
      const next = this.after(due, fault);
      store.commit([this.notifications.put('', id, next), ...this.parts.attempted(next)]);
      if (next.state !== 'pending') return;
      const pauseMs = this.world.delivery.pausesMs[next.attempts - 1];
      await setTimeout(pauseMs, undefined, { signal: closing }).catch(() => undefined);
    }
  }

  private after(notification: Notification, fault: string | undefined): Notification {
    const attempts = notification.attempts + 1;
    if (fault === undefined) return { ...notification, state: 'delivered', attempts, last_error: null };
    const isLast = attempts > this.world.delivery.pausesMs.length;
    return { ...notification, state: isLast ? 'failed' : 'pending', attempts, last_error: fault };
  }

  /** The oldest that are done with give way. */
  private forgotten(arriving: number): readonly Change[] {
    const kept = this.list();
    const surplus = kept.length + arriving - mostKept;
    if (surplus <= 0) return [];
    return kept
      .filter(({ state }) => state !== 'pending')
      .slice(0, surplus)
      .map(({ id }) => this.notifications.delete('', id));
  }
}

const mostKept = 10_000;
