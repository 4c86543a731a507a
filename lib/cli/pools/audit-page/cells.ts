import type { AuditedPool } from '../audit';

/** The addresses of the legacy e-mail. One of blanks has none, and is still set. */
export function addressesOf({ legacy_email: email, recipients }: AuditedPool): readonly string[] {
  return email !== '' && recipients.length === 0 ? [JSON.stringify(email)] : recipients;
}

/** The addresses that no policy notifies of all events. */
export function unnotifiedOf({ unnotified, recipients }: AuditedPool): readonly string[] {
  const areAll = unnotified.length > 1 && unnotified.length === recipients.length;
  return areAll ? ['all'] : unnotified.map(({ address }) => address);
}
