import type { PagerDuty, Policy, Webhook } from './model';

export function renderPolicy(policy: Policy): object {
  return policy;
}

export function renderWebhook({ secret: _secret, ...webhook }: Webhook): object {
  return webhook;
}

/** Which mechanisms an account may use, and which have a destination already. */
export function renderEligible(webhooks: readonly Webhook[], services: readonly PagerDuty[]): object {
  const mechanism = (type: string, ready: boolean) => [{ eligible: true, ready, type }];
  return {
    email: mechanism('email', true),
    webhooks: mechanism('webhooks', webhooks.length > 0),
    pagerduty: mechanism('pagerduty', services.length > 0),
  };
}
