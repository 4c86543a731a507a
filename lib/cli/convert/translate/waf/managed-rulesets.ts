import type { OldResource } from '../../model';
import type { Draft } from '../draft';
import { ownerOf, takenApart, textIn, unknownOwner } from '../known';
import { hasRuleStructure } from './adjustments';

/** A ruleset of managed rules becomes adjustments where all its zones are migrated. It stays otherwise. */
export function isConvertible(draft: Draft, resource: OldResource): boolean {
  const keep = (severity: 'note' | 'todo', text: string) => {
    draft.keep(resource, {
      code: 'convert.managed_ruleset_kept',
      severity,
      text: `${text} The block stays as it is.`,
    });
    return false;
  };
  const owner = ownerOf(resource);
  if (owner === 'account') return keep('note', 'A ruleset of an account belongs to no migration.');
  if (owner === 'unknown') return keep('todo', unknownOwner);
  const zones = resource.instances.map((instance) => textIn(instance, 'zone_id'));
  const states = zones.map((zone) =>
    zone === undefined ? undefined : draft.old.zones.get(zone)?.migrationState,
  );
  if (zones.length === 0 || states.some((state) => state === undefined))
    return keep(
      'todo',
      'Whether its zone is migrated is not known. With credentials for the API, a migrated zone becomes a WafMigration with the overrides and skip rules of the block.',
    );
  if (states.includes('start'))
    return keep(
      'todo',
      'Its zone is not migrated, and the migration replaces the rules of the entry point. Convert again after it.',
    );
  if (states.includes('default'))
    return keep('note', 'Its zone never had the previous WAF, so it has no migration.');
  const apart = takenApart(resource, 'rules', hasRuleStructure);
  if (apart.kind === 'unknown') return keep('todo', 'Its rules are not known.');
  return true;
}
