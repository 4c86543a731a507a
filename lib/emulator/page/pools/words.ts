import { plural } from '../../../ground/words';
import type { AlertingState } from '../../products/alerting';
import type { HealthEvent, NotifiedRecipient } from '../../products/alerting/recipients';
import { isHealthy, type Pool } from '../../products/pools/health';
import type { NotificationChoice } from '../../products/pools/schema';
import type { Tone } from '../content';

/** Degraded: healthy, with an origin that is not. Disabled pools and origins are not checked. */
export function healthOf(pool: Pool): {
  readonly word: string;
  readonly tone: Tone;
  readonly origins: string;
} {
  if (!pool.enabled) return { word: 'Disabled', tone: 'neutral', origins: 'not checked' };
  const checked = pool.origins.filter(({ enabled }) => enabled);
  const healthy = checked.filter(({ name }) => !pool.unhealthy.includes(name)).length;
  const origins =
    checked.length === 0 ? 'no enabled origin' : `${healthy} of ${plural(checked.length, 'origin')} healthy`;
  if (!isHealthy(pool)) return { word: 'Unhealthy', tone: 'bad', origins };
  return healthy === checked.length
    ? { word: 'Healthy', tone: 'good', origins }
    : { word: 'Degraded', tone: 'warning', origins };
}

/** `pool unhealthy` */
export function eventWords({ event_source: source, new_health: health }: HealthEvent): string {
  return `${source} ${health.toLowerCase()}`;
}

/** Events as a clause: `when the pool becomes unhealthy`. */
export function whenWords(events: readonly HealthEvent[]): string {
  const sources = (['pool', 'origin'] as const).flatMap((source) => {
    const changes = events
      .filter((each) => each.event_source === source)
      .map((each) => each.new_health.toLowerCase());
    if (changes.length === 0) return [];
    return [`${source === 'pool' ? 'the pool' : 'an origin'} becomes ${changes.join(' or ')}`];
  });
  return `when ${sources.join(', or when ')}`;
}

export const mechanismWords = { email: 'E-mail', webhook: 'Webhook', pagerduty: 'PagerDuty' } as const;

/** A recipient with why notifications do not arrive. Destinations have names here: a URL can contain credentials. */
export function recipientWords(
  { mechanism, recipient, recipient_name: name }: NotifiedRecipient,
  accountId: string,
  { webhooks }: AlertingState,
): string {
  if (mechanism === 'email') return recipient;
  const kind = mechanism === 'webhook' ? 'webhook' : 'PagerDuty';
  if (name === null) return `${recipient} (${kind}, deleted)`;
  const webhook = mechanism === 'webhook' ? webhooks.find(accountId, recipient) : undefined;
  const { last_failure: failure = null, last_success: success = null } = webhook ?? {};
  const hasFailed = failure !== null && (success === null || success < failure);
  return `${name} (${kind}${hasFailed ? ', last delivery failed' : ''})`;
}

/** What the filter of the legacy e-mail selects. */
export function choiceWords(choice: NotificationChoice | null | undefined): string {
  if (choice?.disable === true) return 'not reported';
  if (typeof choice?.healthy !== 'boolean') return 'every change';
  return choice.healthy ? 'only when healthy again' : 'only when unhealthy';
}
