import type { LogpushScope } from '../client';
import type { CallRecord, Fixture, Notification } from '../emulator';

/** A request to a zone, with its response, as traffic that log-delivery jobs deliver. */
export interface SampleRequest {
  /** Log fields of `http_requests` by name, such as `EdgeResponseStatus`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Headers by name; a list of values repeats the header. Cookies are in the header `Cookie`. */
  readonly requestHeaders?: Headers;
  readonly responseHeaders?: Headers;
  /** The managed rules that the request matches, see docs/emulator.md. */
  readonly waf?: object;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A fault to inject; docs/emulator.md lists the kinds and what else each can have. */
export interface FaultInput {
  /** The calls that fail, by one or several methods; `path` is a path below `/client/v4`, with wildcards. */
  readonly match?: { readonly method?: string | readonly string[]; readonly path?: string };
  readonly kind: NonNullable<CallRecord['fault']>;
  /** @default 1 */
  readonly times?: number;
  /** Matching calls that succeed first. @default 0 */
  readonly skip?: number;
  readonly status?: number;
  readonly [key: string]: unknown;
}

/** The controls of a running emulator. */
export class Controls {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async reset(fixture?: Fixture): Promise<void> {
    await this.#call('POST', '/reset', fixture === undefined ? undefined : JSON.stringify({ fixture }));
  }

  async exportFixture(): Promise<Fixture> {
    return (await this.#call('GET', '/fixture')) as Fixture;
  }

  async calls(): Promise<readonly CallRecord[]> {
    return (await this.#call('GET', '/calls')) as readonly CallRecord[];
  }

  async clearCalls(): Promise<void> {
    await this.#call('DELETE', '/calls');
  }

  async outbox(): Promise<readonly Notification[]> {
    return (await this.#call('GET', '/outbox')) as readonly Notification[];
  }

  async sendRequests(zoneId: string, requests: readonly SampleRequest[]): Promise<void> {
    const lines = requests.map(({ requestHeaders, responseHeaders, fields, waf }) =>
      JSON.stringify({
        request: { headers: pairsOf(requestHeaders) },
        response: { headers: pairsOf(responseHeaders) },
        fields,
        waf,
      }),
    );
    await this.#call('POST', `/zones/${zoneId}/requests`, lines.join('\n'));
  }

  async sendRecords(
    dataset: string,
    records: readonly Readonly<Record<string, unknown>>[],
    scope: LogpushScope,
  ): Promise<void> {
    const lines = records.map((record) => JSON.stringify(record));
    await this.#call('POST', `${pathOf(scope)}/datasets/${dataset}/records`, lines.join('\n'));
  }

  async setPoolHealth(
    accountId: string,
    poolId: string,
    health: { readonly healthy: boolean; readonly origin?: string },
  ): Promise<void> {
    await this.#call('POST', `/accounts/${accountId}/pools/${poolId}/health`, JSON.stringify(health));
  }

  async injectFault(fault: FaultInput): Promise<void> {
    await this.#call('POST', '/faults', JSON.stringify(fault));
  }

  async clearFaults(): Promise<void> {
    await this.#call('DELETE', '/faults');
  }

  async advanceClock(ms: number): Promise<void> {
    await this.#call('PUT', '/clock', JSON.stringify({ advanceMs: ms }));
  }

  async #call(method: string, path: string, body?: string): Promise<unknown> {
    const response = await fetch(this.#url + path, { method, ...(body !== undefined && { body }) });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`the emulator refuses ${method} ${path}: ${reasonIn(answer)}`);
    return answer;
  }
}

function pathOf(scope: LogpushScope): string {
  if (typeof scope === 'string') return `/zones/${scope}`;
  return 'accountId' in scope ? `/accounts/${scope.accountId}` : `/zones/${scope.zoneId}`;
}

function pairsOf(headers: Headers = {}): [string, string][] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}

function reasonIn(answer: unknown): string {
  const { errors = [] } = answer as { readonly errors?: readonly { readonly message: string }[] };
  return errors.map(({ message }) => message).join('; ');
}
