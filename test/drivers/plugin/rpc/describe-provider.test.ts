import { dataSources } from '../../../../lib/data-sources';
import { getMetadata, getProviderSchema } from '../../../../lib/drivers/plugin/rpc/describe-provider';
import { Session } from '../../../../lib/drivers/plugin/session';
import { resources } from '../../../../lib/resources';
import { actions } from '../../../../lib/resources/actions';
import { lists } from '../../../../lib/resources/lists';

const session = new Session({
  description: 'All that there is.',
  attributes: {},
  resources,
  dataSources,
  lists,
  actions,
  configure: () => {
    throw new Error('no service');
  },
});

it('names every type that has a schema, and a list for every resource', async () => {
  const metadata = await getMetadata(session, {});
  const schemas = await getProviderSchema(session, {});
  const names = (types: readonly { readonly typeName: string }[] = []) =>
    types.map(({ typeName }) => typeName);
  expect(names(metadata.resources)).toEqual(Object.keys(schemas.resourceSchemas));
  expect(names(metadata.dataSources)).toEqual(Object.keys(schemas.dataSourceSchemas ?? {}));
  expect(names(metadata.listResources)).toEqual(Object.keys(schemas.listResourceSchemas ?? {}));
  expect(names(metadata.listResources)).toEqual(names(metadata.resources));
  expect(names(metadata.actions)).toEqual(['edge_logpush_ownership_challenge']);
  expect(Object.keys(schemas.actionSchemas ?? {})).toEqual(names(metadata.actions));
});

// What bridges the schema to other tools names each object by this attribute.
it('gives every resource and data source an id, which the service sets', async () => {
  const { resourceSchemas, dataSourceSchemas } = await getProviderSchema(session, {});
  const schemas = Object.entries({ ...resourceSchemas, ...dataSourceSchemas });
  expect(schemas.length).toBe(resources.length + dataSources.length);
  for (const [typeName, { block }] of schemas)
    expect([typeName, block.attributes.find(({ name }) => name === 'id')]).toEqual([
      typeName,
      expect.objectContaining({ type: Buffer.from('"string"'), computed: true, required: false }),
    ]);
});
