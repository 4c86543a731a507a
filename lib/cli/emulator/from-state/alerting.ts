import { filledTextOf, objectsOf, textsOf, type JsonObject } from '../../../ground/json';
import { toInput, type Settings } from '../../../resources/pool-notification-policy/policy';
import { blockOf, pick, type Translate } from './values';

export const edgePolicyOf: Translate = (attributes) => {
  const emails = [...textsOf(attributes.email_addresses), ...textsOf(attributes.carried_over_recipients)];
  const healthAlert = { new_health: ['Unhealthy', 'Healthy'], event_sources: ['pool', 'origin'] };
  const settings = {
    description: '',
    enabled: true,
    ...healthAlert,
    ...pick(attributes, Object.keys(healthAlert)),
    ...pick(attributes, ['name', 'description', 'enabled', 'webhook_ids', 'pagerduty_ids']),
  } as unknown as Settings;
  const input = toInput(settings, textsOf(attributes.pool_ids), [...new Set(emails)]);
  return { body: { ...pick(attributes, ['id']), ...input } };
};

/** The destinations that policies name and the states lack, by kind. */
export function destinationsOf({
  mechanisms,
}: JsonObject): readonly { kind: 'webhooks' | 'pagerduty'; id: string; name: string }[] {
  const found = blockOf(mechanisms) ?? {};
  return (['webhooks', 'pagerduty'] as const).flatMap((kind) =>
    objectsOf(found[kind]).flatMap(({ id, name }) =>
      typeof id === 'string' ? [{ kind, id, name: filledTextOf(name) ?? id }] : [],
    ),
  );
}
