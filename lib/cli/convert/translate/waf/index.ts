import type { OldResource } from '../../model';
import type { Draft } from '../draft';
import { bodyOf, ownerOf, textIn, unknownOwner } from '../argument-values';
import { usersOf } from '../references';
import { hasRuleStructure } from './adjustments';
import { Migration, migrationType } from './migration';
import { withoutConflicts } from './once-per-zone';
import { groupByZone } from './zones';

const gateName = 'acknowledge_waf_migration';

/** Converts the managed rules of the zones to one migration for each zone. Specification 3.1 to 3.3, 4.6. */
export function convertWaf(
  draft: Draft,
  blocks: readonly OldResource[],
  rulesets: readonly OldResource[],
): void {
  const converted = rulesets.filter((ruleset) => isConvertible(draft, ruleset));
  const gate = draft.variableName(gateName);
  const groups = groupByZone([...blocks, ...converted], draft.old);
  for (const group of withoutConflicts(draft, groups, gate)) new Migration(draft, group, gate).convert();
  convertDataSources(draft);
}

/** Whether a ruleset of managed rules becomes adjustments: all its zones are migrated. It stays otherwise. */
function isConvertible(draft: Draft, resource: OldResource): boolean {
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
  const { rules = null } = bodyOf(resource);
  if (rules !== null && !hasRuleStructure(rules))
    return keep(
      'todo',
      'Its rules are an expression, and adjustments are written for rules that stand in the code.',
    );
  return true;
}

/** Drops the data sources of the previous WAF with the blocks that use them. */
function convertDataSources(draft: Draft): void {
  const { dataSources: sources } = draft.old;
  const replaced = draft.objects.flatMap(({ replaces }) => replaces);
  const objectFor = ({ module }: OldResource) =>
    draft.objects.find(
      (each) => each.typeName === migrationType && each.module === module && each.replaces.length > 0,
    );
  let leaving = sources.filter((source) => objectFor(source) !== undefined);
  for (;;) {
    // One that another one needs stays with it.
    const unused = leaving.filter(
      (source) => usersOf(source, [...replaced, ...leaving], draft.old).length === 0,
    );
    if (unused.length === leaving.length) break;
    leaving = unused;
  }
  for (const source of sources) {
    const object = leaving.includes(source) ? objectFor(source) : undefined;
    if (object !== undefined) draft.dropBlock(source, object);
    const users = usersOf(source, [...replaced, ...leaving], draft.old);
    const rest =
      users.length === 0
        ? 'Nothing that stays refers to it: remove the block.'
        : `Write values in its place in ${users.join(', ')}, and remove the block.`;
    draft.addFindingOn(source, {
      code: 'convert.data_source',
      severity: object === undefined ? 'todo' : 'note',
      text:
        object === undefined
          ? `The API of the data source no longer answers for a migrated zone, and the provider has dropped it. ${rest}`
          : `Only blocks of the previous WAF used the data source. It leaves the configuration with them, and ${object.typeName}.${object.name} needs none.`,
    });
  }
}
