import { crud } from '../../http/crud';
import { equal } from '../../http/list-query';
import type { Product } from '../../product';
import type { World } from '../../world';

/** Accounts as the API shows them. They come from the fixture and cannot be changed. */
export function accounts({ places }: World): Product {
  return {
    routes: crud({
      path: '/accounts',
      id: 'account_id',
      owner: () => undefined,
      items: { list: () => places.listAccounts(), get: (_, id) => places.getAccount(id) },
      render: ({ id, name }) => ({
        id,
        name,
        type: 'standard',
        settings: { enforce_twofactor: false },
        created_on: createdOn,
      }),
      pages: () => ({ filters: equal('name'), sizes: { least: 5, most: 50, otherwise: 20 } }),
    }),
  };
}

/** Older than every zone. */
const createdOn = '2019-01-01T00:00:00.000000Z';
