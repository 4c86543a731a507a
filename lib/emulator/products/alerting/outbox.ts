import { setTimeout } from 'node:timers/promises';
import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import type { MechanismType, Notification } from './notification';

export type Sender = (notification: Notification) => Promise<string | undefined>;

interface Parts {
  /** A notification without a sender counts as delivered. */
  readonly senders: Readonly<Partial<Record<MechanismType, Sender>>>;
  /** Whether the recipient is beyond what the emulator may reach. */
  readonly isBeyond: (notification: Notification) => boolean;
  /** Further changes to save after an attempt. */
  readonly attempted: (notification: Notification) => readonly Change[];
}

interface Queue {
  readonly last: string;
  readonly work: Promise<void>;
}

/**
 * All notifications. Each is saved with the change that caused it, and sent when both survive a crash. Notifications to
 * one recipient are sent one after another, in the order of the changes.
 */
export class Outbox {
  private readonly notifications: Table<Notification>;
  private readonly queues = new Map<string, Queue>();
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly world: World,
    private readonly parts: Parts,
  ) {
    this.notifications = world.store.table<Notification>('alert_outbox');
  }

  list(): readonly Notification[] {
    return this.notifications.list('');
  }

  /** Deletes all notifications; pending ones are not sent any more. */
  clear(): void {
    this.world.store.commit(this.list().map(({ id }) => this.notifications.delete('', id)));
  }

  /** The changes to save, and the notifications in their new state. */
  added(made: readonly Notification[]): {
    readonly writes: readonly Change[];
    readonly notifications: readonly Notification[];
  } {
    if (made.length === 0) return { writes: [], notifications: [] };
    const notifications = made.map((one) => this.withoutAttempt(one));
    const writes = notifications.flatMap((one) => [
      this.notifications.put('', one.id, one),
      ...(one.state === 'pending' ? [] : this.parts.attempted(one)),
    ]);
    return { writes: [...this.forgotten(made.length), ...writes], notifications };
  }

  record(notification: Notification): void {
    this.world.store.commit([
      ...this.forgotten(1),
      this.notifications.put('', notification.id, notification),
    ]);
  }

  send(notifications: readonly Notification[]): void {
    for (const { id, state, mechanism, account_id, recipient } of notifications) {
      if (state !== 'pending') continue;
      const key = JSON.stringify([mechanism, account_id, recipient]);
      const work = this.before(key).then(() => this.deliver(id));
      this.queues.set(key, { last: id, work });
      this.inFlight.add(work);
      void work.finally(() => {
        this.inFlight.delete(work);
        if (this.queues.get(key)?.work === work) this.queues.delete(key);
      });
    }
  }

  resume(): void {
    this.send(this.list());
  }

  /** Resolves when nothing is in flight; pending notifications stay pending. */
  async close(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  /** Waits for the previous notification to this recipient, unless it was deleted: it may still be in a pause. */
  private async before(key: string): Promise<void> {
    const queue = this.queues.get(key);
    if (queue !== undefined && this.notifications.get('', queue.last) !== undefined) await queue.work;
  }

  private async deliver(id: string): Promise<void> {
    const { closing, store } = this.world;
    const isClosing = () => closing.aborted;
    // A state file that cannot be written fails every call with its own error.
    const isSaved = await store.settled().then(
      () => true,
      () => false,
    );
    if (!isSaved) return;
    for (;;) {
      const due = this.notifications.get('', id);
      if (due?.state !== 'pending' || isClosing()) return;
      // The recipient may have changed since, or the emulator's options.
      if (this.parts.isBeyond(due)) {
        this.keep(this.withoutAttempt(due));
        return;
      }
      const fault = await this.parts.senders[due.mechanism]?.(due);
      if (fault !== undefined && isClosing()) return;
      // It may have been deleted meanwhile.
      if (this.notifications.get('', id) === undefined) return;
      const next = this.after(due, fault);
      this.keep(next);
      if (next.state !== 'pending') return;
      const pauseMs = this.world.delivery.pausesMs[next.attempts - 1];
      await setTimeout(pauseMs, undefined, { signal: closing }).catch(() => undefined);
    }
  }

  private keep(notification: Notification): void {
    const { id } = notification;
    this.world.store.commit([
      this.notifications.put('', id, notification),
      ...this.parts.attempted(notification),
    ]);
  }

  /** The notification as it is without an attempt: pending, unless it is not to be sent at all. */
  private withoutAttempt(notification: Notification): Notification {
    if (this.parts.isBeyond(notification)) return { ...notification, state: 'recorded', last_error: null };
    const isSent = this.parts.senders[notification.mechanism] !== undefined;
    return isSent ? notification : this.after(notification, undefined);
  }

  private after(notification: Notification, fault: string | undefined): Notification {
    const attempts = notification.attempts + 1;
    if (fault === undefined) return { ...notification, state: 'delivered', attempts, last_error: null };
    const isLast = attempts > this.world.delivery.pausesMs.length;
    return { ...notification, state: isLast ? 'failed' : 'pending', attempts, last_error: fault };
  }

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
