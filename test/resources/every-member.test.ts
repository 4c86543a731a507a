import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine } from '../../lib/drivers/engine';
import { runProgram } from '../../lib/ground/program';
import { own } from '../../lib/ground/record';
import { resources } from '../../lib/resources';
import { propName } from '../../lib/resources/prop-name';
import { importedState, isSettable, type Attribute, type ObjectValue, type Value } from '../../lib/schema';
import { runInProcess, setEnvironment } from '../cli/support';
import { accountId, contextOf, startWorld, zoneId, type World } from '../support/handler-harness';
import { samplesOf } from '../support/sample-values';

const root = join(__dirname, '../..');
const pool = { id: 'b'.repeat(32), name: 'pool', origins: [{ name: 'one', address: '192.0.2.1' }] };

/** Objects whose attributes are passed on, each by the least that it needs. */
const objects = [
  {
    typeName: 'edge_logpush_job',
    path: `/zones/${zoneId}/logpush/jobs`,
    base: {
      zone_id: zoneId,
      name: 'logs',
      destination_conf: 'https://logs.example.com/in',
      fields: ['RayID'],
    },
    ofKind: {
      dataset: ['firewall_events', 'http_requests'],
      filter: ['gt', 'lt'].map((operator) =>
        JSON.stringify({ where: { and: [{ key: 'BotScore', operator, value: '1' }] } }),
      ),
    },
  },
  {
    typeName: 'edge_pool_notification_policy',
    path: `/accounts/${accountId}/alerting/v3/policies`,
    base: { account_id: accountId, name: 'Health', pool_ids: [pool.id], email_addresses: ['a@example.com'] },
    ofKind: {},
  },
] as const;

const members = objects.flatMap((object) =>
  Object.entries<Attribute>(contractOf(object.typeName).attributes).flatMap(([name, attribute]) => {
    const { member } = attribute;
    if (member === undefined || !isSettable(attribute)) return [];
    const [first, second] = own<readonly Value[]>(object.ofKind, name) ?? samplesOf(attribute);
    return [{ ...object, name, attribute, member, first: first ?? null, second: second ?? null }];
  }),
);

/** Inside the package, where cdktf and constructs are. */
let folder: string;
let world: World;
beforeAll(() => {
  mkdirSync(join(root, '.tmp'), { recursive: true });
  folder = mkdtempSync(join(root, '.tmp', 'every-member-'));
});
beforeEach(async () => {
  world = await startWorld({}, { pools: [pool] });
});
afterEach(async () => {
  setEnvironment({});
  await world.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each(members)('$typeName: $name is planned, sent, read, imported and written as code', async (each) => {
  const { typeName, path, base, name, member, attribute, first, second } = each;
  const { contract, handler } = resourceOf(typeName);
  const engine = () => new Engine(resourceOf(typeName), contextOf(world));
  const stored = async () => ((await world.api('GET', path)) as ObjectValue[])[0] ?? {};
  const config: ObjectValue = { ...base, [name]: first };

  const plan = await engine().plan(null, config);
  expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(plan.desired).toMatchObject({ [name]: first });
  await engine().create(plan.desired, () => undefined);
  const { id: givenId, ...made } = await stored();
  const id = JSON.stringify(givenId).replaceAll('"', '');
  expect(made).toMatchObject({ [member]: first });

  const read = (await engine().read({ id }, config)) ?? {};
  expect(read).toMatchObject({ [name]: first });
  expect((await engine().plan(read, config)).isNoop).toBe(true);

  const imported = await handler.import(
    `${typeName === 'edge_logpush_job' ? zoneId : accountId}/${id}`,
    contextOf(world),
  );
  expect(
    await handler.read(importedState(contract, { ...imported } as ObjectValue), contextOf(world)),
  ).toMatchObject({
    [name]: first,
  });
  const out = await importAll(`${typeName}-${name}`);
  expect(out).toMatch(new RegExp(`^\\s*(?:${propName(name)}|where)\\b`, 'm'));

  if (second === null || second === first) return;
  const change = await engine().plan(read, { ...config, [name]: second });
  expect(change).toMatchObject({ isNoop: false, replaces: attribute.replaces === true ? [name] : [] });
  // As another client changes it. A policy is replaced as a whole.
  const write = async (value: Value) =>
    world.api('PUT', `${path}/${id}`, {
      ...(path.endsWith('policies') && (await stored())),
      [member]: value,
    });
  if (attribute.replaces === true) {
    await expect(write(second)).rejects.toThrow('cannot be changed');
    return;
  }
  await engine().update(read, change.desired, [], () => undefined);
  expect(await stored()).toMatchObject({ [member]: second });
  await write(first);
  expect(await engine().read({ id }, { ...config, [name]: second })).toMatchObject({ [name]: first });
});

it('the code of all of them compiles', async () => {
  const paths = { 'cdktf-edge-platform/cdktn': [join(root, 'lib/index.ts')] };
  const compilerOptions = { noEmit: true, paths };
  const include = ['**/*.ts', join(root, 'lib/**/*.d.ts')];
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include }),
  );
  const { output } = await runProgram(join(root, 'node_modules/.bin/tsgo'), ['--project', folder], {
    cwd: folder,
  });
  expect(output).toBe('');
});

/** The code that `import` writes of all objects. */
async function importAll(name: string): Promise<string> {
  const { baseUrl, apiToken } = world.access;
  setEnvironment({ EDGE_BASE_URL: baseUrl, EDGE_API_TOKEN: apiToken });
  const out = join(folder, name);
  const { status, stderr } = await runInProcess(undefined, 'import', '--account', accountId, '--out', out);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.map((file) => readFileSync(join(out, file), 'utf8')).join('\n');
}

function resourceOf(typeName: string) {
  const resource = resources.find(({ contract }) => contract.typeName === typeName);
  if (resource === undefined) throw new Error(`There is no ${typeName}`);
  return resource;
}

function contractOf(typeName: string) {
  return resourceOf(typeName).contract;
}
