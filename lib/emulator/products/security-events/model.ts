/** The managed rules that an exchange matches, as listed in a line of traffic. */
export interface Trips {
  readonly previous: readonly Trip[];
  readonly new: readonly NewTrip[];
}

/** A rule and its unmodified action. */
export interface Trip {
  readonly rule_id: string;
  readonly action: string;
}

export interface NewTrip extends Trip {
  readonly ruleset_id: string;
  /** Of the rule, for category overrides. */
  readonly categories: readonly string[];
}

/** Identifies a request; `path` has no query. */
export interface SeenRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

/** What a managed rule did to a request, or would have done. */
export interface SecurityEvent {
  readonly id: string;
  /** The same for all events of a request. */
  readonly ray_id: string;
  readonly occurred_at: string;
  readonly source: 'previous' | 'new';
  /** Of new rules only. */
  readonly ruleset_id?: string;
  readonly rule_id: string;
  readonly action: string;
  readonly request: SeenRequest;
}
