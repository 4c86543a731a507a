import { once } from 'node:events';
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  MethodDefinition,
  sendUnaryData,
  ServerWritableStream,
} from '@grpc/grpc-js';
import { codec } from './messages';
import type { MessageName, Messages, UnaryName } from './shapes';

/** A method of the service of a provider. */
export interface Method {
  readonly name: string;
  readonly definition: MethodDefinition<object, object>;
  readonly implementation: handleUnaryCall<object, object> | handleServerStreamingCall<object, object>;
}

const service = '/tfplugin6.Provider';

/** A method with one request and one response. `explain` turns an error into a response: none crosses the wire. */
export function unary<Name extends UnaryName>(
  name: Name,
  answer: (
    request: Messages[`${Name}Request`],
  ) => Messages[`${Name}Response`] | Promise<Messages[`${Name}Response`]>,
  explain: (error: unknown, request: object) => object,
): Method {
  return {
    name,
    definition: methodDefinition(`${service}/${name}`, `${name}Request`, `${name}Response`),
    implementation: (call: { readonly request: object }, callback: sendUnaryData<object>) => {
      Promise.resolve(call.request as Messages[`${Name}Request`])
        .then(answer)
        .catch((error: unknown) => explain(error, call.request))
        .then(
          (message) => {
            callback(null, message);
          },
          (error: unknown) => {
            callback(error instanceof Error ? error : new Error(String(error)));
          },
        );
    },
  };
}

/** Where a method writes its messages. */
export interface Stream<R> {
  /** Settles when the receiver takes more. */
  readonly write: (message: R) => Promise<void>;
  /** Aborted when the receiver wants no more. */
  readonly signal: AbortSignal;
}

/** The methods with a stream of responses. */
export type StreamingName = 'ListResource' | 'InvokeAction';

/** A method with one request and a stream of responses. `answer` writes what goes wrong: none of its errors crosses the wire. */
export function serverStreaming<Name extends StreamingName>(
  name: Name,
  answer: (request: Messages[`${Name}Request`], stream: Stream<Messages[`${Name}Event`]>) => Promise<void>,
): Method {
  return {
    name,
    definition: methodDefinition(`${service}/${name}`, `${name}Request`, `${name}Event`, { response: true }),
    implementation: (call: ServerWritableStream<object, object>) => {
      const cancelled = new AbortController();
      const { signal } = cancelled;
      const ended = new Promise<void>((resolve) => {
        call.once('cancelled', () => {
          cancelled.abort(new Error('Terraform wants no more'));
          resolve();
        });
      });
      const write = async (message: object) => {
        if (signal.aborted || call.write(message)) return;
        await Promise.race([once(call, 'drain'), ended]);
      };
      answer(call.request as Messages[`${Name}Request`], { write, signal }).then(
        () => {
          call.end();
        },
        (error: unknown) => {
          call.destroy(error instanceof Error ? error : new Error(String(error)));
        },
      );
    },
  };
}

export function methodDefinition(
  path: string,
  requestName: MessageName,
  responseName: MessageName,
  stream: { readonly request?: boolean; readonly response?: boolean } = {},
): MethodDefinition<object, object> {
  const request = codec(requestName);
  const response = codec(responseName);
  return {
    path,
    requestStream: stream.request ?? false,
    responseStream: stream.response ?? false,
    requestSerialize: (message) => request.encode(message),
    requestDeserialize: (bytes) => request.decode(bytes),
    responseSerialize: (message) => response.encode(message),
    responseDeserialize: (bytes) => response.decode(bytes),
  };
}
