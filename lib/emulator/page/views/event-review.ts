import { reviewEvents, rulesetName, type Review, type ReviewedRequest } from '../../../waf';
import type { SecurityEvent } from '../../products/security-events/state';

/**
 * The review of the events of a zone.
 *
 * @param isSideBySide - whether the previous version still runs; otherwise only what the new one does counts
 */
export function reviewForPage(events: readonly SecurityEvent[], isSideBySide: boolean) {
  const reviewed = isSideBySide ? events : events.filter(({ source }) => source === 'new');
  const { missed, wronglyStopped } = reviewEvents(reviewed);
  return {
    count: reviewed.length,
    /** Rules of the new version that stopped what the previous one did not, most frequent first. */
    blocked: wronglyStopped.slice(0, most).map(shownRule),
    /** Requests that only the previous version stopped, each with a custom rule that would stop them. */
    missed: missed.slice(0, most).map(({ request, count, ruleIds, rule }) => ({
      request: inWords(request),
      count,
      ruleIds,
      action: rule.action,
      expression: rule.expression,
    })),
    requests: newestRequests(reviewed),
  };
}

const most = 50;
const mostExamples = 3;

function shownRule({
  ruleId,
  rulesetId,
  count,
  challenged,
  requests,
  overrides,
}: Review['wronglyStopped'][number]) {
  return {
    ruleId,
    ...(rulesetId !== undefined && { ruleset: { id: rulesetId, name: rulesetName(rulesetId) } }),
    count,
    challenged,
    requests: requests.slice(0, mostExamples).map(inWords),
    overrides: overrides.map(({ rule: { id: _id, ...change } }) => change),
    moreRequests: Math.max(0, requests.length - mostExamples),
  };
}

/** The newest requests, each with what both versions did. A request has one event for each rule of either version. */
function newestRequests(events: readonly SecurityEvent[]) {
  const rays = new Map<string, SecurityEvent[]>();
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    if (event === undefined) continue;
    const known = rays.get(event.ray_id);
    if (known !== undefined) known.unshift(event);
    else if (rays.size < most) rays.set(event.ray_id, [event]);
  }
  return [...rays.values()].flatMap((ofRay) => {
    const [first] = ofRay;
    if (first === undefined) return [];
    const by = (source: SecurityEvent['source']) =>
      ofRay.filter((event) => event.source === source).map(({ action, rule_id: id }) => `${action} (${id})`);
    return [
      {
        rayId: first.ray_id,
        at: first.occurred_at,
        request: inWords(first.request),
        previous: by('previous'),
        new: by('new'),
      },
    ];
  });
}

function inWords({ method, host, path }: ReviewedRequest): string {
  return `${method} ${host}${path}`;
}
