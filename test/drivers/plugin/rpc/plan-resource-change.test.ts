import { planResourceChange } from '../../../../lib/drivers/plugin/rpc/plan-resource-change';
import { Session } from '../../../../lib/drivers/plugin/session';
import { encodeObject } from '../../../../lib/drivers/plugin/wire/value';
import type { Handler, PlannedChange } from '../../../../lib/resources/handler';
import { resource } from '../../../../lib/resources/resource';
import { defineContract, required, string, type ObjectValue } from '../../../../lib/schema';

const contract = defineContract({
  typeName: 'edge_thing',
  version: 0,
  description: 'A thing.',
  attributes: { name: required(string, { description: 'Its name.', replaces: true }) },
});
type Thing = (typeof contract)['attributes'];

/** Plans a change of an object whose private state is `"kept"`, and tells what the handler saw of it. */
async function plan(prior: ObjectValue | null, note?: string): Promise<{ seen: unknown; passedOn: string }> {
  let seen: unknown;
  const notNow = () => Promise.reject(new Error('not in a plan'));
  const handler: Handler<Thing, null> = {
    plan: (_change: PlannedChange<Thing>, { privateState }) => {
      seen = privateState.get();
      if (note !== undefined) privateState.set(note);
      return Promise.resolve({});
    },
    create: notNow,
    read: notNow,
    update: notNow,
    delete: notNow,
    import: notNow,
  };
  const session = new Session<null>({
    description: 'A provider of things.',
    attributes: {},
    resources: [resource(contract, handler)],
    configure: () => ({ isReady: true, service: null }),
  });
  session.configure({ isReady: true, service: null });
  const value = (object: ObjectValue | null) => encodeObject(contract.attributes, object);
  const { plannedPrivate } = await planResourceChange(session)({
    typeName: contract.typeName,
    priorState: value(prior),
    config: value({ name: 'new' }),
    proposedNewState: value({ name: 'new' }),
    priorPrivate: Buffer.from('"kept"'),
  });
  return { seen, passedOn: Buffer.from(plannedPrivate ?? []).toString() };
}

it('keeps the private state of an object that is changed', async () => {
  expect(await plan({ name: 'old' })).toEqual({ seen: 'kept', passedOn: '"kept"' });
});

it('passes the private state of a replaced object to the handler, and starts the new one without', async () => {
  expect(await plan(null)).toEqual({ seen: 'kept', passedOn: '' });
});

it('passes on what the handler notes for the deletion of an object, or of a replaced one', async () => {
  expect((await plan({ name: 'old' }, 'noted')).passedOn).toBe('"noted"');
  expect((await plan(null, 'noted')).passedOn).toBe('"noted"');
});
