import { plural } from '../../ground/words';
import { managedRulesets } from '../../waf';
import { formatTable, hangText, joinParagraphs, proseWidth, wrapText } from '../layout';
import { describeOwner } from '../owners';
import type { ReportedBlocking, ReportedMiss, WafReview } from './review';

/** A review as text, with the rules to write. A terminal gets only the most frequent differences. */
export function formatReview(review: WafReview, terminal?: number): string {
  const width = proseWidth(terminal);
  const { missed, blocking, snippet, failures } = review;
  const most = terminal === undefined ? Infinity : mostOnTerminal;
  return joinParagraphs([
    wrapText(formatSummary(review), width),
    missed.length === 0 ? [] : wrapText(headOfMissed(missed), width),
    ...missed.slice(0, most).map((miss) => formatMiss(miss, width)),
    andMore(missed.length - most),
    blocking.length === 0 ? [] : wrapText(headOfBlocking(blocking), width),
    ...blocking.slice(0, most).map((each) => formatBlocking(each, width)),
    andMore(blocking.length - most),
    ...(snippet === null
      ? []
      : [
          wrapText(
            'To let such requests pass, add these overrides to the WafMigration of the zone (the mildest first):',
            width,
          ),
          snippet.trimEnd().split('\n'),
        ]),
    // The differences are above.
    failures
      .filter((failure) => !/^the assertion newly\w+<=0 does not hold: newly/.test(failure))
      .flatMap((failure) => hangText('- ', `The review fails: ${failure}`, width)),
  ]);
}

const mostOnTerminal = 20;
const mostRequests = 5;

function formatSummary({
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
  const count = missed.reduce((sum, each) => sum + each.count, 0);
  return `The new rules let ${plural(count, 'request')} pass that the previous rules block or challenge. To stop them, add a custom rule to the phase ${missed[0]?.rule.phase ?? ''} for each of:`;
}

function headOfBlocking(blocking: readonly ReportedBlocking[]): string {
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
  const count = sum(blocking.map((each) => each.count));
  const challenged = sum(blocking.map((each) => each.challenged));
  const verbs = [...(count > challenged ? ['block'] : []), ...(challenged > 0 ? ['challenge'] : [])];
  return `The new rules ${verbs.join(' or ')} ${plural(count, 'request')} that the previous rules did not stop. The new rules run first, so the previous rules might have stopped them too. Decide which requests were legitimate:`;
}

function formatMiss({ count, request, rule_ids: ids, rule }: ReportedMiss, width: number): string[] {
  return [
    ...hangText(
      '- ',
      `${plural(count, 'time')}: ${requestOf(request)}, stopped by ${formatRules(ids)}`,
      width,
    ),
    ...formatTable([
      ['action', rule.action],
      ['expression', rule.expression],
    ]).map((line) => `  ${line}`),
  ];
}

function formatBlocking(
  {
    rule_id: id,
    ruleset_id: ruleset,
    is_ruleset_assumed: isAssumed,
    count,
    challenged,
    requests,
  }: ReportedBlocking,
  width: number,
): string[] {
  const assumed = isAssumed ? ' (assumed: the log does not name the ruleset)' : '';
  const where = ruleset === null ? '' : ` of ${rulesetNames.get(ruleset) ?? ruleset}${assumed}`;
  const part = challenged === count ? 'challenged' : `${challenged} of them challenged`;
  const how = challenged === 0 ? '' : `, ${part}`;
  const shown = requests.slice(0, mostRequests).map((each) => requestOf(each));
  return [
    ...hangText('- ', `${plural(count, 'time')}${how}: rule ${id}${where}`, width),
    ...shown.map((each) => `  ${each}`),
    ...(requests.length > shown.length ? [`  and ${requests.length - shown.length} more`] : []),
  ];
}

const rulesetNames: ReadonlyMap<string, string> = new Map([
  [managedRulesets.managed, 'the Cloudflare Managed Ruleset'],
  [managedRulesets.owasp, 'the Cloudflare OWASP Core Ruleset'],
  [managedRulesets.exposedCredentials, 'the Exposed Credentials Check Ruleset'],
]);

function requestOf({ method, host, path }: ReportedMiss['request']): string {
  return `${method} ${host}${path}`;
}

function formatRules(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'rule' : 'rules'} ${ids.join(', ')}`;
}

function andMore(count: number): string[] {
  return count > 0 && Number.isFinite(count) ? [`And ${count} more; --json prints all.`] : [];
}
