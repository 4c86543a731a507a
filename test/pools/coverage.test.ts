import {
  coverageOf,
  describeEvent,
  faultOfPolicy,
  isWorkingWebhook,
  type CoveringPolicy,
} from '../../lib/pools';
import { healthPolicy } from './policy';

const destinations = { webhooks: new Set(['working']), pagerduty: new Set(['connected']) };
const pool = { id: 'p', notification_email: 'ops@example.com', notification_filter: null };

const policy = (changes: Partial<CoveringPolicy> = {}, filters: object = {}) =>
  healthPolicy(['p', 'q'], undefined, changes, filters);

describe('a policy covers a pool', () => {
  it('if it is enabled, lists the pool, reports all events of the e-mail, and has a working recipient', () => {
    expect(coverageOf([policy()], destinations).covers(pool)).toBe(true);
  });

  it.each([
    ['it is disabled', policy({ enabled: false })],
    ['it is of another alert type', policy({ alert_type: 'load_balancing_pool_enablement_alert' })],
    ['it lists other pools only', policy({}, { pool_id: ['q'] })],
    ['it lists no pool at all', policy({}, { pool_id: undefined })],
    ['it leaves pools that come back out', policy({}, { new_health: ['Unhealthy'] })],
    ['it leaves origins out', policy({}, { event_source: ['pool'] })],
    ['its statuses are left out', policy({}, { new_health: undefined })],
    ['it has no recipients', policy({ mechanisms: {} })],
    ['its webhook is gone or failing', policy({ mechanisms: { webhooks: [{ id: 'failing' }] } })],
    ['its PagerDuty service is gone', policy({ mechanisms: { pagerduty: [{ id: 'gone' }] } })],
    ['only a mechanism of tomorrow is left', policy({ mechanisms: { pigeon: [{ id: 'working' }] } })],
    ['a filter of tomorrow may narrow it', policy({}, { region: ['WEU'] })],
  ])('but not when %s', (_, stored) => {
    expect(coverageOf([stored], destinations).covers(pool)).toBe(false);
  });

  it.each([
    ['a webhook', { webhooks: [{ id: 'failing' }, { id: 'working' }] }],
    ['PagerDuty', { pagerduty: [{ id: 'connected' }] }],
  ])('by %s that works', (_, mechanisms) => {
    expect(coverageOf([policy({ mechanisms })], destinations).covers(pool)).toBe(true);
  });

  it('if an unknown filter is empty', () => {
    expect(coverageOf([policy({}, { region: [] })], destinations).covers(pool)).toBe(true);
  });

  it('that reported only unhealthy events, if it reports those', () => {
    const quiet = { ...pool, notification_filter: { pool: { healthy: false }, origin: { disable: true } } };
    const narrow = policy({}, { new_health: ['Unhealthy'], event_source: ['pool'] });
    expect(coverageOf([narrow], destinations).covers(quiet)).toBe(true);
    expect(coverageOf([narrow], destinations).covers(pool)).toBe(false);
  });

  it('whose e-mail reports nothing, only if it lists the pool', () => {
    const silent = { ...pool, notification_filter: { pool: { disable: true }, origin: { disable: true } } };
    expect(coverageOf([policy()], destinations).covers(silent)).toBe(true);
    expect(coverageOf([policy({}, { pool_id: ['q'] })], destinations).covers(silent)).toBe(false);
  });

  it('together with another policy that reports the missing events', () => {
    const down = policy({}, { new_health: ['Unhealthy'] });
    const up = policy({}, { new_health: ['Healthy'] });
    expect(coverageOf([down, up], destinations).covers(pool)).toBe(true);
    expect(coverageOf([down], destinations).uncoveredEvents(pool).map(describeEvent)).toEqual([
      'pool healthy',
      'origin healthy',
    ]);
  });

  it('for the events of its filters', () => {
    const told = coverageOf([policy({}, { event_source: ['origin'] })], destinations).eventsOf('q');
    expect(told.map(describeEvent)).toEqual(['origin unhealthy', 'origin healthy']);
  });
});

describe('why a policy covers nothing', () => {
  it.each([
    [policy(), undefined],
    [policy({ enabled: false }), 'it is disabled'],
    [policy({ alert_type: 'dos_attack_l7' }), 'it is of alert type dos_attack_l7'],
    [policy({}, { region: ['WEU'] }), expect.stringContaining('region')],
    [policy({ mechanisms: {} }), expect.stringContaining('it has no working recipient')],
  ])('is reported (%#)', (stored, expected) => {
    expect(faultOfPolicy(stored, destinations)).toEqual(expected);
  });
});

describe('a webhook', () => {
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00.5Z'];
  it.each([
    [null, null, true],
    [early, null, true],
    [null, early, false],
    [late, early, true],
    [early, late, false],
  ])('with last success %j and last failure %j works: %j', (last_success, last_failure, expected) => {
    expect(isWorkingWebhook({ last_success, last_failure })).toBe(expected);
  });
});
