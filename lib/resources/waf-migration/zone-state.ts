import type { MigrationStatus } from '../../client';

/** Whether a zone has only the new managed rules, so that there is no previous WAF to read. */
export function isMigrated({ migration_state: state }: Pick<MigrationStatus, 'migration_state'>): boolean {
  return state === 'complete' || neverHadPrevious({ migration_state: state });
}

export function neverHadPrevious({
  migration_state: state,
}: Pick<MigrationStatus, 'migration_state'>): boolean {
  return state === 'default';
}

/** Whether both implementations inspect each request: in validation mode, and while a migration is in progress. */
export function isSideBySide({
  migration_state: state,
  old_waf_status: previous,
  new_waf_status: current,
}: Pick<MigrationStatus, 'migration_state' | 'old_waf_status' | 'new_waf_status'>): boolean {
  return state === 'validation' || (state !== 'complete' && previous === 'enabled' && current === 'enabled');
}
