import type { Server, ServerCredentials } from '@grpc/grpc-js';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../ground/words';
import type { PortRange } from './handshake';

/** How Terraform reaches the plugin. Both are mutual TLS; Terraform for Windows does not connect to Unix sockets. */
export type Transport = 'unix' | 'tcp';

export const defaultTransport: Transport = process.platform === 'win32' ? 'tcp' : 'unix';

/** The longest path of a Unix socket: 103 bytes on macOS and BSD, 107 on Linux. libuv would silently cut a longer one. */
const maxSocketPathBytes = 103;

/** Starts to listen, at the path of a socket or at `127.0.0.1:<port>`. Where the temporary folder cannot have a Unix socket, the plugin listens on a port instead. */
export async function listen(
  server: Server,
  credentials: ServerCredentials,
  transport: Transport,
  ports: PortRange | undefined,
): Promise<{ readonly transport: Transport; readonly address: string }> {
  if (transport === 'unix') {
    try {
      return { transport, address: await listenOnSocket(server, credentials) };
    } catch (error) {
      const reason = messageOf(error);
      // Terraform writes it to its log.
      process.stderr.write(`No Unix socket in ${tmpdir()}: ${reason}. The plugin listens on 127.0.0.1.\n`);
    }
  }
  return { transport: 'tcp', address: await listenOnPort(server, credentials, ports) };
}

/** The folder of the socket, which only this user can open, is removed at exit. */
async function listenOnSocket(server: Server, credentials: ServerCredentials): Promise<string> {
  const prefix = join(tmpdir(), 'edge-');
  const pathBytes = Buffer.byteLength(join(`${prefix}XXXXXX`, socketName));
  if (pathBytes > maxSocketPathBytes)
    throw new Error(`its path would have ${pathBytes} bytes, and ${maxSocketPathBytes} are allowed`);
  const folder = mkdtempSync(prefix);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, socketName);
  await bind(server, `unix:${path}`, credentials);
  return path;
}

const socketName = 'plugin.sock';

async function listenOnPort(
  server: Server,
  credentials: ServerCredentials,
  ports: PortRange | undefined,
): Promise<string> {
  const host = '127.0.0.1';
  const tryPort = (port: number) => bind(server, `ipv4:${host}:${port}`, credentials);
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

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) =>
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    }),
  );
}
