import { FixtureError, listAt, objectAt, sowItem } from '../../fixture';
import type { FixtureSeed } from '../../fixture';
import type { Product } from '../../route';
import { hex32, isString, shown } from '../../shape';
import type { JsonObject } from '../../shape';
import type { World } from '../../world';
import { History } from './history';
import { parsePagerDuty, parsePolicy, parseWebhook } from './parse';
import { Policies } from './policies';
import { Poster, testPayload } from './post';
import { alertingRoutes } from './routes';
import { Webhooks } from './webhooks';

export function alerting(world: World): Product {
  const poster = new Poster(world);
  const webhooks = new Webhooks(world, (settings) => poster.post(settings, testPayload));
  const policies = new Policies(world, webhooks);
  return {
    name: 'alerting',
    routes: alertingRoutes(policies, webhooks, new History(world)),
    // Policies come last: they name destinations.
    accountSeeds: {
      webhooks: seed(
        (accountId, id) => webhooks.find(accountId, id) !== undefined,
        (accountId, body, id) => webhooks.add(accountId, parseWebhook(body), id),
      ),
      pagerduty: seed(
        (accountId, id) => policies.getPagerDuty(accountId, id) !== undefined,
        (accountId, body, id) => { policies.addPagerDuty(accountId, { id: id ?? world.newId(), ...parsePagerDuty(body) }); },
      ),
      policies: seed(
        (accountId, id) => policies.has(accountId, id),
        (accountId, body, id) => policies.create(accountId, parsePolicy(body), id),
      ),
    },
    close: () => poster.close(),
  };
}

/** Bodies of a create call, with ids if wanted. */
function seed(
  isTaken: (accountId: string, id: string) => boolean,
  create: (accountId: string, body: JsonObject, id: string | undefined) => unknown,
): FixtureSeed {
  return (accountId, items, path) => {
    for (const [index, item] of listAt(items, path).entries()) {
      const here = `${path}[${index}]`;
      const { id, ...body } = objectAt(item, here);
      if (id !== undefined && (!isString(id) || !hex32.test(id)))
        throw new FixtureError(`${here}.id`, `${shown(id)} is not an id (32 lower-case hexadecimal digits)`);
      if (id !== undefined && isTaken(accountId, id))
        throw new FixtureError(`${here}.id`, `${id} is used twice`);
      sowItem(here, () => {
        create(accountId, body, id);
      });
    }
  };
}
