import type { renderEvent } from '../views/coverage';
import type { readPoolDetail } from '../views/pool-detail';
import type { healthOf } from '../views/pool-health';
import type { readPoolList } from '../views/pools';

export type { Recipient } from '../views/coverage';
export type { LegacyChoice } from '../views/pool-detail';
export type { Shortened } from '../views/pools';

/** A kind of health change, as filters name it. */
export type HealthEvent = ReturnType<typeof renderEvent>;
export type PoolHealth = ReturnType<typeof healthOf>;

export type PoolList = ReturnType<typeof readPoolList>;
export type PoolRow = PoolList['items'][number];

export type PoolDetail = ReturnType<typeof readPoolDetail>;
export type PoolOrigin = PoolDetail['origins'][number];
export type LegacyEmail = NonNullable<PoolDetail['legacy']>;
export type EventCoverage = PoolDetail['events'][number];
