import type { Paged } from './paged';

/** The stage of a zone's migration, as in the emulator's state. */
export type ZoneStage = 'default' | 'start' | 'validation' | 'cutover' | 'complete';

/** GET /zones?search=&state=&page= */
export interface ZoneList extends Paged<ZoneItem> {
  /** Zones of each stage, whatever the search. */
  readonly states: readonly { readonly stage: ZoneStage; readonly words: string; readonly count: number }[];
  /** Until the first cutover ends: it ends without an event. */
  readonly nextChangeMs?: number;
}

export interface ZoneItem {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly account: string;
  readonly stage: ZoneStage;
  /** The stage in words. */
  readonly state: string;
  /** Whether the migration would be accepted; undefined where none is left. */
  readonly isEligible?: boolean;
  readonly obstacles: number;
  readonly hasBanner: boolean;
}

/** GET /zones/:zone_id */
export interface ZoneDetail extends Omit<ZoneItem, 'obstacles'> {
  readonly status: {
    readonly old_waf_status: string;
    readonly new_waf_status: string;
    readonly migration_state: string;
  };
  readonly steps: readonly MigrationStep[];
  /** Until the cutover of the zone ends: it ends without an event. */
  readonly nextChangeMs?: number;
  readonly obstacles: readonly ShownObstacle[];
  readonly actions: readonly ZoneAction[];
  /** Undefined from the cutover on, and for a zone that never had the previous WAF. */
  readonly previous?: PreviousConfiguration;
  /** The rules that the actions change: the equivalent configuration before the migration, then those of the entry point. */
  readonly rules: readonly ManagedRule[];
  /** Version of the entry point; undefined if there is none. */
  readonly version?: string;
  readonly rulesets: readonly KnownRuleset[];
  /** Undefined while the new version does not run. */
  readonly events?: EventReview;
}

export interface MigrationStep {
  readonly stage: ZoneStage;
  readonly words: string;
  /** Undefined for the stage that a zone began with, and for one that is not reached. */
  readonly at?: string;
  readonly progress: 'done' | 'now' | 'next' | 'skipped';
}

export interface ShownObstacle {
  readonly reason: string;
  readonly fix: string;
  /** Whether the compatibility check fails for it; otherwise only the migration itself fails. */
  readonly failsCheck: boolean;
}

export interface ZoneAction {
  readonly name: 'deploy' | 'ready to update' | 'adjust' | 'manage rulesets';
  /** `waf_migration` of its call. */
  readonly trigger?: 'validation' | 'pending';
}

/** The previous WAF, in lines of text. */
export interface PreviousConfiguration {
  readonly isOn: boolean;
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

/** A rule as the API takes it. */
export interface ManagedRule {
  readonly id: string;
  readonly version: string;
  readonly ref: string;
  readonly action: string;
  readonly action_parameters?: Readonly<Record<string, unknown>>;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly [more: string]: unknown;
}

/** A managed ruleset, and those of its rules that a person may want to override. */
export interface KnownRuleset {
  readonly id: string;
  readonly name: string;
  readonly rules: readonly { readonly id: string; readonly description: string }[];
}

/** The answer of `POST /__emulator/zones/:zone_id/waf-findings`. */
export interface Judgement {
  /** What each rule does, in order. */
  readonly rules: readonly string[];
  readonly findings: readonly ShownFinding[];
  /** Settings that do not carry over; none once the migration is over. */
  readonly losses: readonly ShownFinding[];
}

export interface ShownFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly text: string;
  /** Why, and the next step. */
  readonly explanation?: string;
}

export interface EventReview {
  /** Events of managed rules that were recorded. */
  readonly count: number;
  /** Rules of the new version that stopped what the previous one did not, most frequent first. */
  readonly blocked: readonly BlockingRule[];
  /** Requests that only the previous version stopped, most frequent first. */
  readonly missed: readonly MissedRequests[];
  /** The newest requests, each with what both versions did. */
  readonly requests: readonly RequestOutcome[];
}

export interface BlockingRule {
  readonly ruleId: string;
  readonly ruleset?: { readonly id: string; readonly name: string };
  readonly count: number;
  readonly challenged: number;
  /** Some of the distinct requests, as `GET one.example/path`. */
  readonly requests: readonly string[];
  readonly moreRequests: number;
  /** What would let them pass, least invasive first. */
  readonly overrides: readonly OverrideChange[];
}

/** What an override does to a rule. */
export interface OverrideChange {
  readonly action?: string;
  readonly enabled?: boolean;
  readonly score_threshold?: number;
}

export interface MissedRequests {
  readonly request: string;
  readonly count: number;
  readonly ruleIds: readonly string[];
  /** A custom rule that would stop them. */
  readonly action: string;
  readonly expression: string;
}

export interface RequestOutcome {
  readonly rayId: string;
  readonly at: string;
  readonly request: string;
  readonly previous: readonly string[];
  readonly new: readonly string[];
}
