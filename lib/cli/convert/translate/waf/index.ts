import type { OldInstance, OldResource } from '../../model';
import type { Draft } from '../draft';
import { convertDataSources } from './data-sources';
import { isConvertible } from './managed-rulesets';
import { Migration } from './migration';
import { groupByZone } from './zones';

const gateName = 'acknowledge_waf_migration';

/** Everything about the managed rules of the zones: one migration for each. Specification 3.1 to 3.3, 4.6. */
export function convertWaf(
  draft: Draft,
  blocks: readonly OldResource[],
  rulesets: readonly OldResource[],
  orphans: readonly OldInstance[],
): void {
  const converted = rulesets.filter((ruleset) => isConvertible(draft, ruleset));
  const { groups, conflicts } = groupByZone([...blocks, ...converted], orphans);
  for (const { group, other, zones } of conflicts)
    for (const resource of group.members)
      draft.findOn(resource, {
        code: 'convert.zone_twice',
        severity: 'todo',
        text: `The zones ${zones.join(', ')} have blocks in ${other.module === '' ? 'the root module' : other.module} too, and a zone can have only one migration. Take the zones out of the for_each of one of them: until then the plan fails.`,
      });
  const gate = draft.variableName(gateName);
  for (const group of groups) new Migration(draft, group, gate).convert();
  convertDataSources(draft);
}
