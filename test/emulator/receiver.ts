import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A webhook's receiver. */
export interface Receiver {
  readonly url: string;
  /** What came in so far, in the order in which it came. */
  readonly received: readonly Received[];
  /** Answers with this status from now on; 0 never answers. */
  status: number;
  /** Resolves when so much has come in. */
  waitFor(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function startReceiver(status = 200): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      received.push({ path: request.url ?? '', headers: request.headers, body });
      if (receiver.status > 0)
        response.writeHead(receiver.status, { location: `${receiver.url}/elsewhere` }).end('{}');
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return receiver;
}
