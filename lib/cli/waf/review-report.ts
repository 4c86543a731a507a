import { managedRulesets } from '../../waf';
import { hangText, printable, proseWidth, wrapProse } from '../columns';
import type { ToldBlocking, ToldMiss, WafReview } from './review';

/** For a person: what the events say, with what to write for it. A terminal gets the most frequent only. */
export function tellReview(review: WafReview, terminal?: number): string {
  const width = proseWidth(terminal);
  const { missed, blocking, snippet } = review;
  const most = terminal === undefined ? Infinity : mostOnTerminal;
  const parts = [
    wrapProse(summaryOf(review), width),
    ...(missed.length === 0
      ? []
      : [
          wrapProse(headOfMissed(missed), width),
          ...missed
            .slice(0, most)
            .map((miss) => [
              ...hangText(
                '- ',
                `${times(miss.count)}: ${printable(requestOf(miss.request))}, stopped by ${rules(miss.rule_ids)}`,
                width,
              ),
              `  action      ${miss.rule.action}`,
              `  expression  ${printable(miss.rule.expression)}`,
            ]),
          andMore(missed.length - most),
        ]),
    ...(blocking.length === 0
      ? []
      : [
          wrapProse(headOfBlocking(blocking), width),
          ...blocking.slice(0, most).map((each) => tellBlocking(each, width)),
          andMore(blocking.length - most),
          ...(snippet === null
            ? []
            : [
                wrapProse(
                  'To let requests like them pass, in the WafMigration of the zone, the gentlest first:',
                  width,
                ),
                [snippet.trimEnd()],
              ]),
        ]),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const mostOnTerminal = 20;
const mostRequests = 5;

function summaryOf({ zone_id: id, events, missed, blocking }: WafReview): string {
  const { reviewed, ignored, bad } = events;
  const besides = [
    ...(ignored === 0 ? [] : [`${ignored} of other sources`]),
    ...(bad === 0 ? [] : [`${times(bad, 'line', 'lines')} that could not be read`]),
  ];
  const rest = besides.length === 0 ? '' : `, besides ${besides.join(' and ')}`;
  const looked = `Zone ${id}: ${times(reviewed, 'event', 'events')} of managed rules${rest}.`;
  if (reviewed === 0) return `${looked} There is nothing to compare yet.`;
  if (missed.length + blocking.length > 0) return looked;
  return `${looked} The new rules stop what the previous ones stop, and nothing else.`;
}

function headOfMissed(missed: readonly ToldMiss[]): string {
  const count = missed.reduce((sum, each) => sum + each.count, 0);
  return `The new rules let ${times(count, 'request', 'requests')} pass that previous rules block or challenge. For each kind that should not pass, add a custom rule to the phase ${missed[0]?.rule.phase ?? ''}:`;
}

function headOfBlocking(blocking: readonly ToldBlocking[]): string {
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
  const count = sum(blocking.map((each) => each.count));
  const challenged = sum(blocking.map((each) => each.challenged));
  const verbs = [...(count > challenged ? ['block'] : []), ...(challenged > 0 ? ['challenge'] : [])];
  return `New rules ${verbs.join(' or ')} ${times(count, 'request', 'requests')} that previous rules did not stop. The new rules run first, so it is not certain that the previous ones had let them pass: judge which were legitimate.`;
}

function tellBlocking(
  {
    rule_id: id,
    ruleset_id: ruleset,
    is_ruleset_assumed: isAssumed,
    count,
    challenged,
    requests,
  }: ToldBlocking,
  width: number,
): string[] {
  const assumed = isAssumed ? ' (the log does not name the ruleset; this is the likely one)' : '';
  const where = ruleset === null ? '' : ` of ${rulesetNames.get(ruleset) ?? printable(ruleset)}${assumed}`;
  const part = challenged === count ? 'challenged' : `${challenged} of them challenged`;
  const how = challenged === 0 ? '' : `, ${part}`;
  const shown = requests.slice(0, mostRequests).map((each) => printable(requestOf(each)));
  return [
    ...hangText('- ', `${times(count)}${how}: rule ${printable(id)}${where}`, width),
    ...shown.map((each) => `  ${each}`),
    ...(requests.length > shown.length ? [`  and ${requests.length - shown.length} more`] : []),
  ];
}

const rulesetNames: ReadonlyMap<string, string> = new Map([
  [managedRulesets.managed, 'the Cloudflare Managed Ruleset'],
  [managedRulesets.owasp, 'the Cloudflare OWASP Core Ruleset'],
  [managedRulesets.exposedCredentials, 'the Exposed Credentials Check Ruleset'],
]);

function requestOf({ method, host, path }: ToldMiss['request']): string {
  return `${method} ${host}${path}`;
}

function rules(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'rule' : 'rules'} ${ids.map(printable).join(', ')}`;
}

function times(count: number, one = 'time', many = 'times'): string {
  return `${count} ${count === 1 ? one : many}`;
}

function andMore(count: number): string[] {
  return count > 0 && Number.isFinite(count) ? [`And ${count} more: see --json.`] : [];
}
