import { isApiError, type EdgeClient, type MigrationStatus } from '../../client';
import { readPreviousWaf } from '../../resources/waf-migration/previous-waf';
import type { PreviousWaf } from '../../waf';

/** Whether a zone has the new managed rules only, and no previous WAF that could be read. */
export function isMigrated({ migration_state: state }: Pick<MigrationStatus, 'migration_state'>): boolean {
  return state === 'complete' || isNewcomer({ migration_state: state });
}

/** Whether a zone never had the previous managed rules. */
export function isNewcomer({ migration_state: state }: Pick<MigrationStatus, 'migration_state'>): boolean {
  return state === 'default';
}

/** Whether both implementations look at each request: in validation mode, and while the service hands over. */
export function isSideBySide({
  migration_state: state,
  old_waf_status: old,
  new_waf_status: now,
}: Pick<MigrationStatus, 'migration_state' | 'old_waf_status' | 'new_waf_status'>): boolean {
  return state === 'validation' || (state !== 'complete' && old === 'enabled' && now === 'enabled');
}

/** The status of a zone, with its previous WAF as long as that can be read. */
export async function readZone(
  client: EdgeClient,
  zoneId: string,
): Promise<{ readonly status: MigrationStatus; readonly waf?: PreviousWaf }> {
  const status = await client.wafMigration.status(zoneId);
  if (isMigrated(status)) return { status };
  try {
    const { signal } = new AbortController();
    return { status, waf: await readPreviousWaf(zoneId, { service: client, signal }) };
  } catch (error) {
    // The previous API stops working when a hand-over comes to its end, and that may be just now.
    if (!isApiError(error)) throw error;
    const later = await client.wafMigration.status(zoneId);
    if (!isMigrated(later)) throw error;
    return { status: later };
  }
}
