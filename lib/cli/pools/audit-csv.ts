import { describeEvent } from '../../pools';
import { formatCsvOf } from '../csv';
import { needsAttention, type PoolsAudit } from './audit';
import type { AuditedPool } from './survey/file';

/** Every pool of an audit as a row of CSV. The items of a list are separated by `; `. */
export function formatAuditCsv({ pools }: PoolsAudit): string {
  return formatCsvOf(columns, pools);
}

export function auditCells(pool: AuditedPool): string[] {
  return Object.values(columns).map((read) => read(pool));
}

const list = (items: readonly string[]) => items.join('; ');
const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

const columns: Readonly<Record<string, (pool: AuditedPool) => string>> = {
  pool_id: ({ id }) => id,
  pool_name: ({ name }) => name,
  needs_attention: (pool) => yesOrNo(needsAttention(pool)),
  legacy_email: ({ legacy_email: email }) => email,
  recipients: ({ recipients }) => list(recipients),
  covered_by: ({ covered_by: policies }) => list(policies.map(({ id, name }) => (name === '' ? id : name))),
  not_covered: ({ uncovered }) => list(uncovered.map(describeEvent)),
  not_notified: ({ unnotified }) => list(unnotified.map(({ address }) => address)),
  can_be_cleared: (pool) => yesOrNo(pool.can_be_cleared),
};

export const auditColumns: readonly string[] = Object.keys(columns);
