import { mechanismIds, type CoveringPolicy, type WorkingDestinations } from '../../pools';

/** The recipients of a policy that are no e-mail addresses: by name, since the URL of a webhook may contain its secret. */
export function describeServices(
  policy: Pick<CoveringPolicy, 'mechanisms'>,
  working: WorkingDestinations,
  names: ReadonlyMap<string, string>,
): string[] {
  const nameOf = (id: string) => names.get(id) ?? id;
  return [
    ...mechanismIds(policy, 'webhooks').map(
      (id) => `webhook ${nameOf(id)}${working.webhooks.has(id) ? '' : ' (its last delivery failed)'}`,
    ),
    ...mechanismIds(policy, 'pagerduty').map((id) => `PagerDuty service ${nameOf(id)}`),
  ];
}
