import type { EdgeClient } from '../client';
import { checkDomain, checkIdentifier } from '../resources/identifiers';
import { findZone } from '../resources/owners';
import type { Caller } from '../resources/handler';
import { computed, defineContract, optionalComputed, required, string } from '../schema';
import { dataSource } from './data-source';

const zoneContract = defineContract({
  typeName: 'edge_zone',
  version: 0,
  description: 'A zone, found by its name. Its ID is known in the plan.',
  attributes: {
    name: required(string, {
      description:
        'Domain of the zone, in any case. An internationalized domain may be written in Unicode or as punycode.',
      checks: [checkDomain],
    }),
    account_id: optionalComputed(string, {
      description: 'ID of the account. Set it where zones of several accounts have the name.',
      checks: [checkIdentifier],
    }),
    account_name: optionalComputed(string, {
      description:
        'Name of the account. Set it, or `account_id`, where zones of several accounts have the name.',
    }),
    id: computed(string, { description: 'ID of the zone.' }),
    plan: computed(string, { description: 'Plan of the zone: `free`, `pro`, `business` or `enterprise`.' }),
    status: computed(string, { description: 'Status of the zone, such as `active` or `pending`.' }),
  },
});

/** Finds a zone by its name. The first two names cost one call each, all further ones share the list of zones. */
export const zone = dataSource(zoneContract, async (config, { service, signal }: Caller<EdgeClient>) => {
  const found = await findZone(service, config.name, {
    accountId: config.account_id ?? undefined,
    accountName: config.account_name ?? undefined,
    path: ['name'],
    signal,
  });
  const { status } = found;
  return {
    name: config.name,
    account_id: found.account.id,
    account_name: found.account.name,
    id: found.id,
    plan: found.plan.legacy_id,
    status: typeof status === 'string' ? status : null,
  };
});
