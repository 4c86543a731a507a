import { describeEvent, healthEvents } from '../../pools';
import { formatTable, joinParagraphs, printable, wrapText } from '../layout';
import type { AuditedPool, AuditSummary, PoolsAudit } from './audit';

/**
 * An audit as text: the table of pools, the policies that cover nothing, the summary.
 *
 * @param width - of the terminal, which long lists are shortened for; without one each pool is one line with everything
 */
export function formatAudit(audit: PoolsAudit, width?: number): string {
  const wrap = (sentences: readonly string[]) =>
    width === undefined ? sentences : sentences.flatMap((sentence) => wrapText(sentence, width));
  const rows = audit.pools.map((pool) => cellsOf(pool, width));
  return joinParagraphs([
    rows.length === 0 ? [] : formatTable([headings, ...rows], { width }),
    wrap(notesOn(audit)),
    wrap(formatSummary(audit.summary)),
  ]);
}

const headings = ['POOL', 'LEGACY E-MAIL', 'COVERED BY', 'NOT COVERED'];
const none = '-';

function cellsOf(pool: AuditedPool, width: number | undefined): string[] {
  // A legacy e-mail of blanks has no recipients, and is still set.
  const recipients = pool.recipients.length > 0 ? pool.recipients : [JSON.stringify(pool.legacy_email)];
  const list = width === undefined ? listAll : listSome;
  return [
    nameOf(pool),
    pool.legacy_email === '' ? none : list(recipients.map(printable)),
    list(pool.covered_by.map(nameOf)),
    formatGap(pool),
  ];
}

function formatGap({ legacy_email: email, covered_by: policies, uncovered }: AuditedPool): string {
  if (uncovered.length === healthEvents.length) return 'all events';
  if (uncovered.length > 0) return listAll(uncovered.map(describeEvent));
  if (policies.length > 0) return none;
  return email === '' ? 'without notifications' : 'in no policy';
}

function notesOn({ disregarded_policies: policies, summary }: PoolsAudit): string[] {
  // They explain why a pool is not covered, and are of no interest where every pool is.
  if (summary.uncovered === 0 && summary.unwatched === 0) return [];
  return policies.map(
    (policy) => `The policy ${nameOf(policy)} covers nothing: ${printable(policy.reason)}.`,
  );
}

function formatSummary({ pools, legacy, clearable, uncovered, unwatched, complete }: AuditSummary): string[] {
  if (pools === 0) return ['0 pools: the account has no pools to migrate.'];
  const count = `${pools} ${pools === 1 ? 'pool' : 'pools'}`;
  return [
    legacy === 0
      ? `${count}: none has a legacy e-mail.${complete ? ' The migration is complete.' : ''}`
      : `${count}: ${legacy} still ${have(legacy)} a legacy e-mail (${formatProgress(legacy, clearable, uncovered)}).`,
    ...(unwatched === 0
      ? []
      : [
          `${unwatched} ${have(unwatched)} neither a legacy e-mail nor a policy, so no notification is sent when ${unwatched === 1 ? 'it fails. Add it' : 'they fail. Add them'} to a policy.`,
        ]),
  ];
}

function formatProgress(legacy: number, clearable: number, uncovered: number): string {
  if (uncovered === 0) return `${legacy === 1 ? 'it is' : 'all of them are'} covered and can be cleared`;
  if (clearable === 0) return legacy === 1 ? 'it is not covered' : 'none of them is covered';
  return `${clearable} of them ${are(clearable)} covered and can be cleared, ${uncovered} ${are(uncovered)} not covered`;
}

function nameOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === '' ? id : printable(name);
}

function listAll(items: readonly string[]): string {
  return items.length === 0 ? none : items.join(', ');
}

/** "and 1 more" would be no shorter than the item. */
function listSome(items: readonly string[]): string {
  if (items.length <= 3) return listAll(items);
  return `${items.slice(0, 2).join(', ')}, and ${items.length - 2} more`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have';
}
