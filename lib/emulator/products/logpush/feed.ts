import type { CustomFields, Dataset, Exchange } from '../../../logs';
import { scopeKey } from '../../scope';
import type { Scope } from '../../scope';
import type { Job } from './model';

/** What a job did with an exchange. Why its filter dropped a line is for the reader to find out. */
export type Fate =
  | { readonly kind: 'delivered'; readonly line: string; readonly object: string }
  | { readonly kind: 'dropped' | 'unsampled' }
  | { readonly kind: 'failed'; readonly error: string };

/** An exchange that went through the jobs of its scope and dataset. */
export interface FeedItem extends FeedSource {
  /** Counts up from 1. */
  readonly number: number;
  readonly exchange: Exchange;
  /** The jobs as they were. */
  readonly fates: readonly { readonly job: Job; readonly fate: Fate }[];
}

/** What the exchanges of one call have in common. */
export interface FeedSource {
  readonly at: Date;
  readonly scope: Scope;
  readonly dataset: Dataset;
  readonly customFields: CustomFields | undefined;
}

/** An exchange, and the length of the text that it was read from. */
export interface FeedLine {
  readonly exchange: Exchange;
  readonly length: number;
}

/** What each of the jobs did with exchange number `index` of the call. */
export interface JobFates {
  readonly job: Job;
  readonly fateOf: (index: number) => Fate;
}

/**
 * The newest exchanges of all zones and accounts, and what their jobs did with them, in memory: it is for people who watch.
 * Only what the newest exchanges of a call need is computed, whatever their number.
 */
export class Feed {
  private items: (FeedItem & { readonly length: number })[] = [];
  private count = 0;

  constructor(private readonly announce: () => void) {}

  add(source: FeedSource, lines: readonly FeedLine[], jobs: readonly JobFates[]): void {
    if (lines.length === 0) return;
    const first = Math.max(0, lines.length - mostExchanges);
    this.count += first;
    for (const [index, { exchange, length }] of lines.slice(first).entries()) {
      this.count += 1;
      const fates = jobs.map(({ job, fateOf }) => ({ job, fate: cut(fateOf(first + index)) }));
      this.items.push({ ...source, number: this.count, exchange, length, fates });
    }
    this.forgetOld();
    this.announce();
  }

  /** The newest first. */
  list(scope: Scope): readonly FeedItem[] {
    const key = scopeKey(scope);
    return this.items.filter((item) => scopeKey(item.scope) === key).reverse();
  }

  clear(): void {
    this.items = [];
    this.announce();
  }

  /** The newest exchange stays, however large it is. */
  private forgetOld(): void {
    let first = this.items.length - 1;
    for (let left = mostCharacters - (this.items[first]?.length ?? 0); first > 0; first -= 1) {
      left -= this.items[first - 1]?.length ?? 0;
      if (left < 0) break;
    }
    this.items = this.items.slice(Math.max(first, this.items.length - mostExchanges));
  }
}

export const mostExchanges = 200;
/** Of the texts of all exchanges. */
export const mostCharacters = 4_000_000;
/** Of a written line. */
export const mostLineCharacters = 8192;

/** A copy: a part of a string keeps the whole alive. */
function cut(fate: Fate): Fate {
  if (fate.kind !== 'delivered' || fate.line.length <= mostLineCharacters) return fate;
  return {
    ...fate,
    line: Buffer.from(fate.line.slice(0, mostLineCharacters), 'utf16le').toString('utf16le'),
  };
}
