import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { providerService } from '../../../lib/drivers/plugin/rpc';
import type { ProviderDefinition } from '../../../lib/drivers/plugin/provider';
import { Session } from '../../../lib/drivers/plugin/session';
import type { Call, Method } from '../../../lib/drivers/plugin/wire/server';
import { codec } from '../../../lib/drivers/plugin/wire/service';
import type { MessageName, Messages } from '../../../lib/drivers/plugin/wire/shapes';
import type { Connection } from './connection';
import { RemoteFunctions } from './functions';
import { Provider } from './provider';

/** A provider in this process: all of the plugin but its process, its socket and gRPC. */
export interface LocalPlugin {
  readonly provider: Provider;
  readonly functions: RemoteFunctions;
  /**
   * As if the process were killed: every call to it fails at once, and it calls the service no more. What it has sent already
   * may still arrive.
   */
  kill(): void;
}

/** gRPC's error of a call whose connection is gone. */
const unavailable = () => Object.assign(new Error('14 UNAVAILABLE: the plugin was killed'), { code: 14 });

/** A unary method writes its last message alone. */
const noStream: Call = { write: () => Promise.resolve(), signal: new AbortController().signal };

export function startLocalPlugin<S>(definition: ProviderDefinition<S>): LocalPlugin {
  const session = new Session(definition);
  const methods = providerService(session);
  const methodAt = (path: string): Method => {
    const method = methods.get(path);
    if (method === undefined) throw Object.assign(new Error(`12 UNIMPLEMENTED: ${path}`), { code: 12 });
    return method;
  };
  let markKilled: () => void = () => undefined;
  let isKilled = false;
  const killed = new Promise<void>((resolve) => {
    markKilled = resolve;
  });
  const connection: Connection = {
    call: async (path, [requestName, message], responseName) => {
      if (isKilled) throw unavailable();
      // Through bytes, as over the wire.
      const reply = methodAt(path)(codec(requestName).encode(message), noStream);
      const answer = await Promise.race([reply, killed.then(() => undefined)]);
      if (answer === undefined) throw unavailable();
      return codec(responseName).decode(answer);
    },
    stream: <Q extends MessageName, R extends MessageName>(
      path: string,
      [requestName, message]: [Q, Messages[Q]],
      responseName: R,
    ) => {
      if (isKilled) throw unavailable();
      const messages = new PassThrough({ objectMode: true });
      const cancelled = new AbortController();
      messages.once('close', () => cancelled.abort());
      const write = async (bytes: Uint8Array) => {
        if (!messages.destroyed && !messages.write(bytes)) await once(messages, 'drain');
      };
      methodAt(path)(codec(requestName).encode(message), { write, signal: cancelled.signal }).then(
        (last) => messages.end(last),
        (error: unknown) => messages.destroy(error as Error),
      );
      return messages.map((bytes: Buffer) => codec(responseName).decode(bytes)) as AsyncIterable<Messages[R]>;
    },
    close: () => undefined,
  };
  return {
    provider: new Provider(connection),
    functions: new RemoteFunctions(connection),
    kill: () => {
      isKilled = true;
      markKilled();
      session.stop();
    },
  };
}
