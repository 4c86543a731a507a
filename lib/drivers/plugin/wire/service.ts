import type { handleUnaryCall, MethodDefinition } from '@grpc/grpc-js';
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
