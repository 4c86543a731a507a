import { isApiError, mayHaveBeenApplied } from '../../client';
import { DiagnosticError, errorAt, type Diagnostic } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';

/** Codes of the service, public facts, section 5.4. */
const noMechanism = 17102;
const filtersMissing = 17103;

/** Writes a policy; what the service refuses is told in terms of attributes, where it is about any. */
export async function refusalsExplained<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const diagnostic = explain(error);
    if (diagnostic === undefined) throw error;
    throw new DiagnosticError([diagnostic], { cause: error });
  }
}

function explain(error: unknown): Diagnostic | undefined {
  if (!isApiError(error) || mayHaveBeenApplied(error)) return undefined;
  const at = (name: keyof PoolNotificationPolicyAttributes, summary: string) =>
    errorAt([name], summary, error.message);
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
  return undefined;
}
