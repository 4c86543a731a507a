import { filledTextOf, objectsOf, textsOf, type JsonObject } from '../../../ground/json';
import { toInput, type PolicySettings } from '../../../resources/pool-notification-policy/policy';
import { blockOf, isSet, pick, withoutUnset, type Translate } from './values';
import { own } from '../../../ground/record';

const mechanismsOf = {
  email: 'email_integration',
  webhooks: 'webhooks_integration',
  pagerduty: 'pagerduty_integration',
};

/** A `_notification_policy` of any version of the provider. */
export const policyOf: Translate = (attributes) => {
  const mechanisms = blockOf(attributes.mechanisms);
  const entries = Object.entries(mechanismsOf).map(([kind, attribute]) => [
    kind,
    objectsOf(mechanisms === undefined ? own(attributes, attribute) : own(mechanisms, kind)).map((each) =>
      pick(each, ['id', 'name']),
    ),
  ]);
  const filters = withoutUnset(blockOf(attributes.filters) ?? {});
  return {
    body: {
      ...pick(attributes, ['id', 'name', 'description', 'alert_type', 'alert_interval']),
      enabled: attributes.enabled !== false,
      mechanisms: Object.fromEntries(entries),
      ...(isSet(filters) ? { filters } : {}),
    },
  };
};

/** An `edge_pool_notification_policy`. */
export const edgePolicyOf: Translate = (attributes) => {
  const emails = [...textsOf(attributes.email_addresses), ...textsOf(attributes.carried_over_recipients)];
  const healthAlert = { new_health: ['Unhealthy', 'Healthy'], event_sources: ['pool', 'origin'] };
  const settings = {
    description: '',
    enabled: true,
    ...healthAlert,
    ...pick(attributes, Object.keys(healthAlert)),
    ...pick(attributes, ['name', 'description', 'enabled', 'webhook_ids', 'pagerduty_ids']),
  } as unknown as PolicySettings;
  const input = toInput(settings, textsOf(attributes.pool_ids), [...new Set(emails)]);
  return { body: { ...pick(attributes, ['id']), ...input } };
};

/** A `_notification_policy_webhooks`. */
export const webhookOf: Translate = (attributes) => ({
  body: pick(attributes, ['id', 'name', 'url', 'secret']),
});

/** A `_load_balancer_pool` of any version of the provider. */
export const poolOf: Translate = (attributes) => {
  const nested = ['load_shedding', 'origin_steering', 'notification_filter'].flatMap((name) => {
    const value = withoutUnset(blockOf(own(attributes, name)) ?? {});
    return isSet(value) ? [[name, value] as const] : [];
  });
  return {
    body: {
      ...pick(attributes, [
        'id',
        'name',
        'description',
        'enabled',
        'minimum_origins',
        'monitor',
        'check_regions',
      ]),
      ...pick(attributes, ['notification_email', 'latitude', 'longitude']),
      ...Object.fromEntries(nested),
      origins: objectsOf(attributes.origins).map(originOf),
    },
  };
};

/** The header is a block with a name and values in versions 3 and 4, and an object with `host` in version 5. */
function originOf(origin: JsonObject): JsonObject {
  const header = blockOf(origin.header) ?? {};
  const hosts = textsOf(header.host ?? header.values);
  return {
    ...pick(origin, ['name', 'address', 'enabled', 'weight', 'virtual_network_id']),
    ...(typeof origin.port === 'number' && origin.port > 0 ? { port: origin.port } : {}),
    ...(hosts.length === 0 ? {} : { header: { Host: hosts } }),
  };
}

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
