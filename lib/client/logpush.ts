import { own } from '../ground/record';
import { Collection, defineKind } from './collection';
import { isEdgeError, type EdgeError } from './errors';
import { ListCache } from './list-cache';
import * as known from './known-members';
import { ObjectReader, refuse, type Read, type Unreadable } from './reader';
import { destinationSecrets } from './redact';
import type { CachedCallOptions, Call, CallOptions, CreateOptions, Transport } from './transport';

/**
 * A log-delivery job as the service returns it. Source: section 2.6 of the specification, and the public schema for
 * what it does not show. Unknown fields are kept; `ownership_challenge` is never returned.
 */
export interface LogpushJob {
  readonly id: number;
  readonly dataset: string;
  /** `false` when the service leaves it out, its documented default. */
  readonly enabled: boolean;
  readonly name: string | null;
  /** The destination's URL. For some destinations it holds credentials. */
  readonly destination_conf: string;
  /** `fields=…&timestamps=…`, section 2.6. Ignored by the service when there are output options. */
  readonly logpull_options: string | null;
  readonly output_options: Readonly<Record<string, unknown>> | null;
  /** A JSON document as a string, section 4.3; `null` when there is none. */
  readonly filter: string | null;
  readonly filter_attack_traffic: boolean;
  readonly frequency: string | null;
  /** `""` for an ordinary job, `"edge"` for Edge Log Delivery. */
  readonly kind: string;
  /** 0 for the default of the API. */
  readonly max_upload_bytes: number;
  /** 0 for the default of the API. */
  readonly max_upload_interval_seconds: number;
  /** 0 for the default of the API. */
  readonly max_upload_records: number;
  /** ISO 8601, UTC. */
  readonly last_complete: string | null;
  /** ISO 8601, UTC. */
  readonly last_error: string | null;
  readonly error_message: string | null;
  readonly [field: string]: unknown;
}

/** Changes of a job. Omitted keys stay as they are; `null` removes a value. */
export interface JobChanges {
  readonly name?: string | null;
  /** A new destination needs a new `ownership_challenge` if the destination requires one. */
  readonly destination_conf?: string;
  readonly ownership_challenge?: string;
  readonly enabled?: boolean;
  readonly logpull_options?: string | null;
  /** Replaced as a whole: members that are not sent fall back to their defaults. */
  readonly output_options?: Readonly<Record<string, unknown>> | null;
  readonly filter?: string | null;
  readonly filter_attack_traffic?: boolean | null;
  readonly frequency?: string | null;
  readonly max_upload_bytes?: number | null;
  readonly max_upload_interval_seconds?: number | null;
  readonly max_upload_records?: number | null;
  readonly [field: string]: unknown;
}

/** A job to create. Its dataset and kind cannot change later. */
export interface JobInput extends JobChanges {
  readonly dataset: string;
  readonly destination_conf: string;
  readonly kind?: string;
}

/** The fields of a dataset, or why the service has not listed them. */
export type FieldsAnswer =
  | {
      /** Name to description, which begins with the type where the service says it: `array[int]; list of IDs`. */
      readonly fields: ReadonlyMap<string, string>;
      readonly refusal?: undefined;
    }
  | { readonly fields?: undefined; readonly refusal: EdgeError };

/** Where the service put the challenge for a destination, or why it could not (`valid` is false then). */
export interface OwnershipRequest {
  readonly filename: string;
  readonly valid: boolean;
  readonly message: string;
}

/** Whether a challenge proves the ownership of a destination. */
export interface OwnershipValidation {
  readonly valid: boolean;
}

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
  readonly #jobs: Collection<LogpushScope, LogpushJob, JobChanges>;
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
   * The same for a check of names, once for all callers of the client. A failure is an answer too: it is not repeated for the next
   * caller, and at most twice for this one. Rejects only when the call is cancelled.
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
    const isStillMeant = () => Promise.resolve((repetitions += 1) <= mostRepetitions);
    try {
      return { fields: await this.#readFields(scope, dataset, { signal, isStillMeant }) };
    } catch (error) {
      if (!isEdgeError(error) || signal.aborted) throw error;
      return { refusal: error };
    }
  }

  async #readFields(
    scope: LogpushScope,
    dataset: string,
    options: Pick<Call, 'signal' | 'isStillMeant'>,
  ): Promise<ReadonlyMap<string, string>> {
    const path = [...pathOf(scope), 'logpush', 'datasets', dataset, 'fields'];
    const fields = await this.#transport.read({ method: 'GET', path, ...options }, readFields);
    return new Map(Object.entries(fields));
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
    return this.#ask(path, { destination_conf: destinationConf }, readOwnership, options);
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
    return this.#ask(path, body, readValidation, options);
  }

  #ask<T>(path: readonly string[], body: JobChanges, read: Read<T>, options: CallOptions): Promise<T> {
    return this.#transport.read({ method: 'POST', path, body, secrets: secretsOf(body), ...options }, read);
  }
}

export const jobs = defineKind<LogpushScope, LogpushJob, JobChanges>({
  nouns: ['a job', 'jobs'],
  pathOf: (scope) => [...pathOf(scope), 'logpush', 'jobs'],
  secretsOf,
  known: known.job,
  members: (job, unreadable) => ({
    id: jobId(job, unreadable),
    dataset: job.text('dataset', ''),
    enabled: job.boolean('enabled', false),
    name: job.text('name', null),
    destination_conf: job.text('destination_conf', ''),
    logpull_options: job.text('logpull_options', null),
    output_options: job.object('output_options') ?? null,
    filter: job.text('filter', null),
    filter_attack_traffic: job.boolean('filter_attack_traffic', false),
    frequency: job.text('frequency', null),
    kind: job.text('kind', ''),
    max_upload_bytes: job.number('max_upload_bytes', 0),
    max_upload_interval_seconds: job.number('max_upload_interval_seconds', 0),
    max_upload_records: job.number('max_upload_records', 0),
    last_complete: job.text('last_complete', null),
    last_error: job.text('last_error', null),
    error_message: job.text('error_message', null),
  }),
});

export const datasetJobs = defineKind<DatasetScope, LogpushJob>({
  ...jobs,
  pathOf: ({ scope, dataset }) => [...pathOf(scope), 'logpush', 'datasets', dataset, 'jobs'],
});

/** Of a question whose answer is not needed. */
const mostRepetitions = 2;

interface DatasetScope {
  readonly scope: LogpushScope;
  readonly dataset: string;
}

function pathOf(scope: LogpushScope): readonly string[] {
  if (typeof scope === 'string') return ['zones', scope];
  return 'accountId' in scope ? ['accounts', scope.accountId] : ['zones', scope.zoneId];
}

function secretsOf(body: JobChanges): string[] {
  return [body.ownership_challenge ?? '', ...destinationSecrets(body.destination_conf ?? '')];
}

function readOwnership(value: unknown, unreadable: Unreadable): OwnershipRequest {
  const result = new ObjectReader(value, 'an ownership challenge', unreadable);
  return { ...result.texts('filename', 'message'), valid: result.boolean('valid', false) };
}

function readValidation(value: unknown, unreadable: Unreadable): OwnershipValidation {
  const result = new ObjectReader(value, 'the validation of a challenge', unreadable);
  return { valid: result.boolean('valid', false) };
}

/** The descriptions of the fields of a dataset, by name. */
export function readFields(value: unknown, unreadable: Unreadable): Record<string, string> {
  const fields = new ObjectReader(value, 'the fields of a dataset', unreadable, known.map);
  // A later version of the API may describe them by more than a text.
  const textAt = (name: string) => (typeof own(fields.all, name) === 'string' ? fields.text(name, '') : '');
  return Object.fromEntries(Object.keys(fields.all).map((name) => [name, textAt(name)]));
}

/** A number, though it may come as a string of digits. */
function jobId(job: ObjectReader, unreadable: Unreadable): number {
  const value = job.any('id', ['number']);
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) {
    refuse(unreadable, 'a job without an id');
    return 0;
  }
  return id;
}
