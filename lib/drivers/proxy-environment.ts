import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { own } from '../ground/record';

export interface EnvironmentProxy {
  readonly variable: string;
  /** The URL of the proxy, which may be invalid. */
  readonly url: string;
}

/**
 * The proxy for an endpoint, as net/http of Go finds it, which the providers in Go use: `HTTPS_PROXY` for https, `HTTP_PROXY` for
 * http, or their names in lower case; none for this machine itself and for what `NO_PROXY` lists. Without a scheme, the proxy is
 * one of http.
 */
export function proxyOf(baseUrl: string, env: NodeJS.ProcessEnv): EnvironmentProxy | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const [variable, value] = firstOf(env, protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (value === '') return undefined;
  const endpoint = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (protocol === 'https:' ? '443' : '80'),
  };
  const [, exceptions] = firstOf(env, 'NO_PROXY');
  if (isThisMachine(endpoint.host) || exceptions.split(',').some((each) => matches(each, endpoint)))
    return undefined;
  return { variable, url: value.includes('://') ? value : `http://${value}` };
}

function firstOf(env: NodeJS.ProcessEnv, name: string): readonly [variable: string, value: string] {
  for (const variable of [name, name.toLowerCase()]) {
    const value = own(env, variable)?.trim() ?? '';
    if (value !== '') return [variable, value];
  }
  return [name, ''];
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || ['127.0.0.0/8', '::1/128'].some((block) => contains(blockOf(block), host));
}

/** Whether an entry of `NO_PROXY` means the endpoint: `*`, a CIDR block, an IP address or a domain, the latter two also with a port. */
function matches(entry: string, { host, port }: { readonly host: string; readonly port: string }): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '*') return true;
  const block = blockOf(text);
  if (block !== undefined) return contains(block, host);
  const { name, only } = splitPort(text);
  if (name === '' || (only !== '' && only !== port)) return false;
  if (isIP(name) !== 0) return contains(blockOf(`${name}/${isIP(name) === 4 ? 32 : 128}`), host);
  if (isIP(host) !== 0) return false;
  // `example.com` means its subdomains too, `.example.com` and `*.example.com` only these.
  const suffix = name.replace(/^\*?\./, '');
  const domain = domainToASCII(suffix) || suffix;
  return host.endsWith(`.${domain}`) || (suffix === name && host === domain);
}

/** Splits `host:port`, `[IPv6]:port`, or the whole text without a port. */
function splitPort(text: string): { readonly name: string; readonly only: string } {
  const [, bracketed, plain, only = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::([^:]*))?$/.exec(text) ?? [];
  return { name: bracketed ?? plain ?? text, only };
}

function blockOf(text: string): BlockList | undefined {
  const [, address = '', digits] = /^([\da-f.:]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  const prefix = Number(digits);
  if (version === 0 || prefix > (version === 4 ? 32 : 128)) return undefined;
  const block = new BlockList();
  block.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return block;
}

function contains(block: BlockList | undefined, host: string): boolean {
  const version = isIP(host);
  return block !== undefined && version !== 0 && block.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
