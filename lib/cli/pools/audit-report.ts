import { describeEvent, healthEvents } from '../../pools';
import { alignColumns, printable, wrapText } from '../columns';
import type { AuditedPool, AuditSummary, PoolsAudit } from './audit';

/**
 * An audit for a person: the table, what was not counted, the summary.
 *
 * @param width - of the terminal, which the table then keeps to; without one a pool is a line, and nothing is left out
 */
export function reportAudit(audit: PoolsAudit, width?: number): string {
  const table = alignColumns([headings, ...audit.pools.map((pool) => cellsOf(pool, width))], width);
  const paragraphs = [notesOn(audit), summaryOf(audit.summary)].map((sentences) =>
    sentences.flatMap((sentence) => (width === undefined ? [sentence] : wrapText(sentence, width))),
  );
  const parts = [audit.pools.length === 0 ? [] : table, ...paragraphs].filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const headings = ['POOL', 'LEGACY E-MAIL', 'COVERED BY', 'NOT COVERED'];
const nothing = '-';

function cellsOf(pool: AuditedPool, width: number | undefined): string[] {
  // Of a blank e-mail no recipient is left, and still it is there.
  const shown = pool.recipients.length > 0 ? pool.recipients : [JSON.stringify(pool.legacy_email)];
  const list = width === undefined ? listAll : listSome;
  return [
    nameOf(pool),
    pool.legacy_email === '' ? nothing : list(shown.map(printable)),
    list(pool.covered_by.map(nameOf)),
    gapOf(pool),
  ];
}

function gapOf({ legacy_email: email, covered_by: policies, uncovered }: AuditedPool): string {
  if (uncovered.length === healthEvents.length) return 'everything';
  if (uncovered.length > 0) return listAll(uncovered.map(describeEvent));
  if (policies.length > 0) return nothing;
  return email === '' ? 'not watched at all' : 'not named by any policy';
}

function notesOn({ disregarded_policies: policies, summary }: PoolsAudit): string[] {
  // They explain what is not covered; where nothing is, they are nobody's concern.
  if (summary.uncovered === 0 && summary.unwatched === 0) return [];
  return policies.map(
    (policy) => `The policy ${nameOf(policy)} covers nothing: ${printable(policy.reason)}.`,
  );
}

function summaryOf({ pools, legacy, clearable, uncovered, unwatched, complete }: AuditSummary): string[] {
  if (pools === 0) return ['0 pools: the account has none, so there is nothing to migrate.'];
  const count = `${pools} ${pools === 1 ? 'pool' : 'pools'}`;
  return [
    legacy === 0
      ? `${count}: none has a legacy e-mail.${complete ? ' The migration is complete.' : ''}`
      : `${count}: ${legacy} still ${have(legacy)} a legacy e-mail (${stateOf(legacy, clearable, uncovered)}).`,
    ...(unwatched === 0
      ? []
      : [
          `${unwatched} ${have(unwatched)} neither a legacy e-mail nor a policy: nobody is told when ${unwatched === 1 ? 'it fails. Name it' : 'they fail. Name them'} in a policy.`,
        ]),
  ];
}

function stateOf(legacy: number, clearable: number, uncovered: number): string {
  if (uncovered === 0) return `${legacy === 1 ? 'it is' : 'all of them are'} covered and can be cleared`;
  if (clearable === 0) return legacy === 1 ? 'it is not covered' : 'none of them is covered';
  return `${clearable} of them ${are(clearable)} covered and can be cleared, ${uncovered} ${are(uncovered)} not covered`;
}

function nameOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === '' ? id : printable(name);
}

function listAll(items: readonly string[]): string {
  return items.length === 0 ? nothing : items.join(', ');
}

/** "and 1 more" would take the place of the one. */
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
