import type { EdgeClient } from '../client';
import { checkAccountName } from '../resources/identifiers';
import { findAccount } from '../resources/owners';
import type { Caller } from '../resources/handler';
import { computed, defineContract, required, string } from '../schema';
import { dataSource } from './data-source';

const accountContract = defineContract({
  typeName: 'edge_account',
  version: 0,
  description: 'An account, found by its name. Its ID is known in the plan.',
  attributes: {
    name: required(string, { description: 'Name of the account.', checks: [checkAccountName] }),
    id: computed(string, { description: 'ID of the account.' }),
  },
});

export const account = dataSource(
  accountContract,
  async ({ name }, { service, signal }: Caller<EdgeClient>) => {
    const { id } = await findAccount(service, name, { path: ['name'], signal });
    return { name, id };
  },
);
