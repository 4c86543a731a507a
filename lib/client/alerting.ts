import { Collection, defineCollection } from './collection';
import {
  anything,
  apiObject,
  boolean,
  filledText,
  identifier,
  items,
  list,
  part,
  text,
  texts,
  type InputOf,
  type ObjectOf,
} from './object';
import { webhookSecrets } from './redact';
import type { CachedCallOptions, CallOptions, CreateOptions, Transport } from './transport';

/** One recipient. Older replies have a `name` as well; it is kept. */
const mechanism = apiObject('a mechanism', { id: filledText().required(), name: text().asIs() });

/** The recipients of a policy. A kind that the API omits is read as `[]`. */
const mechanisms = apiObject(
  'a policy',
  {
    /** The ids are the addresses. */
    email: items(mechanism),
    /** The ids of webhooks. */
    webhooks: items(mechanism),
    pagerduty: items(mechanism),
  },
  anything,
);

/** The filters of an alert, those of `load_balancing_health_alert`. Unknown filters are kept. */
const filters = apiObject(
  'a policy',
  {
    /** Ids of pools. */
    pool_id: texts().orAbsent([]),
    /** States to notify about: `Unhealthy`, `Healthy`. */
    new_health: texts().orAbsent([]),
    /** Sources of events to notify about: `pool`, `origin`. */
    event_source: texts().orAbsent([]),
  },
  anything,
);

/** Source: section 2.8 of the specification for `alert_type` and the filters, the public schema for what it does not show. */
export const policy = apiObject('a policy', {
  /** At most 36 characters: a UUID with or without dashes. */
  id: identifier(),
  name: text().required(),
  /** `""` when the service leaves it out. */
  description: text(),
  /** `true` when the service leaves it out, its documented default. */
  enabled: boolean(true).required(),
  /** `load_balancing_health_alert` for the health of pools and origins; there are about sixty other types. */
  alert_type: text().required(),
  /** At least one recipient in all. */
  mechanisms: part(mechanisms).required(),
  /**
   * Filters that limit the alert; `{}` when the service leaves it out. For `load_balancing_health_alert`: `pool_id`
   * (ids of pools), `new_health` (of `Unhealthy`, `Healthy`) and `event_source` (of `pool`, `origin`). Some types need filters.
   */
  filters: part(filters),
  /** How long to wait before the same alert is sent again, `30m` for instance. Not every type has one. */
  alert_interval: text().orAbsent(),
  /** ISO 8601, UTC. */
  created: text().readOnly(),
  /** ISO 8601, UTC. */
  modified: text().readOnly(),
});

/** A notification policy as the service returns it. Unknown fields are kept. */
export interface Policy extends ObjectOf<typeof policy> {}

/** The filters that limit an alert. Unknown filters are kept. */
export interface PolicyFilters extends ObjectOf<typeof filters> {}

/** The recipients of a policy. */
export interface Mechanisms extends ObjectOf<typeof mechanisms> {}

/** One recipient. */
export interface Mechanism extends ObjectOf<typeof mechanism> {}

/** A policy to be stored, whole. */
export interface PolicyInput extends InputOf<typeof policy> {}

/** Source: the public schema. */
const webhook = apiObject('a webhook', {
  id: identifier(),
  name: text().required(),
  /** The API derives it from the URL, for example `slack`, `discord` or `generic`. */
  type: text()
    .words('datadog', 'discord', 'feishu', 'gchat', 'generic', 'opsgenie', 'slack', 'splunk')
    .readOnly(),
  /** Only public addresses on port 80 or 443. For some types it holds a token, and the service may return it without that. */
  url: text().required().secret(webhookSecrets),
  /**
   * Sent with each delivery of type `generic`, in the header `cf-webhook-auth`.
   *
   * @default - none is sent to the service
   */
  secret: text().secret().writeOnly(),
  /** ISO 8601, UTC. */
  created_at: text().readOnly(),
  /** ISO 8601, UTC; `null` when none succeeded yet. */
  last_success: text().orNull().readOnly(),
  /** ISO 8601, UTC; `null` when none failed yet. */
  last_failure: text().orNull().readOnly(),
});

/** A webhook as the service returns it. Unknown fields are kept. */
export interface Webhook extends ObjectOf<typeof webhook> {}

/** A webhook to be stored. */
export interface WebhookInput extends InputOf<typeof webhook> {}

/** Source: the public schema. */
const pagerDutyService = apiObject('a PagerDuty service', { id: identifier(), name: text() });

/** A PagerDuty service that is connected to the account. Unknown fields are kept. */
export interface PagerDutyService extends ObjectOf<typeof pagerDutyService> {}

const availableAlert = apiObject('an available alert', {
  /** The type, which a policy has as `alert_type`. */
  type: text(),
  display_name: text(),
  description: text(),
  /** The filters a policy of this type can have, in the service's own form. */
  filter_options: list(),
});

/** A kind of alert that the account can have. Unknown fields are kept. */
export interface AvailableAlert extends ObjectOf<typeof availableAlert> {}

/** The kinds of alerts by product. */
export const availableAlerts = apiObject('the available alerts', {}, items(availableAlert));

/** The reply to a write of a policy or a webhook. */
export interface WrittenId {
  readonly id: string;
}

/** The options of {@link AlertingApi.listWebhooks}. */
export interface WebhookListOptions extends CachedCallOptions {
  /**
   * IDs of webhooks that may exist although the list lacks them: those that exist are in the result.
   *
   * @default - none
   */
  readonly knownIds?: readonly string[];
}

/**
 * The notification policies of an account and their webhooks. Source: section 2.8 and section 4.5 of the
 * specification; the paths and the remaining fields are public facts.
 *
 * Every method rejects with an {@link EdgeError}. No error contains the secret of a webhook or a token in its URL.
 *
 * @example
 * import { EdgeClient } from 'cdktf-edge-platform/client';
 *
 * async function watchPools(accountId: string, poolIds: string[]): Promise<string> {
 *   const client = new EdgeClient({
 *     baseUrl: process.env.EDGE_BASE_URL ?? 'http://127.0.0.1:8787/client/v4',
 *     credentials: { apiToken: process.env.EDGE_API_TOKEN ?? 'a-token' },
 *   });
 *   const { id } = await client.alerting.createPolicy(accountId, {
 *     name: 'Pools that go down',
 *     enabled: true,
 *     alert_type: 'load_balancing_health_alert',
 *     mechanisms: { email: [{ id: 'ops@example.com' }] },
 *     filters: { pool_id: poolIds, new_health: ['Unhealthy'], event_source: ['pool'] },
 *   });
 *   await client.close();
 *   return id;
 * }
 */
export class AlertingApi {
  readonly #transport: Transport;
  readonly #policies: Collection<string, Policy>;
  readonly #webhooks: Collection<string, Webhook>;
  readonly #pagerDuty: Collection<string, PagerDutyService>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.#policies = new Collection(transport, policies);
    this.#webhooks = new Collection(transport, webhooks);
    this.#pagerDuty = new Collection(transport, pagerDutyServices);
  }

  /** All policies of the account; the list has no pages. */
  async listPolicies(accountId: string, options: CachedCallOptions = {}): Promise<Policy[]> {
    return this.#policies.list(accountId, options);
  }

  /**
   * One policy. Rejects with a {@link NotFoundError} when there is none (code 0, `Policy not found`). A policy that a cached
   * list lacks is read by its ID.
   */
  async getPolicy(accountId: string, policyId: string, options: CachedCallOptions = {}): Promise<Policy> {
    return this.#policies.get(accountId, policyId, options);
  }

  /**
   * Creates a policy: the second step of section 4.5. The reply has only its ID; read the policy with `getPolicy`. An
   * {@link ApiError} with code 17102 means that it has no mechanism, with 17103 that its type needs filters.
   */
  async createPolicy(accountId: string, input: PolicyInput, options: CreateOptions = {}): Promise<WrittenId> {
    return this.#policies.writeForId(accountId, { method: 'POST', body: input, ...options });
  }

  /**
   * Replaces a policy. Send all of it: the effect of an omitted part is not documented. The reply has only its ID. An
   * {@link ApiError} with code 17004 means that the alert type is wrong.
   */
  async updatePolicy(
    accountId: string,
    policyId: string,
    input: PolicyInput,
    options: CallOptions = {},
  ): Promise<WrittenId> {
    return this.#policies.writeForId(accountId, { method: 'PUT', id: policyId, body: input, ...options });
  }

  /** Deletes a policy. The reply is an envelope without a result. */
  async deletePolicy(accountId: string, policyId: string, options: CallOptions = {}): Promise<void> {
    await this.#policies.delete(accountId, policyId, options);
  }

  /** All webhooks of the account; the list has no pages. Those of `knownIds` that it lacks are read one by one. */
  async listWebhooks(accountId: string, options: WebhookListOptions = {}): Promise<Webhook[]> {
    return this.#webhooks.list(accountId, options);
  }

  /** One webhook. Rejects with a {@link NotFoundError} when there is none (code 0, `Webhook not found`). */
  async getWebhook(accountId: string, webhookId: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#webhooks.get(accountId, webhookId, options);
  }

  /**
   * Creates a webhook. The API first sends a test message to its URL; an {@link ApiError} with code 0 and
   * `Webhook test failed` means that the test failed. The reply has only its ID; read the webhook with `getWebhook`.
   */
  async createWebhook(accountId: string, input: WebhookInput, options: CallOptions = {}): Promise<WrittenId> {
    return this.#webhooks.writeForId(accountId, { method: 'POST', body: input, ...options });
  }

  /**
   * Changes the name of a webhook. Send all of it, including the secret. The reply has only its ID. The API accepts another URL
   * and keeps the one that the webhook has (public field reports): create another webhook instead. For an unknown webhook it
   * may return `invalid Webhook ID`, which is a plain {@link ApiError}: it can also mean a malformed ID.
   */
  async updateWebhook(
    accountId: string,
    webhookId: string,
    input: WebhookInput,
    options: CallOptions = {},
  ): Promise<WrittenId> {
    return this.#webhooks.writeForId(accountId, { method: 'PUT', id: webhookId, body: input, ...options });
  }

  /**
   * Deletes a webhook. The reply is an envelope without a result. For an unknown webhook the API may return an internal
   * error (code 15000): check with `getWebhook` before you treat that as a failure.
   */
  async deleteWebhook(accountId: string, webhookId: string, options: CallOptions = {}): Promise<void> {
    await this.#webhooks.delete(accountId, webhookId, options);
  }

  /** The PagerDuty services that are connected to the account; the list has no pages. */
  async listPagerDuty(accountId: string, options: CachedCallOptions = {}): Promise<PagerDutyService[]> {
    return this.#pagerDuty.list(accountId, options);
  }

  /** The kinds of alerts the account can have, by product (`Load Balancing` for instance). */
  async availableAlerts(
    accountId: string,
    options: CallOptions = {},
  ): Promise<Record<string, AvailableAlert[]>> {
    const path = [...alertingOf(accountId), 'available_alerts'];
    return (await this.#transport.read({ method: 'GET', path, ...options }, availableAlerts.read)) as Record<
      string,
      AvailableAlert[]
    >;
  }
}

export const policies = defineCollection<string, Policy>(policy, {
  several: 'policies',
  pathOf: (accountId) => [...alertingOf(accountId), 'policies'],
  notFoundText: 'Policy not found',
});

export const webhooks = defineCollection<string, Webhook>(webhook, {
  several: 'webhooks',
  pathOf: (accountId) => [...alertingOf(accountId), 'destinations', 'webhooks'],
  notFoundText: 'Webhook not found',
});

export const pagerDutyServices = defineCollection<string, PagerDutyService>(pagerDutyService, {
  several: 'PagerDuty services',
  pathOf: (accountId) => [...alertingOf(accountId), 'destinations', 'pagerduty'],
});

function alertingOf(accountId: string): string[] {
  return ['accounts', accountId, 'alerting', 'v3'];
}
