import { getMetadata, getProviderSchema } from '../../lib/drivers/plugin/rpc/describe-provider';
import { readDataSource } from '../../lib/drivers/plugin/rpc/read-objects';
import { validateDataResourceConfig } from '../../lib/drivers/plugin/rpc/validate-config';
import { Session } from '../../lib/drivers/plugin/session';
import { decodeObject, encodeObject } from '../../lib/drivers/plugin/wire/value';
import type { EdgeClient } from '../../lib/client';
import { dataSources } from '../../lib/data-sources';
import type { ObjectValue } from '../../lib/schema';
import { accountId, worlds, zoneId } from '../support/handler-harness';

const start = worlds();

function sessionOf(service: EdgeClient | null): Session<EdgeClient> {
  const session = new Session<EdgeClient>({
    description: 'The data sources.',
    attributes: {},
    resources: [],
    dataSources,
    configure: () => ({ isReady: false, unavailable: [], isLater: true }),
  });
  if (service !== null) session.configure({ isReady: true, service });
  return session;
}

const typed = (typeName: string) => {
  const found = dataSources.find(({ contract }) => contract.typeName === typeName);
  if (found === undefined) throw new Error(`no data source ${typeName}`);
  return found.contract.attributes;
};

function configOf(typeName: string, given: ObjectValue): ObjectValue {
  return { ...Object.fromEntries(Object.keys(typed(typeName)).map((name) => [name, null])), ...given };
}

async function read(service: EdgeClient, typeName: string, given: ObjectValue) {
  const config = encodeObject(typed(typeName), configOf(typeName, given));
  const { state } = await readDataSource(sessionOf(service), { typeName, config });
  return state && decodeObject(typed(typeName), state);
}

async function validate(typeName: string, given: ObjectValue): Promise<string[]> {
  const config = encodeObject(typed(typeName), configOf(typeName, given));
  const { diagnostics = [] } = await validateDataResourceConfig(sessionOf(null), { typeName, config });
  return diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`);
}

it('are listed in metadata and schema', async () => {
  const session = sessionOf(null);
  const { dataSources: listed } = await getMetadata(session, {});
  expect(listed).toEqual([{ typeName: 'edge_zone' }, { typeName: 'edge_account' }]);
  const { dataSourceSchemas = {} } = await getProviderSchema(session, {});
  expect(Object.keys(dataSourceSchemas)).toEqual(['edge_zone', 'edge_account']);
  const [name] = dataSourceSchemas.edge_zone?.block.attributes ?? [];
  expect(name).toMatchObject({ name: 'name', required: true, computed: false });
});

describe('edge_zone', () => {
  it('has the zone of a name, which stays as it is written', async () => {
    const world = await start({ plan: 'pro' });
    expect(await read(world.client, 'edge_zone', { name: 'One.example.' })).toEqual({
      name: 'One.example.',
      account_id: accountId,
      account_name: 'Account',
      id: zoneId,
      plan: 'pro',
      status: 'active',
    });
  });

  it('fails at the name for one that no zone has', async () => {
    const world = await start();
    await expect(read(world.client, 'edge_zone', { name: 'oen.example' })).rejects.toMatchObject({
      diagnostics: [{ path: ['name'], summary: 'Unknown zone' }],
    });
  });

  it('fails for a zone of another account', async () => {
    const world = await start();
    const elsewhere = { name: 'one.example', account_name: 'Other' };
    await expect(read(world.client, 'edge_zone', elsewhere)).rejects.toThrow('no zones of the account Other');
  });

  it.each<[ObjectValue, string]>([
    [
      { name: zoneId },
      `Invalid zone name: "${zoneId}" is not a domain, and zones are named by domains. It is an ID`,
    ],
    [{ name: 'example' }, 'Write it as example.com.'],
    [{ name: 'a b.example' }, 'is not a domain'],
    [{ name: 'one.example', account_id: 'Account' }, 'Invalid identifier: "Account" is not an ID'],
  ])('fails to validate %p', async (config, message) => {
    expect(await validate('edge_zone', config)).toEqual([expect.stringContaining(message)]);
  });
});

describe('edge_account', () => {
  it('has the account of a name', async () => {
    const world = await start();
    expect(await read(world.client, 'edge_account', { name: 'Account' })).toEqual({
      name: 'Account',
      id: accountId,
    });
  });

  it.each(['', ' ', accountId])('fails to validate the name "%s"', async (name) => {
    expect(await validate('edge_account', { name })).toEqual([
      expect.stringContaining('Invalid account name'),
    ]);
  });
});
