import { createServer, type IncomingMessage } from 'node:http';
import { isObject, jsonOf } from '../../lib/ground/json';
import { afterTest } from './after-test';
import { listen } from './listen';

/** What a later version of the service does that this version cannot know. */
export interface NextYear {
  /** Members that every object of the paths has, at every depth. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Values that have other names: the present name by the next one. */
  readonly names: Readonly<Record<string, string>>;
}

/** A write as the client sent it, with members and names of next year. */
export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export interface NextYearService {
  readonly baseUrl: string;
  readonly writes: Write[];
}

/**
 * A proxy that makes the service of next year of an emulator: its answers have unknown members in every object, and other names for
 * some values. Requests are translated back, so that the emulator accepts what it would accept today. It is closed after the test.
 */
export async function startNextYear(url: string, { members, names }: NextYear): Promise<NextYearService> {
  const { origin, pathname } = new URL(url);
  const writes: Write[] = [];
  const later = new Map(Object.entries(names).map(([next, present]) => [present, next]));
  const present = new Map(Object.entries(names));
  const extend = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(extend);
    if (!isObject(value)) return renamed(value, later);
    return { ...mapped(value, extend), ...members };
  };
  const reduce = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reduce);
    if (!isObject(value)) return renamed(value, present);
    const kept = Object.entries(value).filter(([name]) => !Object.hasOwn(members, name));
    return mapped(Object.fromEntries(kept), reduce);
  };
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then(async (text) => {
      const { method = 'GET', url: path = '' } = incoming;
      const body = text === '' ? undefined : jsonOf(text);
      if (method !== 'GET') writes.push({ method, path, body });
      const reply = await fetch(`${origin}${path}`, {
        method,
        headers: {
          authorization: incoming.headers.authorization ?? '',
          'content-type': 'application/json',
        },
        body: body === undefined ? null : JSON.stringify(reduce(body)),
      });
      const answer = jsonOf(await reply.text());
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      const isResult = reply.ok && isObject(answer) && 'result' in answer;
      response.end(
        answer === undefined
          ? ''
          : JSON.stringify(isResult ? { ...answer, result: extend(answer.result) } : answer),
      );
    });
  });
  const port = await listen(server);
  afterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${port}${pathname}`, writes };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function mapped(value: Readonly<Record<string, unknown>>, change: (member: unknown) => unknown) {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  return typeof value === 'string' ? (names.get(value) ?? value) : value;
}
