import { generalRefusals } from '../../http/errors';
import { cut, readPage } from '../../http/paging';
import { legacyPolicyId, type Notification } from './notification';
import type { Policy } from './policies';
import type { Change, Table } from '../../state/store';
import type { World } from '../../world';

type Sent = ReturnType<typeof sentOf>;

/** A sent notification in the shape of the API. Name and description are those of the policy. */
function sentOf(notification: Notification, policy: Policy | undefined, sent: string) {
  return {
    id: notification.id,
    name: notification.policy_name ?? '',
    ...(policy?.description !== undefined && { description: policy.description }),
    alert_body: notification.text,
    alert_type: notification.alert_type,
    mechanism: notification.recipient,
    mechanism_type: notification.mechanism,
    policy_id: notification.policy_id,
    sent,
  };
}

/** The newest notifications that the policies of all accounts have sent. */
export class History {
  private readonly sent: Table<Sent>;

  constructor(private readonly world: World) {
    this.sent = world.store.table<Sent>('alert_history');
  }

  /** Newest first. */
  page(accountId: string, query: URLSearchParams) {
    const page = readPage(query);
    const since = readTime(query, 'since') ?? -Infinity;
    const before = readTime(query, 'before') ?? Infinity;
    const found = this.sent.list(accountId).filter(({ sent }) => {
      const time = Date.parse(sent);
      return time >= since && time < before;
    });
    return cut(found.reverse(), page);
  }

  /** @param policy - undefined if it was deleted. The legacy mechanism has no history. */
  added(notification: Notification, policy: Policy | undefined): readonly Change[] {
    if (notification.policy_id === legacyPolicyId) return [];
    const accountId = notification.account_id;
    const item = sentOf(notification, policy, this.world.now().toISOString());
    const kept = this.sent.list(accountId);
    const oldest = kept.slice(0, Math.max(0, kept.length + 1 - mostKept));
    return [
      ...oldest.map(({ id }) => this.sent.delete(accountId, id)),
      this.sent.put(accountId, item.id, item),
    ];
  }
}

const mostKept = 1000;

function readTime(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time))
    throw generalRefusals.badQuery(name, text, 'it must be a time like 2026-01-02T03:04:05Z');
  return time;
}
