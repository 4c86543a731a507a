import type { ApiError } from '../../client';
import { errorAt, type Diagnostic } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';

/** Codes of the service, public facts, section 5.4. */
const noMechanism = 17102;
const filtersMissing = 17103;

/** The attribute that a refusal of the service is about; empty when it is about none of them. */
export function describeRefusal(error: ApiError): Diagnostic[] {
  const at = (name: keyof PoolNotificationPolicyAttributes, summary: string) => [
    errorAt([name], summary, error.message),
  ];
  if (error.hasCode(noMechanism)) {
    const [kind] = /mechanisms\W+(?:email|webhooks|pagerduty)/i.exec(error.message) ?? [''];
    if (/email$/i.test(kind)) return at('email_addresses', 'The service refused an address');
    if (/webhooks$/i.test(kind)) return at('webhook_ids', 'The service refused a webhook');
    if (/pagerduty$/i.test(kind)) return at('pagerduty_ids', 'The service refused a PagerDuty service');
    return at('email_addresses', 'The service finds nobody to tell');
  }
  if (error.hasCode(filtersMissing)) return at('pool_ids', 'The service wants filters for this alert');
  if (/webhook/i.test(error.message)) return at('webhook_ids', 'The service refused a webhook');
  if (/pagerduty/i.test(error.message)) return at('pagerduty_ids', 'The service refused a PagerDuty service');
  return [];
}
