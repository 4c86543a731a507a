import { Collection, defineCollection } from './collection';
import { isEdgeError, type EdgeError } from './errors';
import { ListCache } from './list-cache';
import {
  apiObject,
  boolean,
  lenient,
  map,
  Member,
  number,
  text,
  texts,
  type ChangesOf,
  type InputOf,
  type ObjectOf,
} from './object';
import type { Reader, Unreadable } from './reader';
import { destinationSecrets } from './redact';
import type { CachedCallOptions, Call, CallOptions, CreateOptions, Transport } from './transport';

/** The `output_options` of a job. Source: the public page "Log Output Options". */
const outputOptions = apiObject('output options', {
  field_names: texts().asIs(),
  output_type: text().words('ndjson', 'csv').asIs(),
  batch_prefix: text().asIs(),
  batch_suffix: text().asIs(),
  record_prefix: text().asIs(),
  record_suffix: text().asIs(),
  record_delimiter: text().asIs(),
  field_delimiter: text().asIs(),
  record_template: text().asIs(),
  timestamp_format: text().words('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns').asIs(),
  sample_rate: number().asIs(),
  'CVE-2021-44228': boolean(false).asIs(),
  /** Another spelling of the option above. */
  'CVE-2021-4428': boolean(false).asIs(),
  merge_subrequests: boolean(false).asIs(),
});

/** A log-delivery job. Source: section 2.6 of the specification, and the public schema for what it does not show. */
export const job = apiObject('a job', {
  /** The ID, a number, though it may come as a string of digits. */
  id: jobNumber().readOnly(),
  /** The dataset, which cannot change later. */
  dataset: text().fixed().required(),
  /** `false` when the service leaves it out, its documented default. */
  enabled: boolean(false),
  name: text().orNull(),
  /**
   * The destination's URL. For some destinations it holds credentials. A new destination needs a new `ownership_challenge` if the
   * destination requires one.
   */
  destination_conf: text().required().secret(destinationSecrets),
  /** The token that the service wrote to the destination. */
  ownership_challenge: text().secret().writeOnly(),
  /** `fields=…&timestamps=…`, section 2.6. Ignored by the service when there are output options. */
  logpull_options: text().orNull(),
  /** The output options, replaced as a whole: members that are not sent fall back to their defaults. */
  output_options: map().withKnownMembers(outputOptions).orNull(),
  /** A JSON document as a string, section 4.3; `null` when there is none. */
  filter: text().orNull(),
  filter_attack_traffic: boolean(false).removable(),
  frequency: text().words('high', 'low').orNull(),
  /** `""` for an ordinary job, `"edge"` for Edge Log Delivery. The kind cannot change later. */
  kind: text().words('', 'edge', 'instant-logs').fixed(),
  /** 0 for the default of the API. */
  max_upload_bytes: number().removable(),
  /** 0 for the default of the API. */
  max_upload_interval_seconds: number().removable(),
  /** 0 for the default of the API. */
  max_upload_records: number().removable(),
  /** ISO 8601, UTC. */
  last_complete: text().orNull().readOnly(),
  /** ISO 8601, UTC. */
  last_error: text().orNull().readOnly(),
  error_message: text().orNull().readOnly(),
});

/** A log-delivery job as the service returns it. Unknown fields are kept. */
export interface LogpushJob extends ObjectOf<typeof job> {}

/** Changes of a job. Omitted keys stay as they are; `null` removes a value. */
export interface JobChanges extends ChangesOf<typeof job> {}

/** A job to create. Its dataset and kind cannot change later. */
export interface JobInput extends InputOf<typeof job> {}

/** The fields of a dataset, or why the service has not listed them. */
export type FieldsAnswer =
  | {
      /** The descriptions of the fields by name. A description begins with the type where the service says it: `array[int]; list of IDs`. */
      readonly fields: ReadonlyMap<string, string>;
      readonly refusal?: undefined;
    }
  | { readonly fields?: undefined; readonly refusal: EdgeError };

/** The file in which the service put the challenge for a destination, or why it could not (`valid` is false then). */
export type OwnershipRequest = ObjectOf<typeof ownershipRequest>;

/** Whether a challenge proves the ownership of a destination. */
export type OwnershipValidation = ObjectOf<typeof ownershipValidation>;

/**
 * The zone or account of jobs. A string is the id of a zone. Zones and accounts have different datasets, and some have the same one
 * with other fields.
 */
export type LogpushScope = string | { readonly zoneId: string } | { readonly accountId: string };

/**
 * The Logpush jobs of zones and accounts. Source: section 2.6 and operation 4 of the specification; the other paths are
 * public facts.
 *
 * Every method rejects with an {@link EdgeError}. No error contains a challenge or the keys of a destination.
 *
 * @example
 * import { EdgeClient } from 'cdktf-edge-platform/client';
 *
 * async function deliver(zoneId: string): Promise<number> {
 *   const client = new EdgeClient({
 *     baseUrl: process.env.EDGE_BASE_URL ?? 'http://127.0.0.1:8787/client/v4',
 *     credentials: { apiToken: process.env.EDGE_API_TOKEN ?? 'a-token' },
 *   });
 *   const job = await client.logpush.create(zoneId, {
 *     name: 'requests',
 *     dataset: 'http_requests',
 *     destination_conf: 's3://logs/requests?region=eu-central-1',
 *     ownership_challenge: 'the-token-found-in-the-bucket',
 *     logpull_options: 'fields=RayID,ClientIP,Cookies&timestamps=rfc3339',
 *   });
 *   await client.logpush.update(zoneId, job.id, { enabled: true });
 *   const ofAccount = await client.logpush.list({ accountId: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' });
 *   console.log(ofAccount.length);
 *   await client.close();
 *   return job.id;
 * }
 */
export class LogpushApi {
  readonly #transport: Transport;
  readonly #jobs: Collection<LogpushScope, LogpushJob>;
  readonly #datasetJobs: Collection<DatasetScope, LogpushJob>;
  readonly #fields = new ListCache<{ readonly id: string; readonly answer: FieldsAnswer }>();

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.#jobs = new Collection(transport, jobs);
    this.#datasetJobs = new Collection(transport, datasetJobs);
  }

  /** All jobs of the zone or account; the list has no pages. */
  async list(scope: LogpushScope, options: CachedCallOptions = {}): Promise<LogpushJob[]> {
    return this.#jobs.list(scope, options);
  }

  /** One job. Rejects with a {@link NotFoundError} when there is none. A job that a cached list lacks is read by its ID. */
  async get(scope: LogpushScope, jobId: number, options: CachedCallOptions = {}): Promise<LogpushJob> {
    return this.#jobs.get(scope, jobId, options);
  }

  /** Makes a job; it is not enabled unless `enabled` says so. Source: operation 4 of section 4.1. */
  async create(scope: LogpushScope, input: JobInput, options: CreateOptions = {}): Promise<LogpushJob> {
    const expected = { dataset: input.dataset };
    return this.#jobs.write(scope, { method: 'POST', expected, body: input, ...options });
  }

  /** Changes a job: only the keys sent. */
  async update(
    scope: LogpushScope,
    jobId: number,
    changes: JobChanges,
    options: CallOptions = {},
  ): Promise<LogpushJob> {
    return this.#jobs.write(scope, { method: 'PUT', id: jobId, body: changes, ...options });
  }

  /** Deletes a job. */
  async delete(scope: LogpushScope, jobId: number, options: CallOptions = {}): Promise<void> {
    await this.#jobs.delete(scope, jobId, options);
  }

  /** The jobs of one dataset. */
  async datasetJobs(scope: LogpushScope, dataset: string, options: CallOptions = {}): Promise<LogpushJob[]> {
    return this.#datasetJobs.readAll({ scope, dataset }, options);
  }

  /** The fields a dataset has: their names, each with the service's description. */
  async datasetFields(
    scope: LogpushScope,
    dataset: string,
    options: CallOptions = {},
  ): Promise<Record<string, string>> {
    return Object.fromEntries(await this.#readFields(scope, dataset, options));
  }

  /**
   * The fields of a dataset for a check of names, asked once for all callers of the client. A failure is an answer too: it is not
   * repeated for the next caller, and at most twice for this one. Rejects only when the call is cancelled.
   */
  async askForFields(
    scope: LogpushScope,
    dataset: string,
    { signal }: CallOptions = {},
  ): Promise<FieldsAnswer> {
    const key = [...pathOf(scope), dataset].join('/');
    const load = async (loading: AbortSignal) => [
      { id: dataset, answer: await this.#answerFields(scope, dataset, loading) },
    ];
    const [asked] = await this.#fields.read(key, load, signal);
    return asked?.answer ?? { fields: new Map() };
  }

  async #answerFields(scope: LogpushScope, dataset: string, signal: AbortSignal): Promise<FieldsAnswer> {
    let repetitions = 0;
    const shouldRetry = () => Promise.resolve((repetitions += 1) <= mostRepetitions);
    try {
      return { fields: await this.#readFields(scope, dataset, { signal, shouldRetry }) };
    } catch (error) {
      if (!isEdgeError(error) || signal.aborted) throw error;
      return { refusal: error };
    }
  }

  async #readFields(
    scope: LogpushScope,
    dataset: string,
    options: Pick<Call, 'signal' | 'shouldRetry'>,
  ): Promise<ReadonlyMap<string, string>> {
    const path = [...pathOf(scope), 'logpush', 'datasets', dataset, 'fields'];
    const fields = await this.#transport.read({ method: 'GET', path, ...options }, datasetFields.read);
    return new Map(Object.entries(fields as Readonly<Record<string, string>>));
  }

  /**
   * Asks the service to write a challenge file into the destination. If it cannot write there, the call succeeds:
   * `valid` is false, and `message` says why.
   */
  async requestOwnership(
    scope: LogpushScope,
    destinationConf: string,
    options: CallOptions = {},
  ): Promise<OwnershipRequest> {
    const path = [...pathOf(scope), 'logpush', 'ownership'];
    return this.#ask(path, { destination_conf: destinationConf }, ownershipRequest.read, options);
  }

  /** Whether the token from the challenge file is the right one for the destination. */
  async validateOwnership(
    scope: LogpushScope,
    destinationConf: string,
    ownershipChallenge: string,
    options: CallOptions = {},
  ): Promise<OwnershipValidation> {
    const body = { destination_conf: destinationConf, ownership_challenge: ownershipChallenge };
    const path = [...pathOf(scope), 'logpush', 'ownership', 'validate'];
    return this.#ask(path, body, ownershipValidation.read, options);
  }

  #ask<T>(path: readonly string[], body: JobChanges, read: Reader<T>, options: CallOptions): Promise<T> {
    return this.#transport.read(
      { method: 'POST', path, body, secrets: () => job.secretsOf(body), ...options },
      read,
    );
  }
}

export const jobs = defineCollection<LogpushScope, LogpushJob>(job, {
  several: 'jobs',
  pathOf: (scope) => [...pathOf(scope), 'logpush', 'jobs'],
});

export const datasetJobs = defineCollection<DatasetScope, LogpushJob>(job, {
  several: 'jobs',
  pathOf: ({ scope, dataset }) => [...pathOf(scope), 'logpush', 'datasets', dataset, 'jobs'],
});

/** The most repetitions of a call whose answer is not needed. */
const mostRepetitions = 2;

interface DatasetScope {
  readonly scope: LogpushScope;
  readonly dataset: string;
}

export function pathOf(scope: LogpushScope): readonly string[] {
  if (typeof scope === 'string') return ['zones', scope];
  return 'accountId' in scope ? ['accounts', scope.accountId] : ['zones', scope.zoneId];
}

const ownershipRequest = apiObject('an ownership challenge', {
  filename: text(),
  /** False if the service could not write to the destination: `message` says why. */
  valid: boolean(false),
  message: text(),
});

const ownershipValidation = apiObject('the validation of a challenge', { valid: boolean(false) });

/** The descriptions of the fields of a dataset, by name. A later version of the API may describe them by more than a text. */
export const datasetFields = apiObject(
  'the fields of a dataset',
  {},
  lenient(['text'], (value) => (typeof value === 'string' ? value : '')),
);

/** An ID that is a number, though it may come as a string of digits. */
function jobNumber(): Member<number> {
  const refuse = (_name: string, { unreadable }: { readonly unreadable: Unreadable }): never => {
    throw unreadable('a job without an id');
  };
  return new Member<number>({
    types: ['number'],
    absent: refuse,
    present: (value, name, reply) => {
      const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
      return typeof id === 'number' && Number.isSafeInteger(id) && id >= 1 ? id : refuse(name, reply);
    },
  });
}
