import { hostOf, isLoopback, readHost } from './hosts';
import { own } from '../ground/record';

/** Whether the emulator may send something to the host of a URL. */
export type Reach = (url: string) => boolean;

/** This machine, and the given hosts: a name or an address, optionally with a port. Throws for anything else. */
export function reachOf(deliverBeyond: readonly string[] = []): Reach {
  const allowed = deliverBeyond.map(readAllowed);
  return (text) => {
    const url = new URL(text);
    const host = hostOf(url);
    if (host === undefined) return false;
    return (
      isLoopback(host) ||
      allowed.some(({ name, port }) => name === host && (port === undefined || port === portOf(url)))
    );
  };
}

function readAllowed(text: string): { readonly name: string; readonly port?: number } {
  const host = readHost(text) ?? readHost(`[${text}]`);
  if (host !== undefined) return host;
  throw new Error(
    `the host to deliver to, ${text}, must be a name or an address, optionally with a port, such as chat.example or chat.example:8443`,
  );
}

function portOf({ protocol, port }: URL): number | undefined {
  return port === '' ? own(usualPorts, protocol) : Number(port);
}

const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'smtp:': 587,
  'smtps:': 465,
};
