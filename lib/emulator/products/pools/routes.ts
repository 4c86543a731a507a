import { crud } from '../../http/crud';
import { cut, pageInfo, readPage } from '../../http/paging';
import { accountOf, answer, bodyOf, route } from '../../http/route';
import type { Call, Route } from '../../http/route';
import { renderHealth, renderPool } from './render';
import { poolBody, removalBody } from './schema';
import type { Pools } from './state';

export function poolRoutes(pools: Pools): readonly Route[] {
  const path = '/accounts/:account_id/load_balancers/pools';
  const poolOf = (call: Call) => pools.get(accountOf(call), call.param('pool_id'));
  return [
    ...crud({
      path,
      id: 'pool_id',
      owner: accountOf,
      items: pools,
      render: renderPool,
      list: (all, { query }) => {
        const page = readPage(query);
        const monitor = query.get('monitor') ?? '';
        const found = all.filter((pool) => monitor === '' || pool.monitor === monitor);
        const part = cut(found, page).map(renderPool);
        return answer.set(part, pageInfo(part.length, found.length, page));
      },
      create: (accountId, sent) => pools.create(accountId, poolBody.parse(sent)),
      // The id is that of the path, which the service's provider 4 repeats.
      replace: (accountId, pool, { id: _repeated, ...sent }) =>
        pools.change(accountId, pool, poolBody.parse(sent)),
      update: (accountId, pool, sent) => pools.change(accountId, pool, { ...pool, ...poolBody.patch(sent) }),
    }),
    route.patch(path, (call) => {
      const page = readPage(call.query);
      removalBody.parse(bodyOf(call));
      const covered = pools.removeEmails(accountOf(call), page).map(renderPool);
      const total = pools.list(accountOf(call)).length;
      return answer.set(covered, pageInfo(covered.length, total, page));
    }),
    route.get(`${path}/:pool_id/health`, (call) => answer.report(renderHealth(poolOf(call)))),
    route.get(`${path}/:pool_id/references`, (call) => {
      poolOf(call);
      return answer.report([]);
    }),
  ];
}
