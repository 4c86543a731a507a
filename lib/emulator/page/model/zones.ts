import type { reviewForPage } from '../views/event-review';
import type { judge } from '../views/findings';
import type { listZones, readZone } from '../views/zones';

export type { ShownFinding } from '../views/findings';
export type { ManagedRule } from '../views/zones';

/** GET /zones?search=&state=&page= */
export type ZoneList = ReturnType<typeof listZones>;
export type ZoneItem = ZoneList['items'][number];
export type ZoneStage = ZoneItem['stage'];

/** GET /zones/:zone_id */
export type ZoneDetail = ReturnType<typeof readZone>;
export type MigrationStep = ZoneDetail['steps'][number];
export type ZoneAction = ZoneDetail['actions'][number];
export type ManagedRuleset = ZoneDetail['rulesets'][number];

/** POST /__emulator/zones/:zone_id/waf-findings */
export type Judgement = ReturnType<typeof judge>;

export type EventReview = ReturnType<typeof reviewForPage>;
export type BlockingRule = EventReview['blocked'][number];
export type OverrideChange = BlockingRule['overrides'][number];
export type MissedRequests = EventReview['missed'][number];
export type RequestOutcome = EventReview['requests'][number];
