import { BlockList, isIP } from 'node:net';
import { own } from '../ground/record';
import type { Reach } from './world';

/**
 * Whether a host, as a URL has it, is this machine. Names are not resolved: only `localhost` and the names below it are
 * reserved for this machine (RFC 6761).
 */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isListed(host, loopback);
}

export function isListed(host: string, list: BlockList): boolean {
  const family = isIP(host);
  return family !== 0 && list.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** The host of a URL of any scheme in its usual notation, without brackets; undefined where it has none. */
export function hostOf({ host }: URL): string | undefined {
  return readHost(host)?.name;
}

/** A host with or without a port, as in a URL or a `Host` header; undefined for anything else. */
export function readHost(text: string): { readonly name: string; readonly port?: number } | undefined {
  const [, host, port] = /^(\[[^\]]*\]|[^\s[\]:/?#@\\*]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  const name = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (port === undefined) return { name };
  return Number(port) > 65_535 ? undefined : { name, port: Number(port) };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

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

/** A host as {@link readHost} takes it, or an IPv6 address without brackets. */
export function readAddress(text: string): ReturnType<typeof readHost> {
  return readHost(text) ?? readHost(`[${text}]`);
}

function readAllowed(text: string): NonNullable<ReturnType<typeof readHost>> {
  const host = readAddress(text);
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
