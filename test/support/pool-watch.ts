import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pick, type Running as Emulator } from '../emulator/support';
import { listOf } from './edge-stack';
import { policiesPath, poolsPath } from './pool-stack';

/** What a test does at a call that was carried out and not answered yet. True cuts the connection: no reply comes. */
export type Disturbance = (call: string, number: number) => Promise<boolean> | boolean;

/**
 * A proxy before the emulator that looks at pools and policies after every call, and notes each pool that had a legacy
 * e-mail in the beginning and that nobody is told of. It takes one call after the other, so that every moment is seen.
 */
export interface PoolWatch {
  /** Base URL for clients. */
  readonly url: string;
  /** The calls in their order, as `PATCH pools` or `GET policies/:id`. */
  readonly calls: readonly string[];
  /** What was found wrong, and after which call. */
  readonly violations: readonly string[];
  disturb(how: Disturbance | undefined): void;
  /** Looks without a call. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** The state of an account as far as notifications go. */
interface Moment {
  readonly pools: readonly WatchedPool[];
  readonly policies: readonly unknown[];
}

interface WatchedPool {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly filter: unknown;
}

export async function startPoolWatch(emulator: Emulator): Promise<PoolWatch> {
  const [calls, violations]: [string[], string[]] = [[], []];
  const begin = await readMoment(emulator);
  /** What lasts is told once. */
  const noted = new Set<string>();
  let disturbance: Disturbance | undefined;
  let last: Promise<void> = Promise.resolve();

  const look = async (when: string) => {
    const now = await readMoment(emulator);
    for (const pool of begin.pools.filter(({ email }) => email !== '')) {
      const lack = lackOf(pool, now);
      if (lack === undefined || noted.has(`${pool.name} ${lack}`)) continue;
      noted.add(`${pool.name} ${lack}`);
      violations.push(`${when}: ${pool.name} ${lack}`);
    }
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const reply = await forward(emulator.url, incoming);
    const call = nameOf(incoming);
    calls.push(call);
    const number = calls.length;
    await look(`after call ${number} (${call})`);
    if ((await disturbance?.(call, number)) === true) incoming.socket.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const server = createServer((incoming, response) => {
    last = last
      .then(() => handle(incoming, response))
      .catch((error: unknown) => {
        violations.push(`the proxy failed: ${String(error)}`);
        incoming.socket.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${new URL(emulator.url).pathname}`,
    calls,
    violations,
    disturb: (how) => {
      disturbance = how;
    },
    look: () => look('now'),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Why nobody is told any more of what the legacy e-mail of a pool told; undefined when somebody is. */
function lackOf({ id, email, filter }: WatchedPool, { pools, policies }: Moment): string | undefined {
  const isGoneOrTold = pools.find((pool) => pool.id === id)?.email !== '';
  if (isGoneOrTold) return undefined;
  const wanted = email.split(',').map((address) => address.trim().toLowerCase());
  for (const source of ['pool', 'origin'])
    for (const health of ['Healthy', 'Unhealthy']) {
      if (pick(filter, source, 'disable') === true) continue;
      const only = pick(filter, source, 'healthy');
      if (typeof only === 'boolean' && only !== (health === 'Healthy')) continue;
      const telling = policies.filter(
        (policy) =>
          pick(policy, 'enabled') === true &&
          pick(policy, 'alert_type') === 'load_balancing_health_alert' &&
          listOf(pick(policy, 'filters', 'pool_id')).includes(id) &&
          listOf(pick(policy, 'filters', 'event_source')).includes(source) &&
          listOf(pick(policy, 'filters', 'new_health')).includes(health),
      );
      const told = telling.flatMap((policy) =>
        listOf(pick(policy, 'mechanisms', 'email')).map((each) => String(pick(each, 'id')).toLowerCase()),
      );
      const forgotten = wanted.filter((address) => !told.includes(address));
      if (forgotten.length > 0) return `${source} ${health}: ${forgotten.join(', ')} not told`;
    }
  return undefined;
}

async function readMoment(emulator: Emulator): Promise<Moment> {
  const [pools, policies] = await Promise.all([
    emulator.result('GET', `${poolsPath}?per_page=1000`),
    emulator.result('GET', policiesPath),
  ]);
  return {
    pools: listOf(pools).map((pool) => ({
      id: String(pick(pool, 'id')),
      name: String(pick(pool, 'name')),
      email: textOrNone(pick(pool, 'notification_email')),
      filter: pick(pool, 'notification_filter'),
    })),
    policies: listOf(policies),
  };
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function forward(emulatorUrl: string, incoming: IncomingMessage): Promise<Reply> {
  const body = await bytesOf(incoming);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, headers } = incoming;
    const outgoing = send(new URL(incoming.url ?? '/', emulatorUrl), { method, headers }, resolve);
    outgoing.once('error', reject).end(body);
  });
  return { status: answer.statusCode ?? 500, headers: answer.headers, body: await bytesOf(answer) };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function nameOf({ method = '', url = '' }: IncomingMessage): string {
  const path = /\/(?:load_balancers|v3)\/([^?]*)/.exec(url)?.[1] ?? url;
  return `${method} ${path.replace(/\/[0-9a-f]{32}$/, '/:id')}`;
}
