import type { Buckets } from './buckets';
import type { ServiceLists } from './service-lists';
import { found } from './shape';
import type { Store, Table } from './state/store';

/** State and services that every product works with. Time, ids and random numbers are injected. */
export interface World {
  readonly store: Store;
  readonly places: Places;
  readonly lists: ServiceLists;
  readonly buckets: Buckets;
  readonly now: () => Date;
  readonly newId: () => string;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly delivery: DeliveryOptions;
  /** How long a cutover takes, unless a control sets it. */
  readonly wafCutoverMs: number;
  /** Says to open pages that something changed which is not in the store. */
  readonly announce: () => void;
  readonly closing: AbortSignal;
}

export type Reach = (url: string) => boolean;

export interface DeliveryOptions {
  /** `smtp://host:port`; without it e-mails stay in the outbox. */
  readonly smtp: string | undefined;
  /** Notifications to other hosts are recorded in the outbox. */
  readonly isReachable: Reach;
  readonly attemptTimeoutMs: number;
  /** Before the second attempt, the third, and so on; after the last attempt the notification has failed. */
  readonly pausesMs: readonly number[];
}

export interface Account {
  readonly id: string;
  readonly name: string;
}

export const plans = ['free', 'pro', 'business', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export interface Zone {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly plan: Plan;
}

/** Accounts and zones: they come from the fixture and do not change afterwards. */
export class Places {
  private readonly accounts: Table<Account>;
  private readonly zones: Table<Zone>;

  constructor(private readonly store: Store) {
    this.accounts = store.table<Account>('accounts');
    this.zones = store.table<Zone>('zones');
  }

  account(id: string): Account | undefined {
    return this.accounts.get('', id);
  }

  zone(id: string): Zone | undefined {
    return this.zones.get('', id);
  }

  /** The account of a path or a zone, which exists. */
  getAccount(id: string): Account {
    return found(this.account(id), () => new Error(`no account ${id}`));
  }

  getZone(id: string): Zone {
    return found(this.zone(id), () => new Error(`no zone ${id}`));
  }

  listZones(): readonly Zone[] {
    return this.zones.list('');
  }

  listAccounts(): readonly Account[] {
    return this.accounts.list('');
  }

  addAccount(account: Account): void {
    this.store.commit([this.accounts.put('', account.id, account)]);
  }

  addZone(zone: Zone): void {
    this.store.commit([this.zones.put('', zone.id, zone)]);
  }
}
