import type { ApiError } from '../../client';
import { errorAt, type Diagnostic } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';

/** Error codes of the API: public facts, section 5.4. */
const noMechanism = 17102;
const filtersMissing = 17103;

/** A diagnostic at the attribute that a refusal of the API is about; empty if it is about none. */
export function describeRefusal(error: ApiError): Diagnostic[] {
  const at = (name: keyof PoolNotificationPolicyAttributes, summary: string) => [
    errorAt([name], summary, error.message),
  ];
  if (error.hasCode(noMechanism)) {
    const [kind] = /mechanisms\W+(?:email|webhooks|pagerduty)/i.exec(error.message) ?? [''];
    if (/email$/i.test(kind)) return at('email_addresses', 'E-mail address refused by the API');
    if (/webhooks$/i.test(kind)) return at('webhook_ids', 'Webhook refused by the API');
    if (/pagerduty$/i.test(kind)) return at('pagerduty_ids', 'PagerDuty service refused by the API');
    return at('email_addresses', 'Policy has no recipients');
  }
  if (error.hasCode(filtersMissing)) return at('pool_ids', 'Filters required by the API');
  if (/webhook/i.test(error.message)) return at('webhook_ids', 'Webhook refused by the API');
  if (/pagerduty/i.test(error.message)) return at('pagerduty_ids', 'PagerDuty service refused by the API');
  return [];
}
