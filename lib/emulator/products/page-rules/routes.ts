import { answer, bodyOf } from '../../http/route';
import type { Call, Route } from '../../http/route';
import { chosen } from '../../http/list-query';
import { parsePageRule, parsePageRulePatch } from './parse';
import type { KeptPageRule, PageRules } from './state';

export function pageRuleRoutes(rules: PageRules): readonly Route[] {
  const all = '/zones/:zone_id/pagerules';
  const one = `${all}/:page_rule_id`;
  const zoneOf = (call: Call) => call.param('zone_id');
  const ruleOf = (call: Call) => rules.get(zoneOf(call), call.param('page_rule_id'));
  return [
    {
      method: 'GET',
      path: all,
      handle: (call) => answer.resource(listed(rules.list(zoneOf(call)), call.query)),
    },
    {
      method: 'POST',
      path: all,
      handle: (call) => answer.resource(rules.create(zoneOf(call), parsePageRule(bodyOf(call)))),
    },
    { method: 'GET', path: one, handle: (call) => answer.resource(ruleOf(call)) },
    {
      method: 'PUT',
      path: one,
      handle: (call) =>
        answer.resource(rules.replace(zoneOf(call), ruleOf(call), parsePageRule(bodyOf(call)))),
    },
    {
      method: 'PATCH',
      path: one,
      handle: (call) =>
        answer.resource(rules.update(zoneOf(call), ruleOf(call), parsePageRulePatch(bodyOf(call)))),
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => {
        const { id } = ruleOf(call);
        rules.delete(zoneOf(call), id);
        return answer.report({ id });
      },
    },
  ];
}

/** The list has no pages. */
function listed(rules: readonly KeptPageRule[], query: URLSearchParams): readonly KeptPageRule[] {
  const order = chosen(query, 'order', ['status', 'priority'], 'priority');
  const back = chosen(query, 'direction', ['asc', 'desc'], 'desc') === 'desc';
  chosen(query, 'match', ['any', 'all'], 'all');
  const status = query.has('status')
    ? chosen(query, 'status', ['active', 'disabled'], 'disabled')
    : undefined;
  const found = rules.filter((rule) => status === undefined || rule.status === status);
  const sorted = found.sort((one, other) =>
    order === 'status' ? one.status.localeCompare(other.status, 'en') : one.priority - other.priority,
  );
  return back ? sorted.reverse() : sorted;
}
