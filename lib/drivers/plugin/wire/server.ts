/**
 * The part of gRPC that plugins of Terraform use, over HTTP/2: a request, then a response or a stream of them. Nothing is compressed,
 * and no call has a deadline. Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md.
 */
import { once } from 'node:events';
import { createSecureServer, createServer } from 'node:http2';
import type { Http2Server, ServerHttp2Stream, ServerOptions } from 'node:http2';
import { messageOf } from '../../../ground/words';

/** Terraform itself accepts messages of up to 256 MiB. */
const messageLimitBytes = 256 * 1024 * 1024;

/** The length of the prefix of a message: one byte that says whether it is compressed, four with its length. */
const prefixBytes = 5;

/** Status codes of https://github.com/grpc/grpc/blob/master/doc/statuscodes.md. */
const status = { ok: 0, unknown: 2, resourceExhausted: 8, unimplemented: 12, internal: 13 };

export interface Call {
  /** Sends a message before the last one. Settles when the receiver takes more. */
  readonly write: (message: Uint8Array) => Promise<void>;
  /** Aborted when the receiver wants no more. */
  readonly signal: AbortSignal;
}

/** Answers a request, and returns the last message, if there is one. Its error becomes that of the call. */
export type Method = (request: Uint8Array, call: Call) => Promise<Uint8Array | undefined>;

/** The methods of a server by their paths, such as `/plugin.GRPCController/Shutdown`. */
export type Methods = ReadonlyMap<string, Method>;

/** The certificates of mutual TLS, as PEM: only the holder of the one of the client can connect. */
export interface MutualTls {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

/** A server that does not listen yet. Without certificates it serves anybody, as Terraform expects of a provider in a debugger. */
export function makeServer(methods: Methods, tls?: MutualTls): Http2Server {
  // Node.js would end a connection whose messages take more than 10 MB.
  const options: ServerOptions = { maxSessionMemory: Number.MAX_SAFE_INTEGER };
  const server =
    tls === undefined
      ? createServer(options)
      : createSecureServer({ ...options, ...tls, requestCert: true, rejectUnauthorized: true });
  return server.on('stream', (stream, { ':path': path = '' }) => {
    // The reason is that of its connection, and nobody is left to tell.
    stream.on('error', () => undefined);
    const method = methods.get(path);
    if (method === undefined) fail(stream, status.unimplemented, `This provider does not serve ${path}`);
    else receive(stream, method);
  });
}

function receive(stream: ServerHttp2Stream, method: Method): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= messageLimitBytes + prefixBytes) return;
    stream.removeAllListeners('data').removeAllListeners('end').resume();
    fail(stream, status.resourceExhausted, `Requests have at most ${messageLimitBytes} bytes`);
  });
  stream.on('end', () => {
    const [only] = chunks;
    const frame = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, bytes);
    const isOneMessage =
      bytes >= prefixBytes && frame.readUInt32BE(1) === bytes - prefixBytes && frame[0] === 0;
    if (isOneMessage) void answer(stream, method, frame.subarray(prefixBytes));
    else fail(stream, status.internal, 'A request is one message that is not compressed');
  });
}

async function answer(stream: ServerHttp2Stream, method: Method, request: Uint8Array): Promise<void> {
  try {
    const last = await method(request, callOf(stream));
    begin(stream);
    if (last === undefined) stream.end();
    else stream.end(frameOf(last));
  } catch (error) {
    fail(stream, status.unknown, messageOf(error));
  }
}

function callOf(stream: ServerHttp2Stream): Call {
  let cancelled: AbortController | undefined;
  return {
    async write(message) {
      begin(stream);
      if (stream.destroyed || stream.write(frameOf(message))) return;
      await new Promise<void>((resolve) => {
        const goOn = () => {
          stream.off('drain', goOn).off('close', goOn);
          resolve();
        };
        stream.once('drain', goOn).once('close', goOn);
      });
    },
    get signal() {
      if (cancelled !== undefined) return cancelled.signal;
      const made = (cancelled = new AbortController());
      const abort = () => made.abort(new Error('Terraform wants no more'));
      if (stream.destroyed) abort();
      else stream.once('close', abort);
      return made.signal;
    },
  };
}

/** A method that never answers: a stream that stays open until its client disconnects. */
export const neverAnswer: Method = async (_request, { signal }) => {
  await once(signal, 'abort');
  return undefined;
};

const headers = { ':status': 200, 'content-type': 'application/grpc' };

function begin(stream: ServerHttp2Stream): void {
  if (stream.headersSent || stream.destroyed) return;
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status.ok }));
  stream.respond(headers, { waitForTrailers: true });
}

function fail(stream: ServerHttp2Stream, code: number, reason: string): void {
  if (stream.destroyed) return;
  const trailers = { 'grpc-status': code, 'grpc-message': percentEncode(reason) };
  if (!stream.headersSent) stream.respond({ ...headers, ...trailers }, { endStream: true });
  else {
    stream.removeAllListeners('wantTrailers').once('wantTrailers', () => stream.sendTrailers(trailers));
    stream.end();
  }
}

function percentEncode(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replaceAll(/[^ -~]|%/gu, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function frameOf(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(prefixBytes + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixBytes);
  return frame;
}
