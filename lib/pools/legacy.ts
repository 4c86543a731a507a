import { isIPv4, isIPv6 } from 'node:net';
import { healthEvents, type EventSource, type HealthEvent } from './notification';

/** The legacy setting of a pool, as the API returns it. Source: specification 2.7, public facts 4.2. */
export interface LegacySetting {
  /** Addresses, separated by commas or semicolons. Empty, absent and null all mean none. */
  readonly notification_email?: string | null | undefined;
  /** Filters the events: `origin` and `pool`, each `{ disable, healthy }` or null. Without a filter, all events are reported. */
  readonly notification_filter?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The addresses of the legacy setting, trimmed and without duplicates. An item that is no address is kept as it is. */
export function legacyRecipients({ notification_email: text }: LegacySetting): string[] {
  return distinctRecipients(((text ?? '').match(listItem) ?? []).map((item) => item.trim()));
}

/** A quoted local part can contain separators. A quote that is never closed is a character like any other. */
const listItem = /(?:\s*"(?:[^"\\]|\\.)*")?[^,;]*/gs;

/** Whether there is a legacy setting to clear, even if it is only a blank. Source: specification 2.7, 4.5. */
export function hasLegacyEmail({ notification_email: text }: LegacySetting): boolean {
  return (text ?? '') !== '';
}

/** The addresses without duplicates, in their first spelling. */
export function distinctRecipients(addresses: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const address of addresses) {
    const key = recipientKey(address);
    if (key !== '' && !bySpelling.has(key)) bySpelling.set(key, address);
  }
  return [...bySpelling.values()];
}

export function withoutRecipients(addresses: readonly string[], excluded: readonly string[]): string[] {
  const keys = new Set(excluded.map(recipientKey));
  return addresses.filter((address) => !keys.has(recipientKey(address)));
}

/**
 * Whether a text is exactly one address, without a name, brackets or separators: a `Mailbox` of RFC 5321, section 4.1.2, with
 * the letters beyond ASCII that RFC 6531 adds. At most 64 octets before the "@" and 254 in all (RFC 5321, section 4.5.3.1).
 */
export function isAddress(text: string): boolean {
  mailbox ??= mailboxPatterns();
  const { dotString, quotedString, domainName } = mailbox;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    at > 0 &&
    Buffer.byteLength(text) <= 254 &&
    Buffer.byteLength(local) <= 64 &&
    (dotString.test(local) || quotedString.test(local)) &&
    (domainName.test(domain) || isAddressLiteral(domain))
  );
}

/**
 * The key by which two spellings of an address are compared. By RFC 5321 the local part is case-sensitive, but no common mail
 * server distinguishes mailboxes by case, and the API keeps one spelling of each.
 */
export function recipientKey(address: string): string {
  return address.trim().toLowerCase();
}

/** Made at the first use: classes of Unicode characters take time that the start of a program does not have. */
let mailbox: ReturnType<typeof mailboxPatterns> | undefined;

function mailboxPatterns() {
  // Beyond ASCII: visible characters only.
  const atom = /(?:[\w!#$%&'*+\-/=?^`{|}~]|[^\p{ASCII}\p{C}\p{Z}])+/u.source;
  const label = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source;
  return {
    dotString: new RegExp(`^${atom}(?:\\.${atom})*$`, 'u'),
    quotedString: /^"(?:[ !#-[\]-~]|\\[ -~]|[^\p{ASCII}\p{C}\p{Z}])*"$/u,
    domainName: new RegExp(`^${label}(?:\\.${label})*$`, 'u'),
  };
}

/** Whether a domain is an address literal. `IPv6` is the only registered tag. */
function isAddressLiteral(text: string): boolean {
  const literal = /^\[(.*)\]$/.exec(text)?.[1] ?? '';
  const [, ipv6] = /^IPv6:([\da-f:.]+)$/i.exec(literal) ?? [];
  return ipv6 === undefined ? isIPv4(literal) : isIPv6(ipv6);
}

/** The events that the legacy e-mail reports; none without such a setting. */
export function legacyEvents(setting: LegacySetting): HealthEvent[] {
  if (!hasLegacyEmail(setting)) return [];
  return healthEvents.filter(({ source, health }) => {
    const { disable, healthy } = choiceOf(setting, source);
    return disable !== true && (typeof healthy !== 'boolean' || healthy === (health === 'Healthy'));
  });
}

function choiceOf(
  { notification_filter: filter }: LegacySetting,
  source: EventSource,
): { readonly disable?: unknown; readonly healthy?: unknown } {
  const choice = filter?.[source];
  return typeof choice === 'object' && choice !== null ? choice : {};
}
