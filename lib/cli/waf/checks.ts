import { furtherFindings, type WafCheck } from './check';
import { shortenReason } from './judge';
import { isRead, needsAction, summarizeZones, type FailedZone } from './verdict';

/** A zone of several, as `--json` prints it. */
export type CheckedZone = WafCheck | FailedZone;

/** The checks of several zones, as `--json` prints them. */
export type WafChecks = ReturnType<typeof checksOf>;

export function checksOf(zones: readonly CheckedZone[]) {
  return { summary: summarizeZones(zones), zones };
}

/** Whether somebody has to look at the zone: to act, or because its rules have findings. */
export function needsAttention(zone: CheckedZone): boolean {
  return needsAction(zone) || (isRead(zone) && furtherFindings(zone).length > 0);
}

/** The reasons and findings of a zone, or why it could not be read, as texts. */
export function problemsOf(zone: CheckedZone): string[] {
  if (!isRead(zone)) return [zone.error];
  return [...zone.reasons.map(({ reason }) => reason), ...furtherFindings(zone).map(({ text }) => text)];
}

/** The problems as codes, because texts are too long for a cell: the check of the zone alone and the CSV have them. */
export function codesOf(zone: CheckedZone): string[] {
  if (!isRead(zone)) return [zone.code === '' ? zone.error : zone.code];
  return [...zone.reasons.map(shortenReason), ...furtherFindings(zone).map(({ code }) => code)];
}
