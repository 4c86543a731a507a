import type { Paged } from './paged';

/** A zone or account whose traffic can be watched. */
export interface TrafficPlace {
  readonly kind: 'zone' | 'account';
  readonly id: string;
  readonly name: string;
  readonly jobs: number;
  readonly enabledJobs: number;
}

/** Those with jobs first. */
export type TrafficPlaces = Paged<TrafficPlace>;

export interface Traffic {
  readonly place: Omit<TrafficPlace, 'jobs' | 'enabledJobs'>;
  /** The body of a call that creates a job; null where there is one, and in zones that cannot have any. */
  readonly exampleJob: string | null;
  readonly jobs: readonly TrafficJob[];
  /** Names of custom fields in plain words, such as `request header x-trace`. */
  readonly customFields: readonly string[];
  /** The newest first, a part of those that are kept. */
  readonly exchanges: readonly TrafficExchange[];
  /** How many are kept. */
  readonly kept: number;
}

export interface TrafficJob {
  readonly id: number;
  readonly name: string | null;
  readonly dataset: string;
  readonly isEnabled: boolean;
  /** Without credentials. */
  readonly destination: string;
  /** In words; null delivers every line. */
  readonly filter: string | null;
  /** As an expression. */
  readonly expression: string | null;
  /** The share of the lines that match, from 0 to 1. */
  readonly sampleRate: number;
  readonly format: 'ndjson' | 'csv' | 'template';
  readonly fields: readonly string[];
  /** Those of the fields that carry custom fields. */
  readonly customFieldLogFields: readonly string[];
  readonly lastComplete: string | null;
  readonly lastError: { readonly at: string; readonly message: string } | null;
}

export interface TrafficExchange {
  readonly number: number;
  readonly at: string;
  readonly dataset: string;
  /** A few of its fields, to recognize it by. */
  readonly summary: string;
  readonly outcomes: readonly TrafficOutcome[];
}

/** What a job did with an exchange. */
export type TrafficOutcome = { readonly jobId: number } & (
  | {
      readonly kind: 'delivered';
      /** As written, without the line break; its end may be cut off. */
      readonly line: string;
      readonly isCut: boolean;
      /** Where custom fields are in the line, from and up to but not including. */
      readonly marks: readonly (readonly [from: number, to: number])[];
      /** `<bucket>/<path>` of its file. */
      readonly object: string;
    }
  | {
      readonly kind: 'dropped';
      /** The first condition that was not met, or all of an `or`. */
      readonly unmet: readonly UnmetCondition[];
    }
  | { readonly kind: 'unsampled' }
  | { readonly kind: 'failed'; readonly error: string }
);

export interface UnmetCondition {
  /** In words. */
  readonly condition: string;
  /** What the line has: `it is 200`, `the line has none`. */
  readonly value: string;
}

/** Lines to send, for the text that the user edits. */
export interface TrafficSample {
  readonly name: string;
  readonly dataset: string;
  /** NDJSON, as the control of the dataset takes it. */
  readonly lines: string;
}
