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
