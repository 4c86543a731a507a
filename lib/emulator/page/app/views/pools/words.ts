import { plural } from '../../../../../ground/words';
import type {
  HealthEvent,
  LegacyChoice,
  PoolHealth,
  Recipient,
  Shortened,
  NotificationRow,
  NotificationState,
} from '../../../model/pools';
import type { Tone } from '../../components/content';

export const healthWords: Readonly<
  Record<PoolHealth['status'], { readonly word: string; readonly tone: Tone }>
> = {
  healthy: { word: 'Healthy', tone: 'good' },
  degraded: { word: 'Degraded', tone: 'warning' },
  unhealthy: { word: 'Unhealthy', tone: 'bad' },
  disabled: { word: 'Disabled', tone: 'neutral' },
};

export function originsWords({ status, healthyOrigins, checkedOrigins }: PoolHealth): string {
  if (status === 'disabled') return 'not checked';
  if (checkedOrigins === 0) return 'no enabled origin';
  return `${healthyOrigins} of ${plural(checkedOrigins, 'origin')} healthy`;
}

/** `pool unhealthy` */
export function eventWords({ source, health }: HealthEvent): string {
  return `${source} ${health.toLowerCase()}`;
}

/** Events as a clause: `when the pool becomes unhealthy`. */
export function whenWords(events: readonly HealthEvent[]): string {
  const sources = (['pool', 'origin'] as const).flatMap((source) => {
    const changes = events.filter((each) => each.source === source).map(({ health }) => health.toLowerCase());
    if (changes.length === 0) return [];
    const subject = source === 'pool' ? 'the pool' : 'an origin';
    return [`${subject} becomes ${changes.join(' or ')}`];
  });
  return `when ${sources.join(', or when ')}`;
}

export function recipientWords({ mechanism, name, fault }: Recipient): string {
  const kind = { email: '', webhook: 'webhook', pagerduty: 'PagerDuty' }[mechanism];
  const remarks = [kind, fault ?? ''].filter((each) => each !== '');
  return remarks.length === 0 ? name : `${name} (${remarks.join(', ')})`;
}

export function shortWords<Item>({ first, more }: Shortened<Item>, words: (item: Item) => string): string {
  const text = first.map(words).join(', ');
  return more === 0 ? text : `${text} and ${more} more`;
}

export function choiceWords(choice: LegacyChoice): string {
  return {
    all: 'every change',
    healthy: 'only when healthy again',
    unhealthy: 'only when unhealthy',
    none: 'not reported',
  }[choice];
}

export const stateNames: Readonly<Record<NotificationState, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  recorded: 'Recorded, not sent',
};

const stateTones: Readonly<Record<NotificationState, Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
  recorded: 'neutral',
};

export function stateWords({ state, attempts }: Pick<NotificationRow, 'state' | 'attempts'>) {
  const word = state === 'pending' && attempts > 0 ? 'Retrying' : stateNames[state];
  return { word, tone: stateTones[state] };
}

export function causeWords({ cause, policy }: Pick<NotificationRow, 'cause' | 'policy'>): string {
  if (cause === 'legacy') return 'Legacy e-mail';
  return cause === 'test' ? 'Test of the webhook' : `Policy ${policy ?? ''}`;
}

export const mechanismWords = { email: 'E-mail', webhook: 'Webhook', pagerduty: 'PagerDuty' } as const;
