/** The texts of the errors of calls for which a proxy opened no tunnel: what happened, and the fix. */
import type { Proxy } from './proxy';
import { isTlsCode } from './retry';
import type { TunnelError } from './tunnel';

/** The environment variable that names the proxy of an origin. */
export function proxyVariable(origin: string): string {
  return origin.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
}

/**
 * @param code - the code of the system or of TLS
 * @param tlsFix - the fix where the certificate of the API is not accepted
 */
export function tunnelProse(
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
  if (isTlsCode(code)) {
    return (
      `Check whether the URL of the proxy in ${variable} begins with http:// or https://. If the proxy uses TLS, give Node its ` +
      'authority with NODE_EXTRA_CA_CERTS.'
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `Check ${variable} for a misspelt host, and that this machine resolves names.`;
  }
  if (code.startsWith('HPE')) {
    return `Check ${variable}: what answers there is no HTTP proxy, or uses TLS (https://).`;
  }
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
