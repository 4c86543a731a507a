import { answer, bodyOf } from '../../http/route';
import type { Answer, Call, Route } from '../../http/route';
import type { Pool } from './model';
import { cut, pageInfo, readPage } from '../../http/paging';
import { checkRemoval, parsePatch, parsePool, parseReplacement } from './parse';
import { renderHealth, renderPool } from './render';
import type { Pools } from './state';

export function poolRoutes(pools: Pools): readonly Route[] {
  const all = '/accounts/:account_id/load_balancers/pools';
  const one = `${all}/:pool_id`;
  const accountOf = (call: Call) => call.param('account_id');
  const poolOf = (call: Call) => pools.get(accountOf(call), call.param('pool_id'));
  const shown = (pool: Pool): Answer => answer.resource(renderPool(pool));
  return [
    {
      method: 'GET',
      path: all,
      handle: (call) => {
        const page = readPage(call.query);
        const monitor = call.query.get('monitor') ?? '';
        const found = pools
          .list(accountOf(call))
          .filter((pool) => monitor === '' || pool.monitor === monitor);
        const part = cut(found, page).map(renderPool);
        return answer.set(part, pageInfo(part.length, found.length, page));
      },
    },
    {
      method: 'POST',
      path: all,
      handle: (call) => shown(pools.create(accountOf(call), parsePool(bodyOf(call)))),
    },
    {
      method: 'PATCH',
      path: all,
      handle: (call) => {
        const page = readPage(call.query);
        checkRemoval(bodyOf(call));
        const covered = pools.removeEmails(accountOf(call), page).map(renderPool);
        const total = pools.list(accountOf(call)).length;
        return answer.set(covered, pageInfo(covered.length, total, page));
      },
    },
    { method: 'GET', path: one, handle: (call) => shown(poolOf(call)) },
    {
      method: 'PUT',
      path: one,
      handle: (call) => shown(pools.replace(accountOf(call), poolOf(call), parseReplacement(bodyOf(call)))),
    },
    {
      method: 'PATCH',
      path: one,
      handle: (call) => shown(pools.update(accountOf(call), poolOf(call), parsePatch(bodyOf(call)))),
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => {
        const id = call.param('pool_id');
        pools.delete(accountOf(call), id);
        return answer.report({ id });
      },
    },
    { method: 'GET', path: `${one}/health`, handle: (call) => answer.report(renderHealth(poolOf(call))) },
    {
      method: 'GET',
      path: `${one}/references`,
      handle: (call) => {
        poolOf(call);
        return answer.report([]);
      },
    },
  ];
}
