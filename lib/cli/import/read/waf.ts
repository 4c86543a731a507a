import { migrationMemory } from '../../../resources/waf-migration/memory';
import { readStatus } from '../../../resources/waf-migration/observe';
import { requireStatus } from '../../../resources/waf-migration/stage';
import { isMigrated, neverHadPrevious } from '../../waf/zone-state';
import { importedObject, obstaclesOf } from './objects';
import type { Owner, OwnerRow } from './owner-row';
import { PlannedImport, type Caller } from './planned-import';

const typeName = 'edge_waf_migration';
const kind = 'zones without a WAF migration';

/** The WAF of a zone that is migrated, or is in validation mode: one call, and one more for such a zone. */
export async function readWaf(zone: Owner, caller: Caller): Promise<Partial<OwnerRow>> {
  const { client: service, signal } = caller;
  const status = await readStatus(zone.id, { service, signal, cached: true });
  const { id: zoneId, name: object } = zone;
  requireStatus({ status }, migrationMemory.empty, { zoneId, zone: { name: object } });
  if (neverHadPrevious(status))
    return { leftOut: [{ kind, reason: 'The zones never had the previous WAF.', object }] };
  if (!isMigrated(status) && status.migration_state !== 'validation') {
    const reason =
      'The zones still have the previous WAF. `edge-platform waf survey` shows what their migration needs.';
    return { leftOut: [{ kind, reason, object }] };
  }
  const planned = new PlannedImport(typeName, caller);
  // A known loss report, so that the read does not compute one: that reads the whole previous WAF, and no code has it.
  const attributes = await planned.read({ zone_id: zone.id, status: { loss_report: [] } });
  if (attributes === undefined) return {};
  const obstacles = await planned.findObstacles(attributes);
  if (obstacles.length > 0) return { leftOut: obstaclesOf('WAF migrations', obstacles, object) };
  return { objects: [importedObject(typeName, zone.id, zone, attributes)] };
}
