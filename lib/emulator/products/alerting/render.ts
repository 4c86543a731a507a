import type { PagerDuty } from './model';
import type { Webhook } from './webhooks';

export function renderWebhook({ secret: _secret, ...webhook }: Webhook): object {
  return webhook;
}

/** The mechanisms that an account can use, and whether each has a destination. */
export function renderEligible(webhooks: readonly Webhook[], services: readonly PagerDuty[]): object {
  const mechanism = (type: string, ready: boolean) => [{ eligible: true, ready, type }];
  return {
    email: mechanism('email', true),
    webhooks: mechanism('webhooks', webhooks.length > 0),
    pagerduty: mechanism('pagerduty', services.length > 0),
  };
}
