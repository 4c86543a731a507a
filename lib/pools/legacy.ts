import { healthEvents, type EventSource, type HealthEvent } from './notification';

/** The legacy setting of a pool, as the API returns it. Source: specification 2.7, public facts 4.2. */
export interface LegacySetting {
  /** Addresses, separated by commas. Empty, absent and null all mean none. */
  readonly notification_email?: string | null | undefined;
  /** Filters the events: `origin` and `pool`, each `{ disable, healthy }` or null. Without a filter, all events are reported. */
  readonly notification_filter?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The addresses of the legacy setting, trimmed and without duplicates. */
export function legacyRecipients({ notification_email: text }: LegacySetting): string[] {
  return distinctRecipients((text ?? '').split(',').map((part) => part.trim()));
}

/** Whether there is a legacy setting to clear, even if it is only a blank. Source: specification 2.7, 4.5. */
export function hasLegacyEmail({ notification_email: text }: LegacySetting): boolean {
  return (text ?? '') !== '';
}

/** The addresses without duplicates, in their first spelling: mail servers ignore the case of mailboxes. */
export function distinctRecipients(addresses: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const address of addresses) {
    const key = recipientKey(address);
    if (key !== '' && !bySpelling.has(key)) bySpelling.set(key, address);
  }
  return [...bySpelling.values()];
}

/** Whether a text is exactly one address, without a name, brackets or separators. */
export function isAddress(text: string): boolean {
  return /^[^\s@,;:<>()"[\]\\]+@[^\s@,;:<>()"[\]\\]+$/.test(text);
}

/** The key by which two spellings of an address are compared. */
export function recipientKey(address: string): string {
  return address.trim().toLowerCase();
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
