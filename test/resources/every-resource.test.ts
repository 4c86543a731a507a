import type { TerraformStack } from 'cdktf';
import { EdgeDriver } from '../../lib';
import { propName } from '../../lib/resources/edge-resource';
import { isSettable, type State } from '../../lib/schema';
import { makeStack, objectAt, resourceOf, synth } from '../constructs/support';
import { accountId, at, contextOf, worlds, zoneId, type World } from '../support/handler-harness';
import {
  profiledResource,
  resourceFolders,
  type Key,
  type ProfiledResource,
} from '../support/resource-profile';

const start = worlds();

describe.each(resourceFolders)('%s', (folder) => {
  let profile: ProfiledResource;
  let typeName: string;
  beforeAll(async () => {
    profile = await profiledResource(folder);
    ({ typeName } = profile.resource.contract);
  });

  const attributes = () => Object.entries(profile.resource.contract.attributes);
  const settable = () => attributes().filter(([, attribute]) => isSettable(attribute));
  const declare = (stack: TerraformStack, props = profile.props) => new profile.Construct(stack, 'it', props);

  it('has a prop for every settable attribute, and no others', () => {
    const expected = settable().map(([name]) => propName(name));
    const given = [profile.props, ...(profile.alternatives ?? [])].flatMap((props) => Object.keys(props));
    expect([...new Set(given)].sort()).toEqual(expected.sort());
  });

  it('synthesizes every prop as the attribute of its name', () => {
    for (const props of [profile.props, ...(profile.alternatives ?? [])]) {
      const stack = makeStack('logs', undefined, profile.provider);
      declare(stack, props);
      const synthesized = resourceOf(stack, typeName, 'it');
      const valueOf = (name: string) =>
        profile.synthesized?.[name] ?? (Reflect.get(props, propName(name)) as unknown);
      const given = settable().filter(([name]) => Object.hasOwn(props, propName(name)));
      expect({ ...synthesized, lifecycle: undefined }).toEqual(
        Object.fromEntries(given.map(([name]) => [name, valueOf(name)])),
      );
    }
  });

  it('fails at synth with a timeout that is no duration', () => {
    const props = { ...profile.props, timeouts: { create: '10 minutes', update: '10m' } };
    expect(() => new profile.Construct(makeStack('logs', undefined, profile.provider), 'it', props)).toThrow(
      /^\[logs\/it\] \w+:\n {2}timeouts\.create: Invalid duration: timeouts\.create is "10 minutes"\. It must be .* "10m" or "1h30m"\.$/,
    );
  });

  it('has an output for every computed attribute', () => {
    const stack = makeStack('logs', undefined, profile.provider);
    const construct = declare(stack);
    const computed = attributes()
      .filter(([, attribute]) => !isSettable(attribute))
      .flatMap(([path, { type }]) =>
        type.kind === 'nested'
          ? Object.keys(type.attributes).map((name) => [name, `${path}.${name}`] as const)
          : [[path, path] as const],
      );
    const outputs = computed.map(([name]) => [name, Reflect.get(construct, propName(name)) as unknown]);
    stack.addOverride('locals', Object.fromEntries(outputs));
    expect(objectAt(synth(stack), 'locals')).toEqual(
      Object.fromEntries(computed.map(([name, path]) => [name, `\${${typeName}.it.${path}}`])),
    );
  });

  it('is deployed by the provisioner driver under the same construct', () => {
    for (const props of [profile.props, ...(profile.alternatives ?? [])]) {
      const stack = makeStack('logs', undefined, { ...profile.provider, driver: EdgeDriver.PROVISIONER });
      declare(stack, props);
      const { it: apply, it_lifecycle: lifecycle } = objectAt(synth(stack), 'resource', 'null_resource');
      expect(apply).toMatchObject({ triggers: { 'edge:type': typeName } });
      const key = objectAt(lifecycle, 'triggers');
      const given = Object.keys(profile.key).filter((name) => Object.hasOwn(props, propName(name)));
      expect(Object.keys(key).sort()).toEqual(['edge:type', ...given].sort());
    }
  });

  it('is found by its natural key as an import finds it', async () => {
    const world = await start(profile.zone, profile.account);
    const imported = await profile.resource.handler.import(profile.importId, contextOf(world));
    expect(await findBy(world, profile.key)).toEqual([imported]);
    expect(at(imported, 'id')).toEqual(expect.any(String));
  });

  it('is imported with the ID or the name of its zone or account, whatever precedes it', async () => {
    const world = await start(profile.zone, profile.account);
    const { handler } = profile.resource;
    const imported = await handler.import(profile.importId, contextOf(world));
    const [kind, id, names] = profile.importId.startsWith(zoneId)
      ? (['zone', zoneId, ['one.example', 'ONE.example.']] as const)
      : (['account', accountId, ['Account']] as const);
    const owners = [id, ...names].flatMap((owner) => [owner, `${kind}/${owner}`, `${kind}s/${owner}`]);
    for (const owner of owners)
      expect(await handler.import(profile.importId.replace(id, owner), contextOf(world))).toEqual(imported);
  });

  it('fails to import from a zone or account of an unknown name', async () => {
    const world = await start(profile.zone, profile.account);
    const [id, name, nearest] = profile.importId.startsWith(zoneId)
      ? ([zoneId, 'on.example', 'one.example'] as const)
      : ([accountId, 'Acount', 'Account'] as const);
    const unknown = profile.importId.replace(id, name);
    await expect(profile.resource.handler.import(unknown, contextOf(world))).rejects.toThrow(
      `Did you mean "${nearest}"?`,
    );
  });

  it('is not found by an unknown key', async () => {
    const world = await start(profile.zone, profile.account);
    expect(await findBy(world, profile.missing)).toEqual([]);
  });

  it('allows several objects with the same key only where its natural key is not unique', async () => {
    const { contract } = profile.resource;
    expect(Object.keys(profile.key)).toEqual(contract.naturalKey?.attributes);
    expect(contract.naturalKey?.isUnique).toBe(profile.shared === undefined);
    if (profile.shared === undefined) return;
    const world = await start(profile.zone, profile.account);
    const found = await findBy(world, profile.shared);
    expect(new Set(found.map((each) => at(each, 'id'))).size).toBe(2);
  });

  function findBy(world: World, key: Key): Promise<readonly unknown[]> {
    const { handler } = profile.resource;
    if (handler.find === undefined) throw new Error(`The handler of ${typeName} has no find`);
    return handler.find(key as State<never>, contextOf(world));
  }
});
