import type { Fixture, FixtureZone, Plan } from '../../lib/emulator';
import { accountId, pick, world, zoneId, type Running } from './support';

export const managedPhase = 'http_request_firewall_managed';
export const cloudflarePackage = '1e334934fd7ae32ad705667f8c1057aa';
export const owaspPackage = 'a25a9a7e9c00afc1fb2e0245519d725b';
export const managedRuleset = 'efb7b8c949ac4650a09736fc376e9aee';
export const hour = 3_600_000;

export function zoneWith(more: Partial<FixtureZone> = {}): Fixture {
  const plan: Plan = 'enterprise';
  return { ...world, zones: [{ id: zoneId, account_id: accountId, name: 'one.example', plan, ...more }] };
}

export const executeRule = {
  action: 'execute',
  expression: 'true',
  action_parameters: { id: managedRuleset },
};

export const entrypoint = `/zones/${zoneId}/rulesets/phases/${managedPhase}/entrypoint`;
export const migration = `/zones/${zoneId}/waf_migration`;

export const putEntrypoint = (emulator: Running, mode: string, rules: readonly object[] = [executeRule]) =>
  emulator.call('PUT', `${entrypoint}?waf_migration=${mode}&phase_two=1`, { name: 'default', rules });

export const statusOf = async (emulator: Running) => {
  const status = await emulator.result('GET', `${migration}/status`);
  return [pick(status, 'old_waf_status'), pick(status, 'new_waf_status'), pick(status, 'migration_state')];
};

export const bypassRules = (count: number, expression = 'ip.src eq 192.0.2.1') =>
  Array.from({ length: count }, () => ({
    action: 'bypass',
    products: ['waf'],
    filter: { expression },
  }));

export function clock() {
  let ms = Date.parse('2026-01-02T03:04:05.000Z');
  return {
    now: () => new Date(ms),
    move: (by: number) => {
      ms += by;
    },
  };
}

export type Clock = ReturnType<typeof clock>;
