import type { Context, Listed, Owner } from '../handler';
import { migrationMemory } from './memory';
import { readKnownStatus } from './observe';
import { migrationOf } from './state';
import { isMigrated, neverHadPrevious } from './zone-state';

const kind = 'zones without a WAF migration';

/** The WAF of a zone that is migrated, or is in validation mode: one call. */
export async function listMigrations(zone: Owner, { service, signal }: Context): Promise<Listed> {
  const { id: zoneId, name: object } = zone;
  const caller = { service, signal, cached: true };
  const status = await readKnownStatus(zoneId, migrationMemory.empty, caller, zone);
  const leftOut = (reason: string): Listed => ({ objects: [], leftOut: [{ kind, reason, object }] });
  if (neverHadPrevious(status)) return leftOut('The zones never had the previous WAF.');
  if (!isMigrated(status) && status.migration_state !== 'validation')
    return leftOut(
      'The zones still have the previous WAF. `edge-platform waf survey` shows what their migration needs.',
    );
  // A known loss report, so that the read does not compute one: that reads the whole previous WAF, and no code has it.
  const found = { ...migrationOf(zoneId), status: { loss_report: [] } };
  return { objects: [{ found, importId: zoneId, label: object, kind: 'WAF migrations' }], leftOut: [] };
}
