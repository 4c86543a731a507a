import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { codeOf } from '../../../ground/words';
import { isLoopback } from '../../hosts';
import type { World } from '../../world';
import type { Webhook } from './webhooks';

/** Sends JSON to webhooks, with the secret in a header. Redirects are not followed: they would leak the secret. */
export class Poster {
  /** Made for the first webhook: its library takes longer to load than an emulator to start. */
  private agent: Agent | undefined;

  constructor(private readonly world: Pick<World, 'closing' | 'delivery'>) {}

  /** Resolves to the error, without URL and secret, or to undefined. */
  async post({ url, secret }: Pick<Webhook, 'url' | 'secret'>, payload: object): Promise<string | undefined> {
    const { attemptTimeoutMs } = this.world.delivery;
    const timeout = AbortSignal.timeout(attemptTimeoutMs);
    const { origin, pathname, search } = new URL(url);
    try {
      const { statusCode, body } = await send((this.agent ??= createAgent()), {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret === '' ? {} : { 'cf-webhook-auth': secret }),
        },
        body: JSON.stringify(payload),
        signal: AbortSignal.any([timeout, this.world.closing]),
      });
      await body.dump();
      return statusCode >= 200 && statusCode < 300 ? undefined : `the webhook answered ${statusCode}`;
    } catch (error) {
      if (this.world.closing.aborted) return 'the emulator was stopped';
      if (timeout.aborted) return `the webhook did not answer within ${attemptTimeoutMs} ms`;
      const code = codeOf(error);
      return `the webhook cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`;
    }
  }

  async close(): Promise<void> {
    await this.agent?.destroy();
  }
}

/** Names below localhost are this machine, whatever a DNS server says. */
const lookup: LookupFunction = (host, options, callback) =>
  resolve(isLoopback(host) ? 'localhost' : host, options, callback);

/** The index of undici adds `request` to every agent as a method. */
function send(agent: Agent, options: Parameters<Agent['request']>[0]): ReturnType<Agent['request']> {
  // oxlint-disable-next-line typescript/no-require-imports -- the module has no types of its own
  const { request } = require('undici/lib/api/index.js') as { readonly request: Agent['request'] };
  return request.call(agent, options);
}

/** The index of undici loads fetch, web sockets and caches as well. */
function createAgent(): Agent {
  // oxlint-disable-next-line typescript/no-require-imports -- the module has no types of its own
  const Constructor = require('undici/lib/dispatcher/agent.js') as typeof Agent;
  return new Constructor({ connect: { lookup } });
}
