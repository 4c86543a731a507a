import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { applyAnswerQuirks } from './answer-quirks';
import type { Credentials } from './auth';
import { readBody } from './body';
import { keptBodyBytes, type Call, type CallLog } from '../controls/calls';
import { refuseCallers } from '../controls/callers';
import type { Control } from '../controls/control';
import { fail, json, sendAnswer, sendFailure } from './reply';
import { generalRefusals } from './errors';
import type { Faults } from '../faults/faults';
import type { FaultOrder } from '../faults/order';
import type { Quirks } from './quirks';
import type { RequestLimit } from './request-limit';
import { bytesOf, checkIdentifiers, checkOwners, hasBody, paramsOf, pathOf, queryOf } from './request';
import type { Method, Route } from './route';
import type { AnswerQuirk } from '../fixture/fixture';
import type { Product } from '../product';
import { injectFault, leavesBodyUnread } from '../faults/inject-fault';
import type { World } from '../world';
import { own } from '../../ground/record';
import type { IncomingMessage } from 'node:http';

export const apiRoot = '/client/v4';
export const controlRoot = '/__emulator';

export interface ServerParts {
  readonly host: string;
  readonly world: World;
  readonly credentials: Credentials;
  readonly products: readonly Product[];
  readonly controls: readonly Control[];
  readonly faults: Faults;
  readonly calls: CallLog;
  readonly limit: RequestLimit;
  readonly quirks: () => Quirks;
  readonly answerQuirks: () => readonly AnswerQuirk[];
}

/** Puts the products behind one HTTP server: routing, credentials, bodies, envelope, faults. */
export function buildServer(parts: ServerParts): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: (error, _request, reply) => void sendFailure(reply, error),
    clientErrorHandler: (_error, socket) => {
      const body = JSON.stringify(fail([{ code: 1000, message: 'Bad Request' }]));
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close`;
      if (socket.writable) socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      else socket.destroy();
    },
  });
  const exchanges = new WeakMap<object, Exchange>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const call = exchanges.get(request.raw)?.call;
    if (call !== undefined && body instanceof Uint8Array)
      parts.calls.keepBody(call, request.headers['content-type'], body);
    done(null, body);
  });
  app.setErrorHandler((error, _request, reply) => sendFailure(reply, error));
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const allowed = methodsOf(path);
    return sendFailure(
      reply,
      allowed.length === 0
        ? generalRefusals.noRoute(path)
        : generalRefusals.methodNotAllowed(request.method, allowed),
    );
  });
  // Delays end when the server closes.
  const closing = new AbortController();
  // Every delayed call listens.
  setMaxListeners(0, closing.signal);
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });
  const working = new Set<Promise<unknown>>();
  // Calls in flight finish before the state and the buckets close.
  app.addHook('onClose', () => Promise.allSettled(working));
  app.addHook('onRequest', async (request, reply) => {
    if (!methods.some((method) => method === request.method))
      return sendFailure(reply, generalRefusals.methodNotAllowed(request.method, methods));
    if (!isApiCall(request)) return;
    reply.header('cf-ray', `${randomBytes(8).toString('hex')}-EMU`);
    const call = parts.calls.begin(request.method, request.url, hasBody(request));
    // Also after a reply that was lost.
    reply.raw.once('close', () => parts.calls.end(call));
    const { headers, refusal } = parts.limit.count();
    reply.headers(headers);
    const order =
      refusal === undefined
        ? parts.faults.next(request.method, pathOf(request).slice(apiRoot.length))
        : undefined;
    exchanges.set(request.raw, { call, order });
    call.isOverLimit = refusal !== undefined;
    call.fault = order?.kind ?? null;
    if (call.hasBody && (refusal !== undefined || (order !== undefined && leavesBodyUnread(order))))
      readUnusedBody(request.raw, keptBodyBytes, (bytes) =>
        parts.calls.keepBody(call, request.headers['content-type'], bytes),
      );
    if (refusal !== undefined) return sendFailure(reply, refusal);
    if (order === undefined) return;
    const body = await injectFault(order, { isHandled: false, request, reply, closing: closing.signal });
    return body === undefined ? undefined : reply.send(body);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const exchange = exchanges.get(request.raw);
    if (exchange === undefined) return payload;
    const { order, call } = exchange;
    const answer = applyAnswerQuirks(
      parts.answerQuirks(),
      request.method,
      pathOf(request).slice(apiRoot.length),
      reply,
      payload,
    );
    const moment = { isHandled: true, request, reply, closing: closing.signal };
    const body = order === undefined ? answer : await injectFault(order, moment, answer);
    // A fault may have taken the reply over.
    if (reply.sent) return body;
    call.status = reply.statusCode;
    if (reply.statusCode >= 400 && typeof body === 'string') parts.calls.keepFailure(call, body);
    return body;
  });
  const patterns: [RegExp, Method][] = [];
  const addRoute = (
    method: Method,
    url: string,
    handler: Handler,
    onRequest: onRequestAsyncHookHandler[],
  ) => {
    app.route({ method, url, onRequest, handler: counted(handler, working) });
    patterns.push([new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`), method]);
  };
  const methodsOf = (path: string) =>
    patterns.filter(([pattern]) => pattern.test(path)).map(([, method]) => method);
  for (const route of parts.products.flatMap(({ routes = [] }) => routes))
    addRoute(route.method, apiRoot + route.path, apiHandler(route, parts), []);
  for (const control of parts.controls)
    addRoute(control.method, controlRoot + control.path, controlHandler(control, parts.world), [
      refuseCallers(parts.host),
    ]);
  return app;
}

interface Exchange {
  readonly call: Call;
  readonly order: FaultOrder | undefined;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const bodyLimitBytes = 64 * 1024 * 1024;
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function counted(handler: Handler, working: Set<Promise<unknown>>): Handler {
  return (request, reply) => {
    const work = Promise.resolve(handler(request, reply));
    working.add(work);
    void work.catch(() => undefined).finally(() => working.delete(work));
    return work;
  };
}

function apiHandler(route: Route, { world, credentials, quirks }: ServerParts): Handler {
  return async (request, reply) => {
    const token = credentials.check(request.headers);
    const path = pathOf(request);
    const params = paramsOf(request);
    checkIdentifiers(params, path, world);
    const carriesBody = route.method !== 'GET' && route.method !== 'DELETE';
    const given = await route.handle({
      path,
      token,
      param: (name) => own(params, name) ?? '',
      query: queryOf(request),
      body: carriesBody
        ? readBody(request.headers['content-type'], bytesOf(request), route.takes)
        : undefined,
    });
    await world.store.settled();
    return sendAnswer(reply, given, quirks());
  };
}

function controlHandler({ path, handle, isFile = false }: Control, { places, store }: World): Handler {
  return async (request, reply) => {
    const params = paramsOf(request);
    const written = path.replace(/:(\w+)/g, (_, name: string) => own(params, name) ?? '');
    checkOwners(params, controlRoot + written, places);
    const result = await handle({
      param: (name) => own(params, name) ?? '',
      query: queryOf(request),
      bytes: bytesOf(request),
    });
    await store.settled();
    return reply.type(json).send(JSON.stringify(result, null, isFile ? 2 : undefined));
  };
}

function isApiCall(request: FastifyRequest): boolean {
  return pathOf(request) === apiRoot || pathOf(request).startsWith(`${apiRoot}/`);
}

/**
 * Reads the body of a call that gets its reply without it, and reports it when all of it has arrived. A body with more than
 * `mostBytes` is reported cut, but with more bytes than that.
 */
function readUnusedBody(
  request: IncomingMessage,
  mostBytes: number,
  report: (bytes: Uint8Array) => void,
): void {
  const chunks: Uint8Array[] = [];
  let length = 0;
  request.on('data', (chunk: Uint8Array) => {
    if (length > mostBytes) return;
    chunks.push(chunk);
    length += chunk.length;
  });
  request.once('end', () => report(Buffer.concat(chunks)));
}
