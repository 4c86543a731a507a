/** The managed rules that an exchange would trip, as a line of traffic has them. */
export interface Trips {
  readonly previous: readonly Trip[];
  readonly new: readonly NewTrip[];
}

/** A rule, and what it does when nobody changed it. */
export interface Trip {
  readonly rule_id: string;
  readonly action: string;
}

export interface NewTrip extends Trip {
  readonly ruleset_id: string;
  /** Of the rule, for overrides of whole categories. */
  readonly categories: readonly string[];
}

/** Enough of a request to know it again; `path` is without the query. */
export interface SeenRequest {
  readonly method: string;
  readonly host: string;
  readonly path: string;
}

/** What a managed rule did to a request, or would have done. */
export interface SecurityEvent {
  readonly id: string;
  /** What events of one request have in common. */
  readonly ray_id: string;
  readonly occurred_at: string;
  readonly source: 'previous' | 'new';
  /** Of new rules alone. */
  readonly ruleset_id?: string;
  readonly rule_id: string;
  readonly action: string;
  readonly request: SeenRequest;
}
