import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { refuse, type ApiRefusal } from '../http/errors';
import { sendFailure } from '../http/reply';
import { isLoopback, readAddress, readHost } from '../hosts';

/** A hook that refuses callers that may be web pages. */
export function refuseCallers(listensOn: string): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const refusal = refusalOf(request, listensOn);
    if (refusal !== undefined) await sendFailure(reply, refusal);
  };
}

/**
 * The error for a caller that may be a web page; undefined for any other. Controls need no credentials, and a browser
 * on this machine can reach them: pages of other origins say so in `Origin`, and a name that was pointed at this machine
 * (DNS rebinding) shows in `Host`.
 */
function refusalOf({ headers, socket }: FastifyRequest, listensOn: string): ApiRefusal | undefined {
  const { host = '', origin } = headers;
  const name = readHost(host)?.name;
  // An IPv4 address may come in the notation of IPv6.
  const arrivedAt = socket.localAddress?.replace(/^::ffff:(?=[\d.]+$)/, '');
  const own = [readAddress(listensOn)?.name, arrivedAt].filter(
    (each) => each !== undefined && !wildcards.includes(each),
  );
  if (name === undefined || !(isLoopback(name) || own.includes(name)))
    return foreign('Host', host, 'use localhost, or the address that the emulator listens on');
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return foreign('Origin', origin, 'web pages of other origins cannot use controls');
  return undefined;
}

const wildcards: readonly unknown[] = ['0.0.0.0', '::'];

function foreign(header: string, value: string, fix: string): ApiRefusal {
  const shown = value === '' ? '(none)' : value.slice(0, 80);
  return refuse(403, 1000, `controls are refused: the ${header} ${shown} is not this emulator; ${fix}`);
}
