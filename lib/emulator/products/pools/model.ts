/** A load-balancer pool in the state. */
export interface Pool extends PoolSettings {
  readonly id: string;
  readonly origins: readonly Origin[];
  /** When it was disabled. */
  readonly disabled_at?: string;
  readonly created_on: string;
  readonly modified_on: string;
  /** The names of the origins that fail their health checks. */
  readonly unhealthy: readonly string[];
  /** The last result of the health checks. */
  readonly observed: Observation;
  /** Whether a load balancer, which is not emulated, uses the pool. */
  readonly referenced: boolean;
}

export interface Observation {
  readonly healthy: boolean;
  /** The names of failing origins. */
  readonly failing: readonly string[];
}

export interface Origin extends OriginSettings {
  readonly disabled_at?: string;
}

export interface PoolSettings {
  readonly name: string;
  readonly origins: readonly OriginSettings[];
  readonly description: string;
  readonly enabled: boolean;
  readonly minimum_origins: number;
  readonly monitor: string | null;
  readonly monitor_group: string | null;
  readonly check_regions: readonly string[] | null;
  /** Absent, null and "" all mean none, and each is kept as it is. */
  readonly notification_email?: string | null;
  readonly notification_filter: NotificationFilter | null;
  readonly load_shedding: LoadShedding | null;
  readonly origin_steering: OriginSteering | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The keys of a request body. */
export type PoolPatch = Partial<PoolSettings>;

export interface OriginSettings {
  readonly name: string;
  readonly address: string;
  readonly enabled: boolean;
  readonly weight: number;
  /** 0 is the default port of the protocol. */
  readonly port: number;
  readonly header?: { readonly Host: readonly string[] };
  readonly virtual_network_id?: string;
  readonly flatten_cname: boolean;
}

export interface NotificationFilter {
  readonly origin?: NotificationChoice | null;
  readonly pool?: NotificationChoice | null;
}

export interface NotificationChoice {
  readonly disable?: boolean;
  readonly healthy?: boolean | null;
}

export interface LoadShedding {
  readonly default_percent?: number;
  readonly default_policy?: string;
  readonly session_percent?: number;
  readonly session_policy?: string;
}

export interface OriginSteering {
  readonly policy?: string;
}

export const poolDefaults: Omit<PoolSettings, 'name' | 'origins'> = {
  description: '',
  enabled: true,
  minimum_origins: 1,
  monitor: null,
  monitor_group: null,
  check_regions: null,
  notification_filter: null,
  load_shedding: null,
  origin_steering: null,
  latitude: null,
  longitude: null,
};

export const checkRegions: readonly string[] = [
  'WNAM',
  'ENAM',
  'WEU',
  'EEU',
  'NSAM',
  'SSAM',
  'OC',
  'ME',
  'NAF',
  'SAF',
  'SAS',
  'SEAS',
  'NEAS',
  'CHINA',
  'ALL_REGIONS',
];
