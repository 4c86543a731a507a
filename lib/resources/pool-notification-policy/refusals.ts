import type { ApiError } from '../../client';
import { errorAt, type Diagnostic } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';

/** Error codes of the API: public facts, section 5.4. */
const noMechanism = 17102;
const filtersMissing = 17103;

const mechanisms: readonly (readonly [RegExp, keyof PoolNotificationPolicyAttributes, string])[] = [
  [/mechanisms\W+email/i, 'email_addresses', 'E-mail address'],
  [/webhook/i, 'webhook_ids', 'Webhook'],
  [/pagerduty/i, 'pagerduty_ids', 'PagerDuty service'],
];

/** A diagnostic at the attribute that a refusal of the API is about; empty if it is about none. */
export function describeRefusal(error: ApiError): Diagnostic[] {
  const { message } = error;
  if (error.hasCode(filtersMissing)) return [errorAt(['pool_ids'], 'Filters required by the API', message)];
  const [, attribute, noun] = mechanisms.find(([pattern]) => pattern.test(message)) ?? [];
  if (attribute !== undefined) return [errorAt([attribute], `${noun ?? ''} refused by the API`, message)];
  return error.hasCode(noMechanism)
    ? [errorAt(['email_addresses'], 'Policy has no recipients', message)]
    : [];
}
