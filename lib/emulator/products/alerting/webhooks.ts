import { found } from '../../shape';
import { Collection } from '../../state/collection';
import type { Change } from '../../state/store';
import type { World } from '../../world';
import { alertingRefusals as refusals } from './errors';
import type { SentWebhook } from './schema';
import { typeOf } from './url';

export interface Webhook extends SentWebhook {
  readonly id: string;
  /** Sent with every notification and never shown; "" means none. */
  readonly secret: string;
  readonly type: string;
  readonly created_at: string;
  readonly last_success: string | null;
  readonly last_failure: string | null;
}

/** Sends the test notification; resolves to the error, or undefined. */
export type Test = (
  accountId: string,
  webhook: SentWebhook & Pick<Webhook, 'id' | 'secret'>,
) => Promise<string | undefined>;

export class Webhooks extends Collection<Webhook> {
  constructor(
    world: World,
    private readonly test: Test,
  ) {
    super(world, 'alert_webhooks', refusals.noWebhook);
  }

  async create(accountId: string, sent: SentWebhook): Promise<Webhook> {
    const id = this.world.newId();
    const fault = await this.test(accountId, { id, secret: '', ...sent });
    if (fault !== undefined) throw refusals.testFailed(fault);
    return this.add(accountId, sent, id);
  }

  /** Without a test: the receiver of a fixture may not listen yet. */
  add(accountId: string, sent: SentWebhook, id = this.world.newId()): Webhook {
    const settings = { secret: '', ...sent };
    const created_at = this.world.now().toISOString();
    const type = typeOf(sent.url);
    return this.put(accountId, { id, ...settings, type, created_at, last_success: null, last_failure: null });
  }

  /** Another URL is tried out first, and the time of the trial is kept. An absent secret is kept: a caller cannot read it. */
  async update(accountId: string, id: string, read: () => SentWebhook): Promise<Webhook> {
    const before = found(this.find(accountId, id), refusals.badWebhookId);
    const sent = read();
    const isMoved = sent.url !== before.url;
    const fault = isMoved ? await this.test(accountId, { ...before, ...sent }) : undefined;
    // During the trial the destination may have been deleted, or may have received notifications.
    const current = found(this.find(accountId, id), refusals.badWebhookId);
    const trial = isMoved ? this.timesOf(fault === undefined) : {};
    if (fault === undefined)
      return this.put(accountId, { ...current, ...sent, type: typeOf(sent.url), ...trial });
    this.put(accountId, { ...current, ...trial });
    throw refusals.testFailed(fault);
  }

  override delete(accountId: string, id: string): void {
    found(this.find(accountId, id), refusals.noWebhookToDelete);
    super.delete(accountId, id);
  }

  /** The changes that record an attempt; none if the destination was deleted. */
  attempted(accountId: string, id: string, succeeded: boolean): readonly Change[] {
    const webhook = this.find(accountId, id);
    if (webhook === undefined) return [];
    return [this.write(accountId, { ...webhook, ...this.timesOf(succeeded) })];
  }

  private timesOf(succeeded: boolean): Partial<Webhook> {
    const now = this.world.now().toISOString();
    return succeeded ? { last_success: now } : { last_failure: now };
  }
}
