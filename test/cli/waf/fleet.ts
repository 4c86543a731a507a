import { EdgeClient } from '../../../lib/client';
import type { Connection } from '../../../lib/cli/connection';
import { selectZones } from '../../../lib/cli/fleet/zone-options';
import type { SurveyedZone, WafSurvey } from '../../../lib/cli/waf/survey/file';
import { readSurvey } from '../../../lib/cli/waf/survey/read';
import type { FixtureZone } from '../../../lib/emulator';
import { accountId, start, type Running } from '../../emulator/support';
import { bypassRules } from '../../emulator/waf-world';
import { IdleClock } from '../../support/idle-clock';

export { accountId };

export const fleetZoneId = (at: number): string => `b${(at + 1).toString(16).padStart(31, '0')}`;

/** What is in the way of the migration of every third zone. */
const obstacles: readonly Partial<FixtureZone>[] = [
  { waf: { overrides: [{ urls: ['shop.example/checkout/*'], rules: {} }] } },
  { firewall_rules: bypassRules(201) },
  { firewall_rules: bypassRules(1, `http.host eq "${'x'.repeat(4096)}"`) },
  {
    waf: { overrides: [{ urls: ['shop.example/search/*'], rules: {}, paused: true }] },
    firewall_rules: bypassRules(1, `http.host eq "${'y'.repeat(4096)}"`),
  },
];

const plans = ['pro', 'business', 'enterprise'] as const;

export function isIneligible(at: number): boolean {
  return at % 3 === 2;
}

/** Zones of three plans, every third of which is ineligible, for different reasons. */
export function fleetZones(count: number): FixtureZone[] {
  return Array.from({ length: count }, (_, at) => ({
    id: fleetZoneId(at),
    account_id: accountId,
    name: `zone-${at}.example`,
    plan: plans[Math.floor(at / 3) % plans.length] ?? 'pro',
    ...(isIneligible(at) ? obstacles[Math.floor(at / 3) % obstacles.length] : {}),
  }));
}

/** A zone of a survey that can be migrated. */
export function surveyedZone(at: number, more: Partial<SurveyedZone> = {}): SurveyedZone {
  return {
    zone_id: fleetZoneId(at),
    zone_name: `zone-${at}.example`,
    plan: 'pro',
    migration_state: 'start',
    verdict: 'eligible',
    reasons: [],
    findings: [],
    calls: 12,
    ...more,
  };
}

/** An emulator and clients that share a clock, which jumps over every wait. */
export class SurveyedFleet {
  readonly clock: IdleClock;
  readonly emulator: Running;
  readonly limit: number;

  private constructor(clock: IdleClock, emulator: Running, limit: number) {
    this.clock = clock;
    this.emulator = emulator;
    this.limit = limit;
  }

  /** @param sinceStart - milliseconds by which the time of the emulator is ahead */
  static async start(zones: number, limit: number, sinceStart = () => 0): Promise<SurveyedFleet> {
    const clock = new IdleClock();
    const emulator = await start({
      now: () => new Date(clock.date().getTime() + sinceStart()),
      wafCutoverMs: 1,
      fixture: { accounts: [{ id: accountId, name: 'Example' }], zones: fleetZones(zones) },
    });
    await emulator.control('PUT', '/limits', { requestsPer5Minutes: limit });
    return new SurveyedFleet(clock, emulator, limit);
  }

  connect(): Connection {
    const { clock, emulator, limit } = this;
    const client = new EdgeClient({
      baseUrl: emulator.url,
      credentials: { apiToken: emulator.token },
      requestsPer5Minutes: limit,
      clock,
    });
    return {
      client,
      clock,
      requestsPer5Minutes: limit,
      baseUrl: emulator.url,
      showProgress: () => undefined,
      close: () => client.close(),
    };
  }

  async survey(): Promise<WafSurvey> {
    const connection = this.connect();
    try {
      const zones = await selectZones(connection.client, { all: true });
      return await readSurvey(connection, zones, { notify: () => undefined });
    } finally {
      await connection.close();
    }
  }
}
