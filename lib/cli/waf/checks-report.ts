import { rulesetName } from '../../waf';
import { prose, table, verdict, type Block, type Table } from '../report/blocks';
import { codesOf, needsAttention, problemsOf, type CheckedZone, type WafChecks } from './checks';
import { describeSummary, ifRead, isRead, verdictOf } from './verdict';
import { listZones } from './zone-list';

export function reportChecks({ summary, zones }: WafChecks, all = false): readonly Block[] {
  const needsSome = zones.some(needsAttention);
  return [
    verdict(needsSome ? 'bad' : 'good', `${describeSummary(summary)}.`),
    ...listZones(zones, {
      columns: { Zone: titleOf, Verdict: verdictOf, Findings: codesOf },
      isListed: (zone) => all || needsAttention(zone),
      need: 'attention',
      all: '--all',
    }),
    prose(needsSome || all ? 'Check a zone alone for details and fixes.' : ''),
  ];
}

export function tableOfChecks({ zones }: WafChecks): Table {
  return table<CheckedZone>(
    {
      zone_id: ({ zone_id: id }) => id,
      zone_name: ifRead((zone) => zone.zone_name),
      needs_attention: (zone) => (needsAttention(zone) ? 'yes' : 'no'),
      verdict: verdictOf,
      migration_state: ifRead((zone) => zone.migration_state),
      old_waf_status: ifRead((zone) => zone.old_waf_status),
      new_waf_status: ifRead((zone) => zone.new_waf_status),
      enabled_rulesets: ifRead(({ protection }) => (protection?.enabled_rulesets ?? []).map(rulesetName)),
      findings: problemsOf,
    },
    zones,
  );
}

function titleOf(zone: CheckedZone): string {
  const { zone_id: id } = zone;
  return isRead(zone) && zone.zone_name !== '' ? `${zone.zone_name} ${id}` : id;
}
