import { plural } from '../../ground/words';
import { formatTable, joinParagraphs, wrapText, wrapTexts, type ReportLayout } from '../layout';
import { describeOwner } from '../owners';
import { needsAttention, type PoolsAudit } from './audit';
import { gapOf, groupPools, hasGap, type PoolGroup } from './audit-groups';
import type { AuditedPool } from './survey/file';
import { formatSummary, listFew, nameOf, none } from './text';

/** An audit as text: the summary, the table of pools, the policies that cover nothing, what the table leaves out. */
export function formatAudit(audit: PoolsAudit, { width = 80, all = false }: ReportLayout = {}): string {
  const pending = audit.pools.filter(needsAttention);
  const groups = all ? [] : groupPools(pending);
  const rows = all
    ? audit.pools.map((pool) => [nameOf(pool), legacyCell(pool), ...coverageCells(pool)])
    : groups.slice(0, mostRows).map((group) => groupCells(group, hasFewGaps(pending)));
  const headings = all ? ['POOL', 'LEGACY E-MAIL'] : ['LEGACY E-MAIL', 'POOLS'];
  const { account_id: id, account_name: name } = audit;
  return joinParagraphs([
    [
      ...(name === '' ? [] : wrapText(`Account ${describeOwner(id, name)}:`, width)),
      ...wrapTexts(formatSummary(audit.summary), width),
    ],
    rows.length === 0 ? [] : formatTable([[...headings, ...coverageHeadings], ...rows], { width }),
    wrapTexts(notesOn(audit), width),
    all || audit.summary.complete
      ? []
      : wrapTexts(describeRest(audit.pools.length - pending.length, groups.slice(mostRows)), width),
  ]);
}

/** Nobody reads more at once. */
const mostRows = 30;
const mostNotes = 10;
const coverageHeadings = ['COVERED BY', 'NOT COVERED', 'NOT NOTIFIED'];

/** @param namesGaps - whether pools with a gap are exceptions, and listed by name */
function groupCells({ first, pools }: PoolGroup, namesGaps: boolean): string[] {
  const isException = first.legacy_email === '' || (namesGaps && hasGap(first));
  const names = isException || pools.length === 1 ? listFew(pools.map(nameOf)) : plural(pools.length, 'pool');
  return [legacyCell(first), names, ...coverageCells(first)];
}

/** Whether most of the pools have no gap. */
function hasFewGaps(pools: readonly AuditedPool[]): boolean {
  return pools.filter(hasGap).length * 2 < pools.length;
}

function legacyCell({ legacy_email: email, recipients }: AuditedPool): string {
  if (email === '') return none;
  // A legacy e-mail of blanks has no recipients, and is still set.
  return recipients.length === 0 ? JSON.stringify(email) : listFew(recipients);
}

function coverageCells(pool: AuditedPool): string[] {
  const { recipients, covered_by: policies, unnotified } = pool;
  const areAll = unnotified.length > 0 && unnotified.length === recipients.length;
  return [
    listFew(policies.map(nameOf)),
    gapOf(pool),
    areAll ? 'all' : listFew(unnotified.map(({ address }) => address)),
  ];
}

function notesOn({ disregarded_policies: policies, summary }: PoolsAudit): string[] {
  // They explain why a pool is not covered, and are of no interest where every pool is.
  if (summary.uncovered === 0 && summary.unwatched === 0 && summary.losing_recipients === 0) return [];
  const left = policies.length - mostNotes;
  return [
    ...policies
      .slice(0, mostNotes)
      .map((policy) => `The policy ${nameOf(policy)} covers nothing: ${policy.reason}.`),
    ...(left > 0
      ? [`${plural(left, 'more policy covers', 'more policies cover')} nothing; see --json.`]
      : []),
  ];
}

/** What a table of groups does not show. */
function describeRest(migrated: number, groups: readonly PoolGroup[]): string[] {
  const left = groups.reduce((sum, { pools }) => sum + pools.length, 0);
  return [
    ...(left === 0
      ? []
      : [`${plural(groups.length, 'more row')} for ${plural(left, 'pool')}: see --all or --csv.`]),
    ...(migrated === 0
      ? []
      : [`${plural(migrated, 'pool')} ${migrated === 1 ? 'needs' : 'need'} no attention: see --all.`]),
  ];
}
