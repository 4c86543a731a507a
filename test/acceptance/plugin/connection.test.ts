import { removeSocketsOfKilledPlugins } from '../../support/processes';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { encodeObject } from '../../../lib/drivers/plugin/wire/value';
import { makeCertificate } from '../../../lib/drivers/plugin/certificate';
import {
  Provider,
  startPlugin,
  TerraformClient,
  type Connection,
  type StartedPlugin,
} from '../../support/terraform-client';
import { thingContract } from './provider/contract';
import { buildFakeProvider, configurationOf } from './support';
import { makeFolder } from '../../support/folder';

const provider = '/tfplugin6.Provider';
const schema = (connection: Connection) =>
  connection.call(`${provider}/GetProviderSchema`, ['Empty', {}], 'GetProviderSchemaResponse');

describe('a plugin that a client connects to', () => {
  const folder = makeFolder();
  const certificate = makeCertificate(new Date());
  const things = join(folder, 'things');
  mkdirSync(things);
  const file = buildFakeProvider(folder);
  let plugin: StartedPlugin;
  let connection: Connection;
  beforeAll(async () => {
    plugin = await startPlugin(file, certificate, { FAKE_FOLDER: things });
    connection = plugin.connect(certificate);
  });
  afterAll(async () => {
    connection.close();
    plugin.kill('SIGKILL');
    await plugin.ended;
    removeSocketsOfKilledPlugins();
  });

  it('serves the client with the certificate from the environment', async () => {
    const { resourceSchemas } = await schema(connection);
    expect(Object.keys(resourceSchemas)).toEqual(['fake_thing']);
    expect(resourceSchemas.fake_thing?.version).toBe(1);
  });

  it('fails for a client without a certificate', async () => {
    const stranger = plugin.connect();
    await expect(schema(stranger)).rejects.toMatchObject({ code: 14 });
    stranger.close();
  });

  it('fails for a client with another certificate', async () => {
    const stranger = plugin.connect(makeCertificate(new Date()));
    await expect(schema(stranger)).rejects.toMatchObject({ code: 14 });
    stranger.close();
  });

  it('listens in a folder that only its user can access', () => {
    expect(statSync(join(plugin.address, '..')).mode & 0o077).toBe(0);
  });

  it('returns UNIMPLEMENTED for unknown calls, which newer Terraform versions accept', async () => {
    const answer = connection.call(`${provider}/OpenEphemeralResource`, ['Empty', {}], 'Empty');
    await expect(answer).rejects.toMatchObject({ code: 12 });
  });

  it('returns an error for an object before it is configured', async () => {
    const { attributes } = thingContract;
    const { diagnostics } = await connection.call(
      `${provider}/ReadResource`,
      [
        'ReadResourceRequest',
        { typeName: 'fake_thing', currentState: encodeObject(attributes, {}), private: new Uint8Array() },
      ],
      'ReadResourceResponse',
    );
    expect(diagnostics).toMatchObject([{ severity: 1, summary: 'Provider not configured' }]);
  });

  it('returns an error for an unknown resource', async () => {
    const { diagnostics } = await connection.call(
      `${provider}/ImportResourceState`,
      ['ImportResourceStateRequest', { typeName: 'fake_other', id: '1' }],
      'ImportResourceStateResponse',
    );
    expect(diagnostics).toMatchObject([{ summary: 'Unknown resource type' }]);
  });

  it('accepts messages far larger than gRPC’s default limit of 4 MiB', async () => {
    const name = 'x'.repeat(32 * 1024 * 1024);
    const { diagnostics } = await connection.call(
      `${provider}/ValidateResourceConfig`,
      [
        'ValidateResourceConfigRequest',
        { typeName: 'fake_thing', config: encodeObject(thingContract.attributes, { name }) },
      ],
      'DiagnosticsResponse',
    );
    expect(diagnostics).toEqual([]);
  });

  it('leaves Ctrl-C and the end of the terminal to Terraform', async () => {
    plugin.kill('SIGINT');
    plugin.kill('SIGHUP');
    await expect(schema(connection)).resolves.toBeDefined();
  });
});

describe('the end of a plugin', () => {
  const folder = makeFolder();
  const file = buildFakeProvider(folder);

  it.each([1, 2, 3, 4, 5])('replies to the shutdown request first (run %#)', async () => {
    const certificate = makeCertificate(new Date());
    const plugin = await startPlugin(file, certificate);
    const connection = plugin.connect(certificate);
    await connection.call('/plugin.GRPCController/Shutdown', ['Empty', {}], 'Empty');
    connection.close();
    const { code, stdout, stderr } = await plugin.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^1\|6\|unix\|[^|]+\|grpc\|[A-Za-z0-9+/]+\n$/);
    expect(existsSync(join(plugin.address, '..'))).toBe(false);
  });

  it('leaves only the handshake on stdout, whatever a handler writes', async () => {
    const things = join(folder, 'noisy-things');
    mkdirSync(things);
    const certificate = makeCertificate(new Date());
    const plugin = await startPlugin(file, certificate);
    const connection = plugin.connect(certificate);
    const terraform = new TerraformClient({
      provider: () => Promise.resolve(new Provider(connection)),
      configuration: () => configurationOf({ noisy: { name: 'noisy' } }),
      settings: { folder: things },
    });
    await terraform.apply();
    await connection.call('/plugin.GRPCController/Shutdown', ['Empty', {}], 'Empty');
    connection.close();
    const { stdout, stderr } = await plugin.ended;
    expect(stdout.split('\n')).toEqual([expect.stringMatching(/^1\|6\|unix\|/), '']);
    expect(stderr).toBe('a stray line\n');
  });

  it('serves only the client with the certificate through TCP too, on a free port of Terraform’s range', async () => {
    const certificate = makeCertificate(new Date());
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port: first } = taken.address() as AddressInfo;
    const last = Math.min(first + 20, 65_535);
    const plugin = await startPlugin(file, certificate, {
      FAKE_TRANSPORT: 'tcp',
      PLUGIN_MIN_PORT: String(first),
      PLUGIN_MAX_PORT: String(last),
    });
    const [connection, stranger] = [plugin.connect(certificate), plugin.connect()];
    const [host, port] = plugin.address.split(':');
    expect(host).toBe('127.0.0.1');
    expect(Number(port)).toBeGreaterThan(first);
    expect(Number(port)).toBeLessThanOrEqual(last);
    await expect(schema(stranger)).rejects.toMatchObject({ code: 14 });
    await connection.call('/plugin.GRPCController/Shutdown', ['Empty', {}], 'Empty');
    for (const each of [connection, stranger]) each.close();
    expect((await plugin.ended).stdout).toMatch(/^1\|6\|tcp\|127\.0\.0\.1:\d+\|grpc\|[A-Za-z0-9+/]+\n$/);
    taken.close();
  });

  it.each([
    ['has a path that is too long for a socket', () => deepFolder(folder), /path would have \d+ bytes/],
    ['does not exist', () => join(folder, 'missing'), /ENOENT/],
  ])('serves the client through TCP where the temporary folder %s', async (_, makeFolder, reason) => {
    const certificate = makeCertificate(new Date());
    const temporary = makeFolder();
    const plugin = await startPlugin(file, certificate, { TMPDIR: temporary });
    const [connection, stranger] = [plugin.connect(certificate), plugin.connect()];
    await expect(schema(connection)).resolves.toBeDefined();
    await expect(schema(stranger)).rejects.toMatchObject({ code: 14 });
    await connection.call('/plugin.GRPCController/Shutdown', ['Empty', {}], 'Empty');
    for (const each of [connection, stranger]) each.close();
    const { stdout, stderr } = await plugin.ended;
    expect(stdout).toMatch(/^1\|6\|tcp\|127\.0\.0\.1:\d+\|grpc\|[A-Za-z0-9+/]+\n$/);
    expect(stderr).toContain(`No Unix socket in ${temporary}: `);
    expect(stderr).toMatch(reason);
  });

  it('follows SIGTERM, and leaves no socket behind', async () => {
    const plugin = await startPlugin(file, makeCertificate(new Date()));
    plugin.kill('SIGTERM');
    expect(await plugin.ended).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(plugin.address, '..'))).toBe(false);
  });
});

/** A temporary folder in which the path of a socket would have more bytes than the system allows. */
function deepFolder(parent: string): string {
  const folder = join(parent, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(folder, { recursive: true });
  return folder;
}
