import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ClientOptions, EdgeClient } from '../../../lib/client';
import { listen } from '../../support/listen';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Server {
  readonly origin: string;
  readonly baseUrl: string;
  readonly received: Received[];
  readonly sockets: Set<Socket>;
  client(options?: Partial<ClientOptions>): EdgeClient;
  close(): Promise<void>;
}

export type Respond = (request: Received, response: ServerResponse, socket: Socket) => void;

/** A real HTTP server on a free port, which answers after it has read the whole request. */
export async function serve(respond: Respond): Promise<Server> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const clients: EdgeClient[] = [];
  const server = createServer((request, response) => {
    void read(request).then((whole) => {
      received.push(whole);
      respond(whole, response, request.socket);
    });
  });
  server.on('connection', (socket) => sockets.add(socket));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const baseUrl = `${origin}/client/v4`;
  return {
    origin,
    baseUrl,
    received,
    sockets,
    client: (options) => {
      // What a single answer becomes; retry.test.ts has what follows from several.
      const client = new EdgeClient({
        baseUrl,
        credentials: { apiToken: 'token-of-the-test' },
        retryTimeoutMs: 0,
        ...options,
      });
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await Promise.all(clients.map((client) => client.close()));
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server that each test of a file has to itself, and what it answers. */
export interface TestServer extends Omit<Server, 'close'> {
  respond: Respond;
  readonly answer: (result: unknown, extra?: object) => void;
  readonly refuse: (status: number, entry: object, headers?: Record<string, string>) => void;
}

/** Starts a server before each test of the file and closes it afterwards. */
export function serveEachTest(): TestServer {
  let running: Server | undefined;
  const current = (): Server => {
    if (running === undefined) throw new Error('The server runs only during a test.');
    return running;
  };
  const server: TestServer = {
    respond: () => undefined,
    answer: (result, extra) => {
      server.respond = (_, response) => {
        succeed(response, result, extra);
      };
    },
    refuse: (...refusal) => {
      server.respond = (_, response) => {
        fail(response, ...refusal);
      };
    },
    get origin() {
      return current().origin;
    },
    get baseUrl() {
      return current().baseUrl;
    },
    get received() {
      return current().received;
    },
    get sockets() {
      return current().sockets;
    },
    client: (options) => current().client(options),
  };
  beforeEach(async () => {
    running = await serve((...args) => {
      server.respond(...args);
    });
  });
  afterEach(async () => {
    await running?.close();
  });
  return server;
}

export function succeed(response: ServerResponse, result: unknown, extra: object = {}): void {
  json(response, 200, { result, success: true, errors: [], messages: [], ...extra });
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function fail(
  response: ServerResponse,
  status: number,
  entry: object,
  headers: Record<string, string> = {},
): void {
  json(response, status, { result: null, success: false, errors: [entry], messages: [] }, headers);
}

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`It was fulfilled with ${JSON.stringify(value)}.`);
    },
    (error: unknown) => error,
  );
}

export async function freePort(): Promise<number> {
  const server = await serve(() => undefined);
  await server.close();
  return Number(new URL(server.origin).port);
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) {
    if (chunk instanceof Uint8Array) {
      chunks.push(chunk);
    }
  }
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  };
}
