import { answer, route, zoneOf } from '../../http/route';
import type { Route } from '../../http/route';
import { checkSecondPhase } from './migrations';
import type { Migrations } from './migrations';

export function migrationRoutes(
  migrations: Migrations,
  statusOf: (zoneId: string) => object,
): readonly Route[] {
  const root = '/zones/:zone_id/waf_migration';
  return [
    route.get(`${root}/check`, (call) => {
      checkSecondPhase(call.query);
      return answer.report(migrations.check(zoneOf(call)));
    }),
    route.get(`${root}/config`, (call) => {
      checkSecondPhase(call.query);
      return answer.resource(migrations.config(zoneOf(call)));
    }),
    route.get(`${root}/status`, (call) => answer.report(statusOf(zoneOf(call)))),
  ];
}
