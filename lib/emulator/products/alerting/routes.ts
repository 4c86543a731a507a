import { crud } from '../../http/crud';
import { accountOf, answer, bodyOf, route, type Answer, type Route } from '../../http/route';
import { availableAlerts } from './catalogue';
import type { History } from './history';
import type { MechanismType } from './notification';
import type { Policies } from './policies';
import { parsePolicy, type WebhookBody } from './schema';
import type { Webhook, Webhooks } from './webhooks';

export function alertingRoutes(parts: {
  readonly policies: Policies;
  readonly webhooks: Webhooks;
  readonly webhookBody: WebhookBody;
  readonly history: History;
}): readonly Route[] {
  const { policies, webhooks, webhookBody, history } = parts;
  const root = '/accounts/:account_id/alerting/v3';
  const hooks = `${root}/destinations/webhooks`;
  const answers = { written: idOf, deleted: () => answer.report(null) };
  return [
    ...crud({
      path: `${root}/policies`,
      id: 'policy_id',
      owner: accountOf,
      items: policies,
      list: (all) => answer.set(all),
      create: (accountId, sent) => policies.create(accountId, parsePolicy(sent)),
      replace: (accountId, policy, sent) => policies.replace(accountId, policy, parsePolicy(sent)),
      ...answers,
    }),
    ...crud({
      path: hooks,
      id: 'webhook_id',
      owner: accountOf,
      items: webhooks,
      render: renderWebhook,
      list: (all) => answer.set(all.map(renderWebhook)),
      create: (accountId, sent) => webhooks.create(accountId, webhookBody.parse(sent)),
      ...answers,
    }),
    route.put(`${hooks}/:webhook_id`, async (call) => {
      const read = () => webhookBody.parse(bodyOf(call));
      return idOf(await webhooks.update(accountOf(call), call.param('webhook_id'), read));
    }),
    route.get(`${root}/destinations/pagerduty`, (call) =>
      answer.set(policies.services.list(accountOf(call))),
    ),
    route.get(`${root}/destinations/eligible`, (call) =>
      answer.report({
        email: eligible('email', true),
        webhooks: eligible('webhook', webhooks.list(accountOf(call)).length > 0),
        pagerduty: eligible('pagerduty', policies.services.list(accountOf(call)).length > 0),
      }),
    ),
    route.get(`${root}/available_alerts`, () => answer.report(availableAlerts)),
    route.get(`${root}/history`, (call) => {
      const { part, info } = history.page(accountOf(call), call.query);
      return answer.resource(part, info);
    }),
  ];
}

function renderWebhook({ secret: _secret, ...webhook }: Webhook): object {
  return webhook;
}

function eligible(type: MechanismType, ready: boolean): readonly object[] {
  return [{ eligible: true, ready, type }];
}

function idOf({ id }: { readonly id: string }): Answer {
  return answer.report({ id });
}
