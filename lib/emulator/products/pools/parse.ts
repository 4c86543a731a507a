import { isIP } from 'node:net';
import { isObject, type JsonObject } from '../../../ground/json';
import { isAddress, splitAddresses } from '../../mail-address';
import { isArray } from '../../shape';
import { poolRefusals as refusals } from './errors';
import { checkRegions } from './model';
import type { OriginSettings, PoolPatch, PoolSettings } from './model';
import { orNull, readChoice, readFilledText, readFlag, readInteger, readMembers } from './values';
import { readNumber, readObject, readReference, readText } from './values';
import type { Reader } from './values';

/** The body of a replacement: the id is that of the path, which the service's provider 4 repeats. */
export function parseReplacement({
  id: _repeated,
  ...body
}: JsonObject): PoolPatch & Pick<PoolSettings, 'name' | 'origins'> {
  return parsePool(body);
}

/** Reads and validates the keys of a body, each by itself. */
export function parsePatch(body: JsonObject): PoolPatch {
  return readObject(body, '', poolReaders, readOnlyKeys);
}

/** The body of a create or a replacement: the same keys, two of them required. */
export function parsePool(body: JsonObject): PoolPatch & Pick<PoolSettings, 'name' | 'origins'> {
  const { name, origins, ...rest } = parsePatch(body);
  if (name === undefined) throw refusals.missing('/name');
  if (origins === undefined) throw refusals.missing('/origins');
  return { name, origins, ...rest };
}

/** The body of the bulk PATCH: it can only remove the address. */
export function checkRemoval(body: JsonObject): void {
  for (const [key, value] of Object.entries(body)) {
    if (key !== 'notification_email') throw refusals.unknownField(`/${key}`);
    if (value !== '') throw refusals.onlyEmpty();
  }
  if (body.notification_email === undefined) throw refusals.missing('/notification_email');
}

const readOnlyKeys = ['id', 'created_on', 'modified_on', 'disabled_at', 'networks', 'healthy'];

const readName: Reader<string> = (value, at) => {
  const name = readFilledText(value, at);
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    throw refusals.invalid(at, 'may have letters, digits, hyphens and underscores only');
  return name;
};

const readAddress: Reader<string> = (value, at) => {
  const address = readFilledText(value, at);
  if (isIP(address) === 0 && !isHostname(address))
    throw refusals.invalid(at, 'must be an IP address or a hostname');
  return address;
};

const readHost: Reader<readonly string[]> = (value, at) => {
  if (!isArray(value) || value.length !== 1) throw refusals.invalid(at, 'must be an array of one host');
  return value.map((host, index) => readFilledText(host, `${at}/${index}`));
};

const readHeader: Reader<{ readonly Host: readonly string[] }> = (value, at) => {
  const { Host } = readMembers({ Host: readHost })(value, at);
  if (Host === undefined) throw refusals.missing(`${at}/Host`);
  return { Host };
};

const readOriginMembers = readMembers(
  {
    name: readFilledText,
    address: readAddress,
    enabled: readFlag,
    weight: readNumber(0, 1),
    port: readInteger(0, 65_535),
    header: readHeader,
    virtual_network_id: readFilledText,
    flatten_cname: readFlag,
  },
  ['disabled_at'],
);

const readOrigin: Reader<OriginSettings> = (value, at) => {
  const { name, address, ...rest } = readOriginMembers(withoutEmptyHeader(value), at);
  if (name === undefined) throw refusals.missing(`${at}/name`);
  if (address === undefined) throw refusals.missing(`${at}/address`);
  return { name, address, enabled: true, weight: 1, port: 0, flatten_cname: true, ...rest };
};

/** The service's provider 4 sends `{}` for an origin without a header. */
function withoutEmptyHeader(value: unknown): unknown {
  if (!isObject(value) || !isObject(value.header) || Object.keys(value.header).length > 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'header'));
}

const readOrigins: Reader<readonly OriginSettings[]> = (value, at) => {
  if (!isArray(value)) throw refusals.invalid(at, 'must be an array');
  if (value.length === 0) throw refusals.invalid(at, 'must have at least one origin');
  const origins = value.map((item, index) => readOrigin(item, `${at}/${index}`));
  const names = new Set<string>();
  for (const [index, { name }] of origins.entries()) {
    if (names.has(name)) throw refusals.invalid(`${at}/${index}/name`, `is used twice: ${name}`);
    names.add(name);
  }
  return origins;
};

/** Addresses separated by commas or semicolons; "" means none. */
const readEmails: Reader<string> = (value, at) => {
  const text = readText(value, at);
  if (text === '' || splitAddresses(text).every(isAddress)) return text;
  throw refusals.invalid(at, 'must be e-mail addresses, separated by commas or semicolons');
};

const readRegions: Reader<readonly string[]> = (value, at) => {
  if (!isArray(value)) throw refusals.invalid(at, 'must be an array');
  return value.map((region, index) => readChoice(checkRegions)(region, `${at}/${index}`));
};

const readNotificationChoice = orNull(readMembers({ disable: readFlag, healthy: orNull(readFlag) }));

const poolReaders = {
  name: readName,
  origins: readOrigins,
  description: readText,
  enabled: readFlag,
  minimum_origins: readInteger(1, Number.MAX_SAFE_INTEGER),
  monitor: readReference,
  monitor_group: readReference,
  check_regions: orNull(readRegions),
  notification_email: orNull(readEmails),
  notification_filter: orNull(readMembers({ origin: readNotificationChoice, pool: readNotificationChoice })),
  load_shedding: orNull(
    readMembers({
      default_percent: readNumber(0, 100),
      default_policy: readChoice(['random', 'hash']),
      session_percent: readNumber(0, 100),
      session_policy: readChoice(['hash']),
    }),
  ),
  origin_steering: orNull(
    readMembers({
      policy: readChoice(['random', 'hash', 'least_outstanding_requests', 'least_connections']),
    }),
  ),
  latitude: orNull(readNumber(-90, 90)),
  longitude: orNull(readNumber(-180, 180)),
};

function isHostname(text: string): boolean {
  if (text.length > 253 || /^[\d.]+$/.test(text)) return false;
  return text.split('.').every((label) => /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/.test(label));
}
