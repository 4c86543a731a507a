import { generalRefusals } from '../../http/errors';
import { listed } from '../../http/list-query';
import type { ListRules } from '../../http/list-query';
import { answer } from '../../http/route';
import type { Call } from '../../http/route';
import type { Product } from '../../product';
import type { Account, Places, World } from '../../world';

/** Accounts as the API shows them. They come from the fixture and cannot be changed. */
export function accounts({ places }: World): Product {
  return {
    name: 'accounts',
    routes: [
      {
        method: 'GET',
        path: '/accounts',
        handle: (call) => listed(places.listAccounts(), call.query, lists, render),
      },
      {
        method: 'GET',
        path: '/accounts/:account_id',
        handle: (call) => answer.resource(render(accountOf(call, places))),
      },
    ],
  };
}

const lists: ListRules<Account> = {
  filters: { name: (account, value) => account.name === value },
  orders: {},
  sizes: { least: 5, most: 50, otherwise: 20 },
};

function render({ id, name }: Account): object {
  return { id, name, type: 'standard', settings: { enforce_twofactor: false }, created_on: createdOn };
}

/** Older than every zone. */
const createdOn = '2019-01-01T00:00:00.000000Z';

function accountOf(call: Call, places: Places): Account {
  const account = places.account(call.param('account_id'));
  if (account === undefined) throw generalRefusals.noRoute(call.path);
  return account;
}
