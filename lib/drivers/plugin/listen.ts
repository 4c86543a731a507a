import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, ListenOptions, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../ground/words';
import type { PortRange } from './handshake';

/** The transport by which Terraform reaches the plugin. Both are mutual TLS; Terraform for Windows does not connect to Unix sockets. */
export type Transport = 'unix' | 'tcp';

export const defaultTransport: Transport = process.platform === 'win32' ? 'tcp' : 'unix';

/** The longest path of a Unix socket: 103 bytes on macOS and BSD, 107 on Linux. libuv would silently cut a longer one. */
const maxSocketPathBytes = 103;

/** Starts to listen, at the path of a socket or at `127.0.0.1:<port>`. Where the temporary folder cannot have a Unix socket, the plugin listens on a port instead. */
export async function listen(
  server: Server,
  transport: Transport,
  ports: PortRange | undefined,
): Promise<{ readonly transport: Transport; readonly address: string }> {
  if (transport === 'unix') {
    try {
      return { transport, address: await listenOnSocket(server) };
    } catch (error) {
      const reason = messageOf(error);
      // Terraform writes it to its log.
      process.stderr.write(`No Unix socket in ${tmpdir()}: ${reason}. The plugin listens on 127.0.0.1.\n`);
    }
  }
  return { transport: 'tcp', address: await listenOnPort(server, ports) };
}

/** The folder of the socket, which only this user can open, is removed at exit. */
async function listenOnSocket(server: Server): Promise<string> {
  const prefix = join(tmpdir(), 'edge-');
  const pathBytes = Buffer.byteLength(join(`${prefix}XXXXXX`, socketName));
  if (pathBytes > maxSocketPathBytes)
    throw new Error(`its path would have ${pathBytes} bytes, and ${maxSocketPathBytes} are allowed`);
  const folder = mkdtempSync(prefix);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, socketName);
  await bind(server, { path });
  return path;
}

const socketName = 'plugin.sock';

async function listenOnPort(server: Server, ports: PortRange | undefined): Promise<string> {
  const host = '127.0.0.1';
  const tryPort = async (port: number) => {
    await bind(server, { host, port });
    return (server.address() as AddressInfo).port;
  };
  if (ports === undefined) return `${host}:${await tryPort(0)}`;
  const port = await firstFree(portsOf(ports), tryPort);
  return `${host}:${port}`;
}

/** All ports of a range, from a random one on: plugins that start together then rarely try the same ones. */
function portsOf({ first, last }: PortRange): number[] {
  const count = last - first + 1;
  const start = randomInt(count);
  return Array.from({ length: count }, (_, at) => first + ((start + at) % count));
}

async function firstFree(
  ports: readonly number[],
  tryPort: (port: number) => Promise<number>,
): Promise<number> {
  let failure: unknown;
  for (const port of ports) {
    try {
      return await tryPort(port);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function bind(server: Server, at: ListenOptions): Promise<void> {
  server.listen(at);
  // It rejects if the server cannot listen there.
  await once(server, 'listening');
}
