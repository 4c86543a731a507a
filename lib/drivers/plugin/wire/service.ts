import { once } from 'node:events';
import type { handleServerStreamingCall, handleUnaryCall, MethodDefinition } from '@grpc/grpc-js';
import { codec } from './messages';
import type { MessageName, Messages } from './shapes';

/** One method of a gRPC service: its messages and its implementation. */
export interface UnaryMethod {
  readonly definition: MethodDefinition<object, object>;
  readonly implementation: handleUnaryCall<object, object>;
}

/** A method with one request and one response. `explain` turns an error into a response: none crosses the wire. */
export function unary<Q extends MessageName, R extends MessageName>(
  path: string,
  request: Q,
  response: R,
  answer: (request: Messages[Q]) => Promise<Messages[R]>,
  explain: (error: unknown, request: object) => object,
): UnaryMethod {
  return {
    definition: methodDefinition(path, request, response),
    implementation: (call, callback) => {
      Promise.resolve(call.request as Messages[Q])
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

/** One method that answers with a stream of messages. */
export interface StreamingMethod {
  readonly definition: MethodDefinition<object, object>;
  readonly implementation: handleServerStreamingCall<object, object>;
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

/** Implements one: writes messages, and returns what else there is to say. */
export type StreamedAnswer<Method extends StreamingName> = (
  request: Messages[`${Method}Request`],
  stream: Stream<Messages[`${Method}Event`]>,
) => Promise<readonly Messages['Diagnostic'][]>;

/** A method with one request and a stream of responses. `answer` writes what goes wrong: none of its errors crosses the wire. */
export function serverStreaming<Q extends MessageName, R extends MessageName>(
  path: string,
  request: Q,
  response: R,
  answer: (request: Messages[Q], stream: Stream<Messages[R]>) => Promise<void>,
): StreamingMethod {
  return {
    definition: methodDefinition(path, request, response, { response: true }),
    implementation: (call) => {
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
      answer(call.request as Messages[Q], { write, signal }).then(
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
