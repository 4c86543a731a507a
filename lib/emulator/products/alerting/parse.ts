import { validateHeaderValue } from 'node:http';
import { isObject, type JsonObject } from '../../../ground/json';
import { isArray, isString } from '../../shape';
import { isAddress } from '../../mail-address';
import type { Reach } from '../../reach';
import { alertTypes } from './alert-types';
import { alertingRefusals as refusals } from './errors';
import { healthAlert, healthFilters } from './model';
import type { Filters, Mechanisms, PagerDuty, PolicySettings, Recipient, WebhookSettings } from './model';
import { urlFault } from './url';
import { own, setOwn } from '../../../ground/record';

/**
 * The body of a policy's create or replacement. Ids and times are taken and not used: clients send back what they read. The
 * service's provider 4 always sends empty `conditions`.
 */
export function parsePolicy(
  body: JsonObject,
  isAlertType: (type: string) => boolean = (type) => alertTypes.has(type),
): PolicySettings {
  const isEmpty = isObject(body.conditions) && Object.keys(body.conditions).length === 0;
  refuseUnknown(body, '', [...policyKeys, 'id', 'created', 'modified', ...(isEmpty ? ['conditions'] : [])]);
  const settings = {
    name: readFilledText(body, 'name'),
    ...optionalText(body, 'description'),
    enabled: readFlag(body, 'enabled'),
    alert_type: readAlertType(body, isAlertType),
    ...optionalText(body, 'alert_interval'),
    mechanisms: readMechanisms(body.mechanisms),
  };
  const filters = readFilters(body.filters);
  if (settings.alert_type === healthAlert) checkHealthFilters(filters ?? {});
  return filters === undefined ? settings : { ...settings, filters };
}

/** A policy of a fixture, perhaps copied from an account, can have a type that the service added later. */
export function parseFixturePolicy(body: JsonObject): PolicySettings {
  return parsePolicy(body, (type) => /^[a-z][a-z0-9_]*$/.test(type));
}

/** The body of a webhook's create or change; an absent secret differs from an empty one. */
export function parseWebhook(
  body: JsonObject,
  isReachable: Reach,
): Omit<WebhookSettings, 'secret'> & { secret?: string } {
  refuseUnknown(body, '', ['name', 'url', 'secret']);
  const name = readFilledText(body, 'name');
  const url = readFilledText(body, 'url');
  const fault = urlFault(url, isReachable);
  if (fault !== undefined) throw refusals.invalid('/url', fault);
  const secret = readText(body, 'secret');
  if (secret === undefined) return { name, url };
  if (!isSendable(secret)) throw refusals.invalid('/secret', 'has characters that no HTTP header can carry');
  return { name, url, secret };
}

export function parsePagerDuty(body: JsonObject): Pick<PagerDuty, 'name'> {
  refuseUnknown(body, '', ['name']);
  return { name: readFilledText(body, 'name') };
}

const policyKeys = [
  'name',
  'description',
  'enabled',
  'alert_type',
  'alert_interval',
  'mechanisms',
  'filters',
] as const;

function readAlertType(body: JsonObject, isAlertType: (type: string) => boolean): string {
  const type = readFilledText(body, 'alert_type');
  if (!isAlertType(type)) throw refusals.badAlertType(type);
  return type;
}

function readMechanisms(value: unknown): Mechanisms {
  if (value === undefined || value === null) throw refusals.noRecipient();
  if (!isObject(value)) throw refusals.invalid('/mechanisms', 'must be an object');
  const mechanisms = Object.entries(value).map(([kind, list]): [string, readonly Recipient[]] => {
    const at = `/mechanisms/${kind}`;
    if (list === null) return [kind, []];
    if (!isArray(list)) throw refusals.invalid(at, 'must be an array');
    return [kind, list.map((item, index) => readRecipient(item, kind, `${at}/${index}`))];
  });
  if (mechanisms.every(([, list]) => list.length === 0)) throw refusals.noRecipient();
  return Object.fromEntries(mechanisms);
}

function readRecipient(value: unknown, kind: string, at: string): Recipient {
  if (!isObject(value)) throw refusals.invalid(at, 'must be an object');
  refuseUnknown(value, at, ['id', 'name']);
  const { id, name } = value;
  if (!isString(id) || id === '') throw refusals.badRecipient(`${at}/id`, 'must be a non-empty string');
  if (kind === 'email' && !isAddress(id))
    throw refusals.badRecipient(`${at}/id`, `is no e-mail address: ${id.slice(0, 80)}`);
  if (name !== undefined && name !== null && !isString(name))
    throw refusals.invalid(`${at}/name`, 'must be a string');
  return isString(name) && name !== '' ? { id, name } : { id };
}

function readFilters(value: unknown): Filters | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw refusals.invalid('/filters', 'must be an object');
  for (const [key, list] of Object.entries(value)) {
    if (!isArray(list)) throw refusals.badFilter(`/filters/${key}`, 'must be an array of strings');
    for (const [index, item] of list.entries())
      if (!isString(item)) throw refusals.badFilter(`/filters/${key}/${index}`, 'must be a string');
  }
  // Each member is an array of strings, as checked above.
  return value as Filters;
}

/** A health alert without these filters would never notify. */
function checkHealthFilters(filters: Filters): void {
  for (const key of ['pool_id', 'new_health', 'event_source']) {
    const values = own(filters, key) ?? [];
    if (values.length === 0) throw refusals.missingFilter(`/filters/${key}`, healthAlert);
    if (values.includes('')) throw refusals.badFilter(`/filters/${key}`, 'has an empty text');
  }
  for (const [key, allowed] of Object.entries(healthFilters)) {
    const unknown = own(filters, key)?.find((value) => !allowed.some((one) => one === value));
    if (unknown !== undefined)
      throw refusals.badFilter(
        `/filters/${key}`,
        `must be some of ${allowed.join(', ')}, not '${unknown.slice(0, 80)}'`,
      );
  }
}

function refuseUnknown(value: JsonObject, at: string, known: readonly string[]): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw refusals.unknownField(`${at}/${unknown}`);
}

function readText(body: JsonObject, key: string): string | undefined {
  const value = own(body, key);
  if (value === undefined || value === null) return undefined;
  if (!isString(value)) throw refusals.invalid(`/${key}`, 'must be a string');
  return value;
}

function optionalText<Key extends string>(body: JsonObject, key: Key): Partial<Record<Key, string>> {
  const text = readText(body, key);
  const entry: Partial<Record<Key, string>> = {};
  if (text !== undefined) setOwn(entry, key, text);
  return entry;
}

function readFilledText(body: JsonObject, key: string): string {
  const text = readText(body, key);
  if (text === undefined) throw refusals.missing(`/${key}`);
  if (text === '') throw refusals.invalid(`/${key}`, 'must not be empty');
  return text;
}

function readFlag(body: JsonObject, key: string): boolean {
  const value = own(body, key);
  if (value === undefined) throw refusals.missing(`/${key}`);
  if (typeof value !== 'boolean') throw refusals.invalid(`/${key}`, 'must be true or false');
  return value;
}

function isSendable(secret: string): boolean {
  try {
    validateHeaderValue('cf-webhook-auth', secret);
    return true;
  } catch {
    return false;
  }
}
