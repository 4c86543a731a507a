import type { ClientRequest, IncomingMessage, request as httpRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { Proxy } from './proxy';
import { isTlsCode } from './retry';

/**
 * The stage that a connection through a proxy reached: `proxy`, to the proxy and its answer; `refused`, the answer refuses the tunnel;
 * `endpoint`, the tunnel exists, and TLS with the API failed in it.
 */
export type TunnelStage = 'proxy' | 'refused' | 'endpoint';

/** No connection to the API came about through the proxy, so no request was sent. `cause` has a code that decides whether to repeat. */
export class TunnelError extends Error {
  /** @param status - of HTTP, with which the proxy refused the tunnel */
  constructor(
    readonly stage: TunnelStage,
    cause: unknown,
    readonly status?: number,
  ) {
    super('No tunnel through the proxy.', { cause });
  }
}

/**
 * Connects to the API through a tunnel (`CONNECT`), also for an http base URL: what the proxy learns is the host, and what it
 * answers is never taken for a reply of the API.
 *
 * undici's ProxyAgent is no option, see docs/decisions/0037.
 */
export function connectThrough(proxy: Proxy, userAgent: string, timeoutMs: number): buildConnector.connector {
  // The timer below covers the whole connection.
  const connectTls = tlsConnector({ timeout: 0 });
  return (target, callback) => {
    let stage: TunnelStage = 'proxy';
    let isSettled = false;
    const settle = (...result: Parameters<buildConnector.Callback>) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      callback(...result);
    };
    const fail = (error: unknown) =>
      settle(error instanceof TunnelError ? error : new TunnelError(stage, error), null);
    const request = openRequest(proxy, authorityOf(target), userAgent);
    let current: ClientRequest | Socket = request;
    const timer = setTimeout(() => {
      current.destroy();
      fail(withCode('UND_ERR_CONNECT_TIMEOUT', `no answer within ${timeoutMs} ms`));
    }, timeoutMs);

    request.on('error', fail);
    request.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
      // What becomes of the tunnel shows in the socket on top of it, and in undici.
      socket.on('error', () => undefined);
      if (isSettled || statusCode < 200 || statusCode > 299) {
        socket.destroy();
        // Without the words of the proxy, which may name its user.
        const refusal = withCode('ERR_PROXY_TUNNEL', `HTTP ${statusCode}`);
        fail(new TunnelError('refused', refusal, statusCode));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      socket.setNoDelay(true).setKeepAlive(true, 60_000);
      if (target.protocol !== 'https:') {
        settle(null, socket);
        return;
      }
      stage = 'endpoint';
      current = connectTls({ ...target, httpSocket: socket }, (error, secured) => {
        if (error !== null) fail(error);
        else settle(null, secured);
      });
    });
    request.end();
  };
}

/** The request for a tunnel. It has no header of the API's requests, and those have none of this one. */
function openRequest(
  { protocol, hostname, port, authorization }: Proxy,
  authority: string,
  userAgent: string,
): ClientRequest {
  const options: RequestOptions = {
    method: 'CONNECT',
    hostname,
    port,
    path: authority,
    headers: {
      host: authority,
      'user-agent': userAgent,
      ...(authorization !== undefined && { 'proxy-authorization': authorization }),
    },
    agent: false,
    // Otherwise the header names it, which is the API's.
    servername: isIP(hostname) === 0 ? hostname : '',
  };
  // Loaded with the first call through a proxy: most plugins start without one.
  // oxlint-disable-next-line typescript/no-require-imports
  const { request } = require(protocol === 'https:' ? 'node:https' : 'node:http') as {
    readonly request: typeof httpRequest;
  };
  return request(options);
}

type TlsConnector = (
  options: buildConnector.Options & { readonly httpSocket: Socket },
  callback: buildConnector.Callback,
) => Socket;

function tlsConnector(options: buildConnector.BuildOptions): TlsConnector {
  // oxlint-disable-next-line typescript/no-require-imports -- the module has no types of its own
  const build = require('undici/lib/core/connect.js') as (
    options: buildConnector.BuildOptions,
  ) => TlsConnector;
  return build(options);
}

function authorityOf({ hostname, port, protocol }: buildConnector.Options): string {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return `${host}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The environment variable that names the proxy of an origin. */
export function proxyVariable(origin: string): string {
  return origin.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
}

export function describeTunnelError(
  { origin, proxy }: { readonly origin: string; readonly proxy: Proxy },
  { stage, status }: TunnelError,
  code: string,
  tlsFix: string,
): { readonly happened: string; readonly fix: string } {
  const { address } = proxy;
  const variable = proxyVariable(origin);
  const { hostname } = new URL(origin);
  const bypass = `If this machine reaches ${hostname} without a proxy, add ${hostname} to NO_PROXY.`;
  switch (stage) {
    case 'proxy':
      return {
        happened: `was not sent: the proxy ${address} cannot be reached`,
        fix: `${proxyFix(code, variable)} ${bypass}`,
      };
    case 'refused':
      return {
        happened: `was not sent: the proxy ${address} refused the tunnel to ${origin}`,
        fix: refusalFix(status ?? 0, variable, proxy, bypass),
      };
    case 'endpoint':
      return {
        happened: `was not sent: ${origin} cannot be reached through the proxy ${address}`,
        fix: isTlsCode(code) ? tlsFix : `Check ${variable}, and that the proxy allows ${origin}. ${bypass}`,
      };
    default:
      return stage satisfies never;
  }
}

function proxyFix(code: string, variable: string): string {
  if (isTlsCode(code))
    return (
      `Check whether the URL of the proxy in ${variable} begins with http:// or https://. If the proxy uses TLS, give Node its ` +
      'authority with NODE_EXTRA_CA_CERTS.'
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Check ${variable} for a misspelt host, and that this machine resolves names.`;
  if (code.startsWith('HPE'))
    return `Check ${variable}: what answers there is no HTTP proxy, or uses TLS (https://).`;
  return `Check ${variable}, and that a proxy listens there and no firewall is in between.`;
}

function refusalFix(
  status: number,
  variable: string,
  { protocol, address, authorization }: Proxy,
  bypass: string,
): string {
  if (status === 407) {
    return authorization === undefined
      ? `Set a user and a password in ${variable}: ${protocol}//<user>:<password>@${address}, with special characters ` +
          'percent-encoded. The proxy must accept the scheme Basic.'
      : `Check the user and the password in ${variable}: special characters must be percent-encoded, and the proxy must ` +
          'accept the scheme Basic.';
  }
  return status >= 500
    ? `The proxy cannot reach the API: check EDGE_BASE_URL or base_url, and the proxy in ${variable}. ${bypass}`
    : `Allow the API in the proxy, or check ${variable}. ${bypass}`;
}
