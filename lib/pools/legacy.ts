import { healthEvents, type EventSource, type HealthEvent } from './notification';

/** The legacy setting of a pool, as the service returns it. Source: specification 2.7, public facts 4.2. */
export interface LegacySetting {
  /** Several addresses have commas between them. Empty, absent and null all mean none. */
  readonly notification_email?: string | null | undefined;
  /** Which events are told: `origin` and `pool`, each `{ disable, healthy }` or null. All of them without a filter. */
  readonly notification_filter?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The addresses that the legacy setting names, without blanks; one that is there twice comes once. */
export function legacyRecipients({ notification_email: text }: LegacySetting): string[] {
  return distinctRecipients((text ?? '').split(',').map((part) => part.trim()));
}

/** Whether there is a legacy setting to be cleared, be it only a blank. Source: specification 2.7, 4.5. */
export function hasLegacyEmail({ notification_email: text }: LegacySetting): boolean {
  return (text ?? '') !== '';
}

/** Each address once, in its first spelling: mail servers do not tell mailboxes apart by case. */
export function distinctRecipients(addresses: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const address of addresses) {
    const key = recipientKey(address);
    if (key !== '' && !bySpelling.has(key)) bySpelling.set(key, address);
  }
  return [...bySpelling.values()];
}

/** Whether a text is one address and nothing else: no second one, no name, no brackets, whatever separates them. */
export function isAddress(text: string): boolean {
  return /^[^\s@,;:<>()"[\]\\]+@[^\s@,;:<>()"[\]\\]+$/.test(text);
}

/** What two spellings of one address have in common. */
export function recipientKey(address: string): string {
  return address.trim().toLowerCase();
}

/** The events that the legacy e-mail tells of; none where there is no such setting. */
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
