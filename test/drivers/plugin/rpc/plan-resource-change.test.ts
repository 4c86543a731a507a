import { planResourceChange } from '../../../../lib/drivers/plugin/rpc/plan-resource-change';
import { Session } from '../../../../lib/drivers/plugin/session';
import { encodeObject } from '../../../../lib/drivers/plugin/wire/value';
import type { Handler, PlannedChange } from '../../../../lib/resources/handler';
import { resource } from '../../../../lib/resources/resource';
import { defineContract, required, string, type ObjectValue } from '../../../../lib/schema';
import { readResource } from '../../../../lib/drivers/plugin/rpc/read-objects';

const contract = defineContract({
  typeName: 'edge_thing',
  version: 0,
  description: 'A thing.',
  attributes: { name: required(string, { description: 'Its name.', replaces: true }) },
});
type Thing = (typeof contract)['attributes'];

const notNow = () => Promise.reject(new Error('not in a plan'));
const unused = { create: notNow, read: notNow, update: notNow, delete: notNow, import: notNow };

/** Plans a change of an object whose private state is `"kept"`, and tells what the handler saw of it. */
async function plan(prior: ObjectValue | null): Promise<{ seen: unknown; passedOn: unknown }> {
  let seen: unknown;
  const handler: Handler<Thing, null> = {
    ...unused,
    plan: (_change: PlannedChange<Thing>, { privateState }) => {
      seen = privateState.get();
      return Promise.resolve({});
    },
  };
  const session = new Session<null>({
    description: 'A provider of things.',
    attributes: {},
    resources: [resource(contract, handler)],
    configure: () => ({ isReady: true, service: null }),
  });
  session.configure({ isReady: true, service: null });
  const value = (object: ObjectValue | null) => encodeObject(contract.attributes, object);
  const { plannedPrivate } = await planResourceChange(session, {
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

describe('a changed value that replaces the object', () => {
  /** What a plan says of an object whose name changes, and the attributes that replace it. */
  async function planChange(isRead: boolean) {
    const session = new Session<null>({
      description: 'A provider of things.',
      attributes: {},
      resources: [resource(contract, { ...unused, read: (state) => Promise.resolve(state) })],
      configure: () => ({ isReady: true, service: null }),
    });
    session.configure({ isReady: true, service: null });
    const value = (object: ObjectValue) => encodeObject(contract.attributes, object);
    const prior = value({ name: 'old' });
    const { typeName } = contract;
    if (isRead) await readResource(session, { typeName, currentState: prior, private: new Uint8Array() });
    const { requiresReplace, diagnostics } = await planResourceChange(session, {
      typeName,
      priorState: prior,
      config: value({ name: 'new' }),
      proposedNewState: value({ name: 'new' }),
      priorPrivate: new Uint8Array(),
    });
    return { requiresReplace, said: diagnostics?.map(({ summary, detail }) => `${summary}: ${detail}`) };
  }

  it('replaces it in a plan', async () => {
    const { requiresReplace, said } = await planChange(true);
    expect(requiresReplace).toHaveLength(1);
    expect(said).toEqual([]);
  });

  it('replaces it in a plan without a refresh, which may be that of an apply, with a warning what to do then', async () => {
    const { requiresReplace, said } = await planChange(false);
    expect(requiresReplace).toHaveLength(1);
    expect(said).toEqual([expect.stringMatching(/name has changed from "old" to "new".*plan again/)]);
  });
});
