import { answer, bodyOf } from '../../http/route';
import type { Call, Route } from '../../http/route';
import type { Reach } from '../../reach';
import { availableAlerts } from './catalogue';
import type { History } from './history';
import { parsePolicy, parseWebhook } from './parse';
import type { Policies } from './policies';
import { renderEligible, renderPolicy, renderWebhook } from './render';
import type { Webhooks } from './webhooks';

export function alertingRoutes(parts: {
  readonly policies: Policies;
  readonly webhooks: Webhooks;
  readonly history: History;
  readonly isReachable: Reach;
}): readonly Route[] {
  const { policies, webhooks, history, isReachable } = parts;
  const root = '/accounts/:account_id/alerting/v3';
  const hooks = `${root}/destinations/webhooks`;
  const accountOf = (call: Call) => call.param('account_id');
  return [
    {
      method: 'GET',
      path: `${root}/policies`,
      handle: (call) => answer.set(policies.list(accountOf(call)).map(renderPolicy)),
    },
    {
      method: 'POST',
      path: `${root}/policies`,
      handle: (call) => answer.report(idOf(policies.create(accountOf(call), parsePolicy(bodyOf(call))))),
    },
    {
      method: 'GET',
      path: `${root}/policies/:policy_id`,
      handle: (call) => answer.resource(renderPolicy(policies.get(accountOf(call), call.param('policy_id')))),
    },
    {
      method: 'PUT',
      path: `${root}/policies/:policy_id`,
      handle: (call) => {
        const { id } = policies.get(accountOf(call), call.param('policy_id'));
        return answer.report(idOf(policies.replace(accountOf(call), id, parsePolicy(bodyOf(call)))));
      },
    },
    {
      method: 'DELETE',
      path: `${root}/policies/:policy_id`,
      handle: (call) => {
        policies.delete(accountOf(call), call.param('policy_id'));
        return answer.report(null);
      },
    },
    {
      method: 'GET',
      path: hooks,
      handle: (call) => answer.set(webhooks.list(accountOf(call)).map(renderWebhook)),
    },
    {
      method: 'POST',
      path: hooks,
      handle: async (call) =>
        answer.report(idOf(await webhooks.create(accountOf(call), parseWebhook(bodyOf(call), isReachable)))),
    },
    {
      method: 'GET',
      path: `${hooks}/:webhook_id`,
      handle: (call) =>
        answer.resource(renderWebhook(webhooks.get(accountOf(call), call.param('webhook_id')))),
    },
    {
      method: 'PUT',
      path: `${hooks}/:webhook_id`,
      handle: async (call) => {
        const id = call.param('webhook_id');
        return answer.report(
          idOf(await webhooks.update(accountOf(call), id, () => parseWebhook(bodyOf(call), isReachable))),
        );
      },
    },
    {
      method: 'DELETE',
      path: `${hooks}/:webhook_id`,
      handle: (call) => {
        webhooks.delete(accountOf(call), call.param('webhook_id'));
        return answer.report(null);
      },
    },
    {
      method: 'GET',
      path: `${root}/destinations/pagerduty`,
      handle: (call) => answer.set(policies.listPagerDuty(accountOf(call))),
    },
    {
      method: 'GET',
      path: `${root}/destinations/eligible`,
      handle: (call) =>
        answer.report(
          renderEligible(webhooks.list(accountOf(call)), policies.listPagerDuty(accountOf(call))),
        ),
    },
    {
      method: 'GET',
      path: `${root}/available_alerts`,
      handle: () => answer.report(availableAlerts),
    },
    {
      method: 'GET',
      path: `${root}/history`,
      handle: (call) => {
        const { items, info } = history.page(accountOf(call), call.query);
        return answer.resource(items, info);
      },
    },
  ];
}

function idOf({ id }: { readonly id: string }): object {
  return { id };
}
