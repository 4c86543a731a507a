import { sumOf } from '../../ground/remember';
import { plural } from '../../ground/words';
import { rulesetName } from '../../waf';
import { describeOwner } from '../owners';
import { code, list, prose, verdict, type Block, type Item } from '../report/blocks';
import type { ReportedBlocking, ReportedMiss, WafReview } from './review';

export function reportReview(review: WafReview): readonly Block[] {
  const { missed, blocking, snippet, failures } = review;
  return [
    verdict(failures.length === 0 ? 'good' : 'bad', describeReview(review)),
    list(missed.map(missItem), { title: headOfMissed(missed), most }),
    list(blocking.map(blockingItem), { title: headOfBlocking(blocking), most }),
    prose(
      snippet === null
        ? ''
        : 'To let such requests pass, add these overrides to the WafMigration of the zone (the mildest first):',
    ),
    code(snippet ?? ''),
    // The differences are above.
    list(
      failures
        .filter((failure) => !/^the assertion newly\w+<=0 does not hold: newly/.test(failure))
        .map((failure) => `The review fails: ${failure}`),
    ),
  ];
}

const most = 20;
const mostRequests = 5;

function describeReview({
  zone_id: id,
  zone_name: name,
  events,
  figures,
  missed,
  blocking,
}: WafReview): string {
  const { ignored, bad, from, to } = events;
  const additional = [
    ...(ignored === 0 ? [] : [`${ignored} from other sources`]),
    ...(figures.unattributedEvents === 0 ? [] : [`${figures.unattributedEvents} of other hosts`]),
    ...(bad === 0 ? [] : [`${plural(bad, 'line')} that could not be read`]),
  ];
  const rest = additional.length === 0 ? '' : ` (in addition: ${additional.join(' and ')})`;
  const times = from === null || to === null ? '' : `, from ${from} to ${to}`;
  const summary = `Zone ${describeOwner(id, name)}: ${plural(figures.events, 'event')} of managed rules${times}${rest}.`;
  if (figures.events === 0) return `${summary} There is nothing to compare yet.`;
  if (missed.length + blocking.length > 0) return summary;
  return `${summary} The new rules stop the same requests as the previous rules.`;
}

function headOfMissed(missed: readonly ReportedMiss[]): string {
  const count = sumOf(missed, (each) => each.count);
  return `The new rules let ${plural(count, 'request')} pass that the previous rules block or challenge. To stop them, add a custom rule to the phase ${missed[0]?.rule.phase ?? ''} for each of:`;
}

function headOfBlocking(blocking: readonly ReportedBlocking[]): string {
  const count = sumOf(blocking, (each) => each.count);
  const challenged = sumOf(blocking, (each) => each.challenged);
  const verbs = [...(count > challenged ? ['block'] : []), ...(challenged > 0 ? ['challenge'] : [])];
  return `The new rules ${verbs.join(' or ')} ${plural(count, 'request')} that the previous rules did not stop. The new rules run first, so the previous rules might have stopped them too. Decide which requests were legitimate:`;
}

function missItem({ count, request, rule_ids: ids, rule }: ReportedMiss): Item {
  const rules = `${ids.length === 1 ? 'rule' : 'rules'} ${ids.join(', ')}`;
  return {
    text: `${plural(count, 'time')}: ${requestOf(request)}, stopped by ${rules}`,
    below: [code(`action      ${rule.action}\nexpression  ${rule.expression}`)],
  };
}

function blockingItem({
  rule_id: id,
  ruleset_id: ruleset,
  is_ruleset_assumed: isAssumed,
  count,
  challenged,
  requests,
}: ReportedBlocking): Item {
  const assumed = isAssumed ? ' (assumed: the log does not name the ruleset)' : '';
  const where = ruleset === null ? '' : ` of the ${rulesetName(ruleset)}${assumed}`;
  const part = challenged === count ? 'challenged' : `${challenged} of them challenged`;
  const how = challenged === 0 ? '' : `, ${part}`;
  const more = requests.length - mostRequests;
  const shown = requests.slice(0, mostRequests).map(requestOf);
  return {
    text: `${plural(count, 'time')}${how}: rule ${id}${where}`,
    below: [code([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'))],
  };
}

function requestOf({ method, host, path }: ReportedMiss['request']): string {
  return `${method} ${host}${path}`;
}
