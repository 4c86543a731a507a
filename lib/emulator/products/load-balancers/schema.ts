import { poolRefusals } from '../pools/schema';
import { body, object, type Complete } from '../../schema/body';
import {
  choice,
  filledText,
  flag,
  hexId,
  integer,
  list,
  number,
  record,
  text,
  textUpTo,
} from '../../schema/values';

const poolIds = list(hexId);
const poolsByPlace = record(poolIds);
const weight = number(0, 1);

const affinity = choice('none', 'cookie', 'ip_cookie', 'header');
const policy = choice(
  ...['off', 'geo', 'random', 'dynamic_latency', 'proximity'],
  ...['least_outstanding_requests', 'least_connections', ''],
);

/** How a request finds its origin: of the load balancer itself, and of a rule for the requests that it matches. */
const steering = {
  default_pools: poolIds,
  fallback_pool: hexId,
  region_pools: poolsByPlace,
  country_pools: poolsByPlace,
  pop_pools: poolsByPlace,
  adaptive_routing: object({ failover_across_pools: flag.or(false) }),
  location_strategy: object({
    mode: choice('pop', 'resolver_ip').or('pop'),
    prefer_ecs: choice('always', 'never', 'proximity', 'geo').or('proximity'),
  }),
  random_steering: object({ default_weight: weight.or(1), pool_weights: record(weight) }),
  session_affinity: affinity,
  session_affinity_attributes: object({
    drain_duration: integer(0, 86_400).or(0),
    samesite: choice('Auto', 'Lax', 'None', 'Strict').or('Auto'),
    secure: choice('Auto', 'Always', 'Never').or('Auto'),
    zero_downtime_failover: choice('none', 'temporary', 'sticky').or('none'),
    headers: list(filledText),
    require_all_headers: flag,
  }),
  session_affinity_ttl: number(0, 604_800),
  steering_policy: policy,
  ttl: number(0, Number.MAX_SAFE_INTEGER),
};

const rule = object({
  name: textUpTo(200),
  condition: text,
  disabled: flag.or(false),
  terminates: flag,
  priority: integer(0, Number.MAX_SAFE_INTEGER),
  overrides: object(steering),
  fixed_response: object({
    message_body: textUpTo(1024),
    status_code: integer(0, 599),
    content_type: textUpTo(32),
    location: textUpTo(2048),
  }),
});

export const loadBalancerBody = body(
  poolRefusals,
  {
    name: filledText.required(),
    ...steering,
    default_pools: steering.default_pools.required(),
    fallback_pool: steering.fallback_pool.required(),
    description: textUpTo(1024).or(''),
    enabled: flag.or(true),
    proxied: flag.or(false),
    ttl: steering.ttl.or(30),
    session_affinity: steering.session_affinity.or('none'),
    session_affinity_attributes: steering.session_affinity_attributes.readAs({}),
    steering_policy: steering.steering_policy.or(''),
    networks: list(filledText),
    rules: list(rule).or([]),
  },
  { readOnly: ['created_on', 'modified_on', 'zone_name'], ignored: ['id'] },
);

export type LoadBalancerSettings = Complete<typeof loadBalancerBody.fields>;

/** The ids of all pools that requests can reach. */
export function poolsOf({ rules, ...own }: LoadBalancerSettings): ReadonlySet<string> {
  const overrides = rules.map((each) => each.overrides ?? {});
  return new Set(
    [own, ...overrides].flatMap(({ default_pools = [], fallback_pool, ...steered }) => [
      ...default_pools,
      ...(fallback_pool === undefined ? [] : [fallback_pool]),
      ...[steered.region_pools, steered.country_pools, steered.pop_pools].flatMap((places) =>
        Object.values(places ?? {}).flat(),
      ),
    ]),
  );
}
