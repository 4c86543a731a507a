import { validateHeaderValue } from 'node:http';
import { isObject, type JsonObject } from '../../../ground/json';
import { own } from '../../../ground/record';
import { maskCredentials, maskedCredential } from '../../fixture/mask-credentials';
import { isAddress } from '../../mail-address';
import type { Reach } from '../../world';
import { body, object, type Complete } from '../../schema/body';
import { Field } from '../../schema/field';
import { anyObject, filledText, flag, isNull, isNullOrEmpty, list, text } from '../../schema/values';
import { isArray, isString } from '../../shape';
import { alertTypes } from './alert-types';
import { alertingRefusals as refusals } from './errors';
import { healthAlert, healthFilters, type Filters, type Mechanisms } from './model';
import { typeOf, urlFault } from './url';

/** @param faultOf - returns why an id is not one of a recipient */
function recipients(faultOf: (id: string) => string | undefined) {
  const id = Field.of((value, at) => {
    const fault = isString(value) && value !== '' ? faultOf(value) : noRecipientId;
    if (!isString(value) || fault !== undefined) throw refusals.badRecipient(at, fault ?? noRecipientId);
    return value;
  }).required((at) => refusals.badRecipient(at, noRecipientId));
  return list(object({ id, name: text.absentIf(isNullOrEmpty) })).or([], null);
}

const noRecipientId = 'must be a non-empty string';
const destinations = recipients(() => undefined);
const addresses = recipients((id) =>
  isAddress(id) ? undefined : `is no e-mail address: ${id.slice(0, 80)}`,
);

const mechanisms = Field.of<Mechanisms>((value, at, refused) => {
  const read = Object.entries(anyObject.read(value, at, refused)).map(([kind, items]) => {
    const ofKind = kind === 'email' ? addresses : destinations;
    return [kind, ofKind.read(items, `${at}/${kind}`, refused)] as const;
  });
  if (read.every(([, items]) => items.length === 0)) throw refusals.noRecipient();
  return Object.fromEntries(read);
});

const filters = Field.of<Filters>((value, at) => {
  for (const [key, items] of Object.entries(anyObject.read(value, at, refusals))) {
    if (!isArray(items)) throw refusals.badFilter(`${at}/${key}`, 'must be an array of strings');
    for (const [index, item] of items.entries())
      if (!isString(item)) throw refusals.badFilter(`${at}/${key}/${index}`, 'must be a string');
  }
  // Each member is an array of strings, as checked above.
  return value as Filters;
});

/** Ids and times are taken and not used: clients send back what they read. */
function policyBodyOf(isAlertType: (type: string) => boolean) {
  const alertType = Field.of((value, at, refused) => {
    const type = filledText.read(value, at, refused);
    if (!isAlertType(type)) throw refusals.badAlertType(type);
    return type;
  });
  return body(
    refusals,
    {
      name: filledText.absentIf(isNull).required(),
      description: text.absentIf(isNull),
      enabled: flag.required(),
      alert_type: alertType.absentIf(isNull).required(),
      alert_interval: text.absentIf(isNull),
      mechanisms: mechanisms.absentIf(isNull).required(refusals.noRecipient),
      filters: filters.absentIf(isNull),
    },
    { ignored: ['id', 'created', 'modified'] },
  );
}

export const policyBody = policyBodyOf((type) => alertTypes.has(type));
/** A policy of a fixture, perhaps copied from an account, can have a type that the service added later. */
export const fixturePolicyBody = policyBodyOf((type) => /^[a-z][a-z0-9_]*$/.test(type));
export type PolicySettings = Complete<typeof policyBody.fields>;

/** The service's provider 4 always sends empty `conditions`. */
export function parsePolicy(sent: JsonObject, policies = policyBody): PolicySettings {
  const { conditions, ...rest } = sent;
  const isNone = isObject(conditions) && Object.keys(conditions).length === 0;
  const policy = policies.parse(isNone ? rest : sent);
  if (policy.alert_type === healthAlert) checkHealthFilters(policy.filters ?? {});
  return policy;
}

/** An absent secret differs from an empty one. */
export function webhookBodyOf(isReachable: Reach) {
  const url = filledText.without((address) => urlFault(address, isReachable)).written(withoutKey);
  const secret = text
    .that(isSendable, 'has characters that no HTTP header can carry')
    .written(() => undefined);
  return body(refusals, {
    name: filledText.absentIf(isNull).required(),
    url: url.absentIf(isNull).required(),
    secret: secret.absentIf(isNull),
  });
}
export type WebhookBody = ReturnType<typeof webhookBodyOf>;
export type SentWebhook = ReturnType<WebhookBody['parse']>;

/** PagerDuty services come from the fixture. */
export const serviceBody = body(refusals, { name: filledText.absentIf(isNull).required() });

/** A health alert without these filters would never notify. */
function checkHealthFilters(sent: Filters): void {
  for (const key of ['pool_id', 'new_health', 'event_source']) {
    const values = own(sent, key) ?? [];
    if (values.length === 0) throw refusals.missingFilter(`/filters/${key}`, healthAlert);
    if (values.includes('')) throw refusals.badFilter(`/filters/${key}`, 'has an empty text');
  }
  for (const [key, allowed] of Object.entries(healthFilters)) {
    const unknown = own(sent, key)?.find((value) => !allowed.some((one) => one === value));
    if (unknown !== undefined)
      throw refusals.badFilter(
        `/filters/${key}`,
        `must be some of ${allowed.join(', ')}, not '${unknown.slice(0, 80)}'`,
      );
  }
}

function isSendable(secret: string): boolean {
  try {
    validateHeaderValue('cf-webhook-auth', secret);
    return true;
  } catch {
    return false;
  }
}

/** Everything after the host of a known service is a key. */
function withoutKey(url: string): string {
  if (typeOf(url) === 'generic') return maskCredentials(url);
  const { origin } = new URL(url);
  const masked = `${origin}/${maskedCredential}`;
  // A collector of Splunk is known by its path, which is no key.
  return typeOf(masked) === typeOf(url) ? masked : url.replace(/\?[^]*$/, '');
}
