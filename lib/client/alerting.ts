import { Collection, defineKind } from './collection';
import * as known from './known-members';
import { ObjectReader, readerOf, readTexts, type Unreadable } from './reader';
import { webhookSecrets } from './redact';
import type { CachedCallOptions, CallOptions, CreateOptions, Transport } from './transport';

/**
 * A notification policy as the service returns it. Source: section 2.8 of the specification for `alert_type` and the
 * filters, the public schema for what it does not show. Unknown fields are kept.
 */
export interface Policy {
  /** At most 36 characters: a UUID with or without dashes. */
  readonly id: string;
  readonly name: string;
  /** `""` when the service leaves it out. */
  readonly description: string;
  /** `true` when the service leaves it out, its documented default. */
  readonly enabled: boolean;
  /** `load_balancing_health_alert` for the health of pools and origins; there are about sixty other types. */
  readonly alert_type: string;
  readonly mechanisms: Mechanisms;
  /**
   * What the alert is limited to; `{}` when the service leaves it out. For `load_balancing_health_alert`: `pool_id`
   * (ids of pools), `new_health` (of `Unhealthy`, `Healthy`) and `event_source` (of `pool`, `origin`).
   */
  readonly filters: PolicyFilters;
  /** How long to wait before the same alert is sent again, `30m` for instance. Not every type has one. */
  readonly alert_interval?: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  /** ISO 8601, UTC. */
  readonly modified: string;
  readonly [field: string]: unknown;
}

/** What an alert is limited to. The first three are those of `load_balancing_health_alert`; unknown filters are kept. */
export interface PolicyFilters {
  /** Ids of pools. */
  readonly pool_id?: readonly string[];
  /** Of `Unhealthy`, `Healthy`. */
  readonly new_health?: readonly string[];
  /** Of `pool`, `origin`. */
  readonly event_source?: readonly string[];
  readonly [name: string]: unknown;
}

/** The recipients of a policy. A kind that the API omits is read as `[]`. */
export interface Mechanisms {
  /** The ids are the addresses. */
  readonly email: readonly Mechanism[];
  /** The ids of webhooks. */
  readonly webhooks: readonly Mechanism[];
  readonly pagerduty: readonly Mechanism[];
  readonly [kind: string]: unknown;
}

/** One recipient. Older replies have a `name` as well; it is kept. */
export interface Mechanism {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A policy to be stored, whole. */
export interface PolicyInput {
  readonly name: string;
  readonly enabled: boolean;
  readonly alert_type: string;
  /** At least one recipient in all. */
  readonly mechanisms: {
    readonly email?: readonly Mechanism[];
    readonly webhooks?: readonly Mechanism[];
    readonly pagerduty?: readonly Mechanism[];
  };
  /** Some types need filters. */
  readonly filters?: PolicyFilters;
  readonly description?: string;
  readonly alert_interval?: string;
  readonly [field: string]: unknown;
}

/** A webhook as the service returns it. Source: the public schema. Unknown fields are kept; the secret is never returned. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  /** The API derives it from the URL, for example `slack`, `discord` or `generic`. */
  readonly type: string;
  /** For some types it holds a token, and the service may return it without that. */
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** ISO 8601, UTC; `null` when none succeeded yet. */
  readonly last_success: string | null;
  /** ISO 8601, UTC; `null` when none failed yet. */
  readonly last_failure: string | null;
  readonly [field: string]: unknown;
}

/** A webhook to be stored. */
export interface WebhookInput {
  readonly name: string;
  /** Only public addresses on port 80 or 443. */
  readonly url: string;
  /**
   * Sent with each delivery of type `generic`, in the header `cf-webhook-auth`.
   *
   * @default - none is sent to the service
   */
  readonly secret?: string;
  readonly [field: string]: unknown;
}

/** A PagerDuty service that is connected to the account. Unknown fields are kept. Source: the public schema. */
export interface PagerDutyService {
  readonly id: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** The reply to a write of a policy or a webhook. */
export interface WrittenId {
  readonly id: string;
}

/** A kind of alert that the account can have. Unknown fields are kept. */
export interface AvailableAlert {
  /** What a policy calls `alert_type`. */
  readonly type: string;
  readonly display_name: string;
  readonly description: string;
  /** The filters a policy of this type can have, in the service's own form. */
  readonly filter_options: readonly unknown[];
  readonly [field: string]: unknown;
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
  readonly #policies: Collection<string, Policy, PolicyInput>;
  readonly #webhooks: Collection<string, Webhook, WebhookInput>;
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
    return this.#transport.read({ method: 'GET', path, ...options }, readAvailableAlerts);
  }
}

export const policies = defineKind<string, Policy, PolicyInput>({
  nouns: ['a policy', 'policies'],
  pathOf: (accountId) => [...alertingOf(accountId), 'policies'],
  notFoundText: 'Policy not found',
  known: known.policy,
  members: (policy) => ({
    id: policy.identifier('id'),
    ...policy.texts('name', 'description', 'alert_type', 'created', 'modified'),
    enabled: policy.boolean('enabled', true),
    mechanisms: policy.part('mechanisms', readMechanisms),
    filters: policy.part('filters', readFilters),
    alert_interval: policy.text('alert_interval', null) ?? undefined,
  }),
});

export const webhooks = defineKind<string, Webhook, WebhookInput>({
  nouns: ['a webhook', 'webhooks'],
  pathOf: (accountId) => [...alertingOf(accountId), 'destinations', 'webhooks'],
  notFoundText: 'Webhook not found',
  secretsOf: ({ secret = '', url }) => [secret, ...webhookSecrets(url)],
  known: known.webhook,
  members: (webhook) => ({
    id: webhook.identifier('id'),
    ...webhook.texts('name', 'type', 'url', 'created_at'),
    last_success: webhook.text('last_success', null),
    last_failure: webhook.text('last_failure', null),
  }),
});

export const pagerDutyServices = defineKind<string, PagerDutyService>({
  nouns: ['a PagerDuty service', 'PagerDuty services'],
  pathOf: (accountId) => [...alertingOf(accountId), 'destinations', 'pagerduty'],
  members: (service) => ({ id: service.identifier('id'), name: service.text('name', '') }),
});

function alertingOf(accountId: string): string[] {
  return ['accounts', accountId, 'alerting', 'v3'];
}

const readMechanisms = readerOf('a policy', known.mechanisms, (mechanisms) => ({
  email: mechanisms.items('email', readMechanism),
  webhooks: mechanisms.items('webhooks', readMechanism),
  pagerduty: mechanisms.items('pagerduty', readMechanism),
}));

const readMechanism = readerOf('a mechanism', known.mechanism, (each) => ({ id: each.identifier('id') }));

const readFilters = readerOf('a policy', known.filters, (filters, unreadable) => {
  const read = (name: string): readonly string[] =>
    readTexts(
      filters.list(name),
      unreadable,
      `a policy whose filter ${name} holds something else than strings`,
    );
  const present = ['pool_id', 'new_health', 'event_source'].filter((name) =>
    Object.hasOwn(filters.all, name),
  );
  return Object.fromEntries(present.map((name) => [name, read(name)]));
});

/** By product. */
export function readAvailableAlerts(
  value: unknown,
  unreadable: Unreadable,
): Record<string, AvailableAlert[]> {
  const products = new ObjectReader(value, 'the available alerts', unreadable, known.map);
  return Object.fromEntries(
    Object.keys(products.all).map((product) => [product, products.items(product, readAlert)]),
  );
}

const readAlert = readerOf('an available alert', known.availableAlert, (alert) => ({
  ...alert.texts('type', 'display_name', 'description'),
  filter_options: alert.list('filter_options'),
}));
