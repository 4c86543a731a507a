import type { Server, ServerCredentials } from '@grpc/grpc-js';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PortRange } from './handshake';

/** How Terraform reaches the plugin. Both are mutual TLS; Terraform for Windows does not connect to Unix sockets. */
export type Transport = 'unix' | 'tcp';

export const defaultTransport: Transport = process.platform === 'win32' ? 'tcp' : 'unix';

/** Starts to listen, and returns the address for the handshake: the path of a socket, or `127.0.0.1:<port>`. */
export function listen(
  server: Server,
  credentials: ServerCredentials,
  transport: Transport,
  ports: PortRange | undefined,
): Promise<string> {
  return transport === 'unix'
    ? listenOnSocket(server, credentials)
    : listenOnPort(server, credentials, ports);
}

/** The folder of the socket, which only this user can open, is removed at exit. */
async function listenOnSocket(server: Server, credentials: ServerCredentials): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, 'plugin.sock');
  await bind(server, `unix:${path}`, credentials);
  return path;
}

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
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}
