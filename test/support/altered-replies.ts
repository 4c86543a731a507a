import { createServer } from 'node:http';
import { isObject } from '../../lib/ground/json';
import { afterTest } from './after-test';
import { listen } from './listen';

/** The envelope of a reply, or what becomes of it. Runs before the reply is sent. */
export type Alter = (envelope: Readonly<Record<string, unknown>>, call: string) => unknown;

export interface Altering {
  readonly baseUrl: string;
  /** Undefined passes replies on as they are. */
  alter: Alter | undefined;
  close(): Promise<void>;
}

/** A proxy in front of an API, which changes the replies of successful calls. `call` is `GET /client/v4/…?page=1`. */
export async function startAltering(url: string): Promise<Altering> {
  const { origin, pathname } = new URL(url);
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url: path = '' } = incoming;
      const headers = {
        authorization: incoming.headers.authorization ?? '',
        'content-type': incoming.headers['content-type'] ?? 'application/json',
      };
      const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
      void fetch(`${origin}${path}`, { method, headers, body }).then(async (reply) => {
        const text = await reply.text();
        const envelope: unknown = text === '' ? undefined : JSON.parse(text);
        const isAltered = reply.ok && isObject(envelope) && altering.alter !== undefined;
        const sent = isAltered ? await altering.alter?.(envelope, `${method} ${path}`) : envelope;
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        response.end(sent === undefined ? '' : JSON.stringify(sent));
      });
    });
  });
  const port = await listen(server);
  const altering: Altering = {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    alter: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  afterTest(() => altering.close());
  return altering;
}
