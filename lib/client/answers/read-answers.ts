import { own } from '../../ground/record';
import { type ClientOptions, settingsOf } from '../options';
import { nextCursor, Transport } from '../transport';
import type { WaitSummary } from '../waits';
import { type Difference, DifferenceLog } from './difference';
import { judgeReply, type JudgedReply } from './judge-reply';
import { accountOperations, listOperations, zoneOperations, type Operation } from './operations';

export interface AnswersRequest {
  readonly zoneIds: readonly string[];
  readonly accountIds: readonly string[];
  /** The words that members can be, by name of the member, where this version has a list of them elsewhere. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly signal?: AbortSignal;
}

/** What was read, and how it differs. */
export interface AnswersReport {
  readonly answers: number;
  /** The paths that were read, with placeholders, in the order of this version. */
  readonly paths: readonly string[];
  readonly differences: readonly Difference[];
}

/** Of a list. */
const mostPages = 10;
/** Of a list, one by one. */
const mostObjects = 3;

/**
 * Reads every product of zones and accounts, and compares each reply with what this version expects. It only reads, one call
 * after the other, within the request budget: up to 10 pages of each list, and 3 of its objects one by one. A failing call is
 * an answer too, and not repeated.
 */
export class AnswersReader {
  readonly #transport: Transport;

  /** Throws an {@link InvalidArgumentError} for an option that cannot work. */
  constructor(options: ClientOptions) {
    this.#transport = new Transport(settingsOf({ ...options, retryTimeoutMs: 0 }));
  }

  /** How long calls waited so far. */
  get waits(): WaitSummary {
    return this.#transport.waitSummary;
  }

  /** Rejects with an {@link EdgeError} where a call has no reply. */
  async read({ zoneIds, accountIds, words, signal }: AnswersRequest): Promise<AnswersReport> {
    const run = new Run(this.#transport, words, signal);
    for (const operation of listOperations) await run.read(operation, {});
    for (const id of accountIds)
      for (const operation of accountOperations) await run.read(operation, { account_id: id });
    for (const id of zoneIds)
      for (const operation of zoneOperations) await run.read(operation, { zone_id: id });
    return run.report([...zoneIds, ...accountIds]);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

type Values = Readonly<Record<string, string>>;

class Run {
  readonly #log = new DifferenceLog();
  readonly #paths = new Set<string>();
  #answers = 0;

  constructor(
    readonly transport: Transport,
    readonly words: AnswersRequest['words'],
    readonly signal: AbortSignal | undefined,
  ) {}

  async read(operation: Operation, values: Values): Promise<void> {
    const objects = await this.#readList(operation, values);
    const { placeholders = {}, isMeant = () => true, operations = [] } = operation.each ?? {};
    for (const object of objects.filter(isMeant).slice(0, mostObjects)) {
      const members = Object.entries(placeholders).map(([name, member]) => [name, idOf(own(object, member))]);
      // Without an id, which is a difference of the list, nothing more can be read.
      if (members.some(([, value]) => value === undefined)) continue;
      const more = Object.fromEntries(members) as Values;
      for (const each of operations) await this.read(each, { ...values, ...more });
    }
  }

  report(ids: readonly string[]): AnswersReport {
    this.#log.remember(ids);
    return { answers: this.#answers, paths: [...this.#paths], differences: this.#log.list() };
  }

  /** The objects of all pages; `[]` for what is no list. */
  async #readList(operation: Operation, values: Values): Promise<Record<string, unknown>[]> {
    const objects: Record<string, unknown>[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= mostPages; page += 1) {
      const judged = await this.#readPage(operation, values, page, cursor);
      objects.push(...judged.objects);
      cursor = nextCursor(judged.resultInfo);
      const { total_pages: total } = judged.resultInfo;
      const isMore = operation.list === 'pages' && typeof total === 'number' && total > page;
      if (judged.objects.length === 0 || !(isMore || (operation.list === 'cursor' && cursor !== undefined)))
        break;
    }
    return objects;
  }

  async #readPage(
    operation: Operation,
    values: Values,
    page: number,
    cursor: string | undefined,
  ): Promise<JudgedReply> {
    const { path, query, list, perPage = 0 } = operation;
    const reply = await this.transport.readReply({
      path: segmentsOf(path, values),
      query: { ...query, ...(cursor !== undefined && { cursor }) },
      ...(list === 'pages' && { paging: { page, perPage } }),
      ...(this.signal !== undefined && { signal: this.signal }),
    });
    this.#answers += 1;
    this.#paths.add(path);
    const judged = judgeReply(operation, reply, this.words);
    this.#log.remember(judged.body);
    this.#log.add(path, judged.differences);
    return judged;
  }
}

function segmentsOf(path: string, values: Values): string[] {
  return path
    .slice(1)
    .split('/')
    .map((segment) => {
      const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
      return name === undefined ? segment : (own(values, name) ?? '');
    });
}

/** An id that a path can have. */
function idOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[\w-]{1,100}$/.test(text) ? text : undefined;
}
