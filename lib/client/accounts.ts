import { Collection, defineCollection } from './collection';
import { NameSearch } from './name-search';
import { apiObject, boolean, identifier, map, part, text, type ObjectOf } from './object';
import type { CachedCallOptions, CallOptions, Transport } from './transport';

/** Source: the public schema. */
const account = apiObject('an account', {
  id: identifier(),
  /** Accounts can have the same name. */
  name: text(),
  type: text().words('standard', 'enterprise').asIs(),
  settings: part(
    apiObject('settings', {
      enforce_twofactor: boolean(false).asIs(),
      api_access_enabled: boolean(false).orNull().asIs(),
      access_approval_expiry: text().orNull().asIs(),
      abuse_contact_email: text().orNull().asIs(),
      use_account_custom_ns_by_default: boolean(false).asIs(),
      default_nameservers: text().asIs(),
    }),
  ).asIs(),
  created_on: text().asIs(),
  legacy_flags: map().asIs(),
  managed_by: map().asIs(),
});

/** An account. Unknown fields are kept. */
export interface Account extends ObjectOf<typeof account> {}

/** The options of {@link AccountsApi.list}. */
export interface AccountListOptions extends CachedCallOptions {
  /**
   * The name of the account.
   *
   * @default - accounts of every name
   */
  readonly name?: string;
}

/** Reads accounts. */
export class AccountsApi {
  readonly #accounts: Collection<null, Account>;
  readonly #accountsByName: NameSearch<Account>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#accounts = new Collection(transport, accounts);
    const asIs = (name: string) => name;
    this.#accountsByName = new NameSearch(this.#accounts, { keyOf: asIs, toSend: asIs });
  }

  /**
   * One account.
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} or a {@link PermissionError} if the credentials
   * cannot read it.
   */
  async get(accountId: string, options: CallOptions = {}): Promise<Account> {
    return this.#accounts.read(null, accountId, options);
  }

  /**
   * All accounts that the credentials can read, or those of a name; every page is read, and no account is there twice.
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} if the credentials are not accepted, a
   * {@link PermissionError} if they cannot read accounts, a {@link ReplyLimitError} for a list that does not end.
   */
  async list({ name, ...options }: AccountListOptions = {}): Promise<Account[]> {
    return this.#accounts.list(null, { ...(name !== undefined && { query: { name } }), ...options });
  }

  /**
   * The accounts with a name: none, one or several. The first two names cost one call each; further ones are looked up
   * in the list of all accounts, which is read once, unless it has more pages than names were looked up, and more than 10.
   *
   * Rejects as `list` does.
   */
  async find(name: string, options: CallOptions = {}): Promise<Account[]> {
    return this.#accountsByName.find(name, options);
  }
}

export const accounts = defineCollection<null, Account>(account, {
  several: 'accounts',
  pathOf: () => ['accounts'],
  // The most that the service sends at once (public fact).
  perPage: 50,
});
