import { PassThrough } from 'node:stream';
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServerUnaryCall,
  ServerWritableStream,
} from '@grpc/grpc-js';
import { providerService } from '../../../lib/drivers/plugin/rpc';
import type { ProviderDefinition } from '../../../lib/drivers/plugin/provider';
import { Session } from '../../../lib/drivers/plugin/session';
import { codec } from '../../../lib/drivers/plugin/wire/service';
import type { MessageName, Messages } from '../../../lib/drivers/plugin/wire/shapes';
import type { Connection } from './connection';
import { RemoteFunctions } from './functions';
import { RemoteProvider, type Provider } from './provider';

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

export function startLocalPlugin<S>(definition: ProviderDefinition<S>): LocalPlugin {
  const session = new Session(definition);
  const { implementation } = providerService(session);
  let markKilled: () => void = () => undefined;
  let isKilled = false;
  const killed = new Promise<void>((resolve) => {
    markKilled = resolve;
  });
  const connection: Connection = {
    call: async (path, [requestName, message], responseName) => {
      if (isKilled) throw unavailable();
      const method = implementation[path.slice(path.lastIndexOf('/') + 1)];
      // Through bytes, as over the wire.
      const request = codec(requestName).decode(codec(requestName).encode(message));
      const reply = new Promise<Messages[typeof responseName]>((resolve, reject) => {
        (method as handleUnaryCall<object, Messages[typeof responseName]>)(
          { request } as ServerUnaryCall<object, Messages[typeof responseName]>,
          (error, answer) => {
            if (answer !== undefined && answer !== null) resolve(answer);
            else reject(error instanceof Error ? error : new Error('no answer'));
          },
        );
      });
      const answer = await Promise.race([reply, killed.then(() => undefined)]);
      if (answer === undefined) throw unavailable();
      return codec(responseName).decode(codec(responseName).encode(answer));
    },
    stream: <Q extends MessageName, R extends MessageName>(
      path: string,
      [requestName, message]: [Q, Messages[Q]],
      responseName: R,
    ) => {
      if (isKilled) throw unavailable();
      const method = implementation[path.slice(path.lastIndexOf('/') + 1)];
      const request = codec(requestName).decode(codec(requestName).encode(message));
      const call = Object.assign(new PassThrough({ objectMode: true }), { request });
      call.once('close', () => call.emit('cancelled'));
      (method as handleServerStreamingCall<object, object>)(
        call as unknown as ServerWritableStream<object, object>,
      );
      return call.map((answer: Messages[R]) =>
        codec(responseName).decode(codec(responseName).encode(answer)),
      ) as AsyncIterable<Messages[R]>;
    },
    close: () => undefined,
  };
  return {
    provider: new RemoteProvider(connection),
    functions: new RemoteFunctions(connection),
    kill: () => {
      isKilled = true;
      markKilled();
      session.stop();
    },
  };
}
