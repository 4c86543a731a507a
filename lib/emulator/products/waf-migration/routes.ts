import { answer } from '../../http/route';
import type { Call, Route } from '../../http/route';
import { checkSecondPhase } from './migrations';
import type { Migrations } from './migrations';

export function migrationRoutes(
  migrations: Migrations,
  statusOf: (zoneId: string) => object,
): readonly Route[] {
  const root = '/zones/:zone_id/waf_migration';
  const zoneOf = (call: Call) => call.param('zone_id');
  return [
    {
      method: 'GET',
      path: `${root}/check`,
      handle: (call) => {
        checkSecondPhase(call.query);
        return answer.report(migrations.check(zoneOf(call)));
      },
    },
    {
      method: 'GET',
      path: `${root}/config`,
      handle: (call) => {
        checkSecondPhase(call.query);
        return answer.resource(migrations.config(zoneOf(call)));
      },
    },
    { method: 'GET', path: `${root}/status`, handle: (call) => answer.report(statusOf(zoneOf(call))) },
  ];
}
