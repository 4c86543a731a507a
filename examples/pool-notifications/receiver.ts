import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a webhook posted, and the header that its secret came in. */
export interface Delivery {
  readonly body: unknown;
  readonly auth: string | undefined;
}

/** The receiver of a webhook: a server on this machine. */
export interface Receiver {
  readonly url: string;
  /** The next delivery, or the oldest one that was not read yet. */
  next(): Promise<Delivery>;
  close(): Promise<void>;
}

const longestWaitMs = 20_000;

export async function startReceiver(): Promise<Receiver> {
  const [arrived, takers]: [Delivery[], ((delivery: Delivery) => void)[]] = [[], []];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      response.end('ok');
      const auth = request.headers['cf-webhook-auth'];
      const delivery = { body: JSON.parse(text) as unknown, auth: [auth].flat()[0] };
      const taker = takers.shift();
      if (taker === undefined) arrived.push(delivery);
      else taker(delivery);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool-health`,
    next: () =>
      new Promise((resolve, reject) => {
        const delivery = arrived.shift();
        if (delivery !== undefined) {
          resolve(delivery);
          return;
        }
        const timer = setTimeout(() => {
          reject(new Error(`no notification arrived within ${longestWaitMs / 1000} seconds`));
        }, longestWaitMs);
        takers.push((each) => {
          clearTimeout(timer);
          resolve(each);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
