import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterTest } from '../support/after-test';
import { listen } from '../support/listen';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers with this status from now on; 0 holds the request until `release`. */
  status: number;
  waitFor(count: number): Promise<readonly Received[]>;
  release(status: number): void;
  close(): Promise<void>;
}

/** Starts one, which is closed after the test. */
export async function startReceiver(status = 200): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      received.push({ path: request.url ?? '', headers: request.headers, body });
      if (receiver.status === 0) held.push(response);
      else answer(response, receiver.status);
      for (const look of waiting) look();
    });
  });
  const answer = (response: ServerResponse, code: number) => {
    response.writeHead(code, { location: `${receiver.url}/elsewhere` }).end('{}');
  };
  const port = await listen(server);
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    status,
    waitFor: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    release: (code) => {
      for (const response of held.splice(0)) answer(response, code);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  afterTest(() => receiver.close());
  return receiver;
}
