import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { afterTest } from './after-test';
import { listen } from './listen';

export interface TunnelRequest {
  readonly authority: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ForwardProxy {
  readonly url: string;
  /** Host and port. */
  readonly address: string;
  readonly requests: TunnelRequest[];
  /** The largest number of tunnels at one time. */
  readonly mostTunnels: number;
  readonly openTunnels: number;
  readonly bytes: () => string;
  /** What answers a request for a tunnel; undefined opens it, null leaves the socket to this function. */
  respond: (request: TunnelRequest, socket: Socket) => string | null | undefined;
  cut(): void;
  close(): Promise<void>;
}

/** A way out of the proxy: what each authority of a tunnel leads to on this machine. */
export type Routes = (authority: string) => number;

/** A real HTTP proxy on a free port, until the test has ended, whose tunnels lead to ports of this machine, whatever their names. */
export async function startForwardProxy(
  routes: Routes,
  tls?: { readonly key: string; readonly cert: string },
): Promise<ForwardProxy> {
  const sockets = new Set<Socket>();
  const tunnels = new Set<Socket>();
  const chunks: Buffer[] = [];
  let mostTunnels = 0;
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    const request = { authority: url, headers };
    proxy.requests.push(request);
    socket.on('error', () => undefined);
    const answer = proxy.respond(request, socket);
    if (answer === null) return;
    if (answer !== undefined) {
      socket.end(answer);
      return;
    }
    tunnels.add(socket);
    mostTunnels = Math.max(mostTunnels, tunnels.size);
    const way = connect(routes(url), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(way).pipe(socket);
    });
    sockets.add(way);
    way.on('error', () => socket.destroy());
    way.on('close', () => sockets.delete(way));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => {
      tunnels.delete(socket);
      way.destroy();
    });
  });
  const address = `127.0.0.1:${await listen(server)}`;
  const cut = () => {
    for (const each of [...tunnels, ...sockets]) each.destroy();
  };
  const proxy: ForwardProxy = {
    url: `${tls === undefined ? 'http' : 'https'}://${address}`,
    address,
    requests: [],
    get mostTunnels() {
      return mostTunnels;
    },
    get openTunnels() {
      return tunnels.size;
    },
    bytes: () => Buffer.concat(chunks).toString('latin1'),
    respond: () => undefined,
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  afterTest(() => proxy.close());
  return proxy;
}

export function refuseTunnel(status: number, words = 'No'): string {
  return `HTTP/1.1 ${status} ${words}\r\ncontent-length: 0\r\n\r\n`;
}
