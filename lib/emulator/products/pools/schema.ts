import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../ground/json';
import { isAddress, splitAddresses } from '../../mail-address';
import { body, object, type Complete } from '../../schema/body';
import { Field, bodyRefusals } from '../../schema/field';
import {
  choice,
  filledText,
  flag,
  hexId,
  integer,
  list,
  number,
  text,
  valueWhere,
} from '../../schema/values';
import { isArray } from '../../shape';
import { fieldAt, refuse } from '../../http/errors';

export const poolRefusals = {
  ...bodyRefusals((at, reason) => refuse(400, 1002, `${fieldAt(at)} ${reason}: validation failed`, at)),
  referenced: () => refuse(412, 1005, 'This object is referenced by other objects, delete them first.'),
  notFound: (kind: 'pool' | 'monitor' | 'load balancer') => (id: string) =>
    refuse(404, 1001, `could not find ${kind} ${id}`),
  unknownPool: (id: string) => refuse(400, 1002, `could not find pool ${id}: validation failed`),
  badHostname: (name: string) => refuse(400, 1002, `invalid hostname: ${name}: validation failed`),
  notUnique: () => refuse(400, 1003, 'value not unique'),
} as const;

const host = Field.of<readonly string[]>((value, at, refusals) => {
  if (!isArray(value) || value.length !== 1) throw refusals.invalid(at, 'must be an array of one host');
  return list(filledText).read(value, at, refusals);
});

const originFields = {
  name: filledText.required(),
  address: filledText
    .that((address) => isIP(address) > 0 || isHostname(address), 'must be an IP address or a hostname')
    .required(),
  enabled: flag.or(true),
  weight: number(0, 1).or(1),
  /** 0 is the default port of the protocol. */
  port: integer(0, 65_535).or(0),
  /** The service's provider 4 sends `{}` for an origin without a header. */
  header: object({ Host: host.required() }).absentIf(isEmptyObject),
  virtual_network_id: filledText,
  flatten_cname: flag.or(true),
};

const notificationChoice = object({ disable: flag, healthy: flag.orNull() });

export const poolBody = body(
  poolRefusals,
  {
    name: filledText
      .that((name) => /^[A-Za-z0-9_-]+$/.test(name), 'may have letters, digits, hyphens and underscores only')
      .required(),
    origins: list(object(originFields, { readOnly: ['disabled_at'] }), 'name', 'address')
      .that((origins) => origins.length > 0, 'must have at least one origin')
      .required(),
    description: text.or(''),
    enabled: flag.or(true),
    minimum_origins: integer(1, Number.MAX_SAFE_INTEGER).or(1),
    monitor: hexId.or(null, ''),
    monitor_group: hexId.or(null, ''),
    check_regions: list(
      choice(
        ...['WNAM', 'ENAM', 'WEU', 'EEU', 'NSAM', 'SSAM', 'OC', 'ME', 'NAF', 'SAF', 'SAS', 'SEAS', 'NEAS'],
        ...['CHINA', 'ALL_REGIONS'],
      ),
    ).or(null),
    /** Absent, null and "" all mean none, and each is kept as it is. */
    notification_email: text
      .that(
        (addresses) => addresses === '' || splitAddresses(addresses).every(isAddress),
        'must be e-mail addresses, separated by commas or semicolons',
      )
      .orNull(),
    notification_filter: object({
      origin: notificationChoice.orNull(),
      pool: notificationChoice.orNull(),
    }).or(null),
    load_shedding: object({
      default_percent: number(0, 100),
      default_policy: choice('random', 'hash'),
      session_percent: number(0, 100),
      session_policy: choice('hash'),
    }).or(null),
    origin_steering: object({
      policy: choice('random', 'hash', 'least_outstanding_requests', 'least_connections'),
    }).or(null),
    health_sources: valueWhere(
      (value): value is readonly string[] => isDeepStrictEqual(value, ['regional', 'global']),
      'must be null or ["regional", "global"]',
    ).or(null),
    latitude: number(-90, 90).or(null),
    longitude: number(-180, 180).or(null),
  },
  { readOnly: ['id', 'created_on', 'modified_on', 'disabled_at', 'networks', 'healthy'] },
);

/** The body of the bulk PATCH, which can only remove the address. */
export const removalBody = body(poolRefusals, {
  notification_email: Field.of((value, at, refusals) => {
    if (value === '') return value;
    throw refusals.invalid(at, 'of many pools can only be set to an empty string');
  }).required(),
});

export type PoolSettings = Complete<typeof poolBody.fields>;
export type OriginSettings = Complete<typeof originFields>;
export type NotificationChoice = NonNullable<NonNullable<PoolSettings['notification_filter']>['pool']>;

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isHostname(name: string): boolean {
  if (name.length > 253 || /^[\d.]+$/.test(name)) return false;
  return name.split('.').every((label) => /^[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/.test(label));
}
