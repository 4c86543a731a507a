import type { ChildProcess } from 'node:child_process';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Running as Emulator } from '../emulator/support';
import { afterTest } from './after-test';
import { childrenOf, removeSocketsOfKilledPlugins } from './processes';
import { listen } from './listen';

/** Runs after a call, before its reply. True closes the connection instead of sending the reply. */
export type Disturbance = (call: string, number: number) => Promise<boolean> | boolean;

/** What is killed at a call of an apply, and at which of its requests. */
export interface Killing {
  readonly call: string;
  readonly nth: number;
  /** Whether Terraform stays alive. */
  readonly onlyPlugins: boolean;
}

/** Kills the plugins of a running apply at a request, before its reply, and Terraform too unless told otherwise. */
export function killAt(watch: CallWatch, child: ChildProcess, { call, nth, onlyPlugins }: Killing): void {
  watch.disturb((current) => {
    const seen = watch.calls.filter((each) => each === call).length;
    if (current !== call || seen !== nth) return false;
    const plugins = childrenOf(child.pid);
    if (!onlyPlugins) child.kill('SIGKILL');
    for (const pid of plugins) process.kill(pid, 'SIGKILL');
    return true;
  });
}

/**
 * A proxy in front of the emulator that checks it after every call, until the test has ended. It forwards one call at a time, so
 * that it sees every state.
 */
export interface CallWatch {
  readonly url: string;
  /** The calls in their order, as `PATCH pools`. */
  readonly calls: readonly string[];
  readonly violations: readonly string[];
  disturb(how: Disturbance | undefined): void;
}

export interface WatchOptions {
  readonly nameOf: (method: string, url: string) => string;
  readonly check: () => Promise<readonly string[]>;
  readonly before?: () => void;
}

export async function startCallWatch(
  emulator: Emulator,
  { nameOf, check, before }: WatchOptions,
): Promise<CallWatch> {
  const [calls, violations]: [string[], string[]] = [[], []];
  let disturbance: Disturbance | undefined;
  let last: Promise<void> = Promise.resolve();

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    before?.();
    const reply = await forward(emulator.url, incoming);
    const call = nameOf(incoming.method ?? '', incoming.url ?? '');
    calls.push(call);
    const number = calls.length;
    violations.push(...(await check()).map((wrong) => `after call ${number} (${call}): ${wrong}`));
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
  const port = await listen(server);
  afterTest(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    removeSocketsOfKilledPlugins();
  });
  return {
    url: `http://127.0.0.1:${port}${new URL(emulator.url).pathname}`,
    calls,
    violations,
    disturb: (how) => {
      disturbance = how;
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export async function forward(emulatorUrl: string, incoming: IncomingMessage): Promise<Reply> {
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
