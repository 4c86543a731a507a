import { BlockList } from 'node:net';
import { hostOf, isListed } from '../../hosts';
import type { Reach } from '../../world';

/** The error of a webhook's URL; undefined when it is valid. What the emulator may reach may have any port. */
export function urlFault(text: string, isReachable: Reach): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return 'must be a URL with http or https';
  if (url.username !== '' || url.password !== '') return 'must not have credentials';
  if (isReachable(text)) return undefined;
  const ports = typeOf(text) === 'splunk' ? ['80', '443', '8088'] : ['80', '443'];
  if (url.port !== '' && !ports.includes(url.port)) return `must be on port ${ports.join(' or ')}`;
  return isListed(hostOf(url) ?? '', reserved) ? 'must be a public address' : undefined;
}

/** The type of a webhook, which the service derives from its URL. */
export function typeOf(text: string): string {
  const { hostname, pathname } = new URL(text);
  const found = kinds.find(([, hosts]) =>
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
  );
  if (found !== undefined) return found[0];
  return pathname.startsWith('/services/collector') ? 'splunk' : 'generic';
}

const kinds: readonly (readonly [string, readonly string[]])[] = [
  ['datadog', ['datadoghq.com', 'datadoghq.eu', 'ddog-gov.com']],
  ['discord', ['discord.com', 'discordapp.com']],
  ['feishu', ['feishu.cn', 'larksuite.com']],
  ['gchat', ['chat.googleapis.com']],
  ['opsgenie', ['opsgenie.com']],
  ['slack', ['hooks.slack.com']],
  ['splunk', ['splunkcloud.com']],
];

const reserved = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  reserved.addSubnet(net, bits, 'ipv4');
reserved.addAddress('::', 'ipv6');
reserved.addSubnet('fc00::', 7, 'ipv6');
reserved.addSubnet('fe80::', 10, 'ipv6');
