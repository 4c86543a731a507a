import type { Change, Table } from '../../state/store';
import type { World } from '../../world';
import { alertingRefusals as refusals } from './errors';
import type { Webhook, WebhookSettings } from './model';
import { typeOf } from './url';

type Sent = Omit<WebhookSettings, 'secret'> & { readonly secret?: string };

/** Sends the test notification; resolves to the error, or undefined. */
export type Test = (
  accountId: string,
  webhook: WebhookSettings & { readonly id: string },
) => Promise<string | undefined>;

/** The webhook destinations of all accounts. */
export class Webhooks {
  private readonly webhooks: Table<Webhook>;

  constructor(
    private readonly world: World,
    private readonly test: Test,
  ) {
    this.webhooks = world.store.table<Webhook>('alert_webhooks');
  }

  list(accountId: string): readonly Webhook[] {
    return this.webhooks.list(accountId);
  }

  find(accountId: string, id: string): Webhook | undefined {
    return this.webhooks.get(accountId, id);
  }

  get(accountId: string, id: string): Webhook {
    const webhook = this.find(accountId, id);
    if (webhook === undefined) throw refusals.noWebhook();
    return webhook;
  }

  async create(accountId: string, sent: Sent): Promise<Webhook> {
    const id = this.world.newId();
    const fault = await this.test(accountId, { id, secret: '', ...sent });
    if (fault !== undefined) throw refusals.testFailed(fault);
    return this.add(accountId, sent, id);
  }

  /** Without a test: the receiver of a fixture may not listen yet. */
  add(accountId: string, sent: Sent, id = this.world.newId()): Webhook {
    const settings = { secret: '', ...sent };
    const created_at = this.world.now().toISOString();
    const type = typeOf(sent.url);
    return this.keep(accountId, {
      id,
      ...settings,
      type,
      created_at,
      last_success: null,
      last_failure: null,
    });
  }

  /** Another URL is tried out first, and the time of the trial is kept. An absent secret is kept: a caller cannot read it. */
  async update(accountId: string, id: string, read: () => Sent): Promise<Webhook> {
    const before = this.find(accountId, id);
    if (before === undefined) throw refusals.badWebhookId();
    const sent = read();
    const isMoved = sent.url !== before.url;
    const fault = isMoved ? await this.test(accountId, { ...before, ...sent }) : undefined;
    // During the trial the destination may have been deleted, or may have received notifications.
    const current = this.find(accountId, id);
    if (current === undefined) throw refusals.badWebhookId();
    const trial = isMoved ? this.timesOf(fault === undefined) : {};
    if (fault === undefined)
      return this.keep(accountId, { ...current, ...sent, type: typeOf(sent.url), ...trial });
    this.keep(accountId, { ...current, ...trial });
    throw refusals.testFailed(fault);
  }

  delete(accountId: string, id: string): void {
    if (this.find(accountId, id) === undefined) throw refusals.noWebhookToDelete();
    this.world.store.commit([this.webhooks.delete(accountId, id)]);
  }

  /** The changes that record an attempt; none if the destination was deleted. */
  attempted(accountId: string, id: string, succeeded: boolean): readonly Change[] {
    const webhook = this.find(accountId, id);
    if (webhook === undefined) return [];
    return [this.webhooks.put(accountId, id, { ...webhook, ...this.timesOf(succeeded) })];
  }

  private timesOf(succeeded: boolean): Partial<Webhook> {
    const now = this.world.now().toISOString();
    return succeeded ? { last_success: now } : { last_failure: now };
  }

  private keep(accountId: string, webhook: Webhook): Webhook {
    this.world.store.commit([this.webhooks.put(accountId, webhook.id, webhook)]);
    return webhook;
  }
}
