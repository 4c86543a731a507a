import { readEvent, readEventLine } from '../../../lib/cli/waf/events';

const logLine = {
  RayID: '7a1',
  Action: 'block',
  RuleID: 'rule',
  Source: 'waf',
  ClientRequestMethod: 'GET',
  ClientRequestHost: 'example.com',
  ClientRequestPath: '/',
};
const emulated = {
  ray_id: '7a1',
  source: 'new',
  ruleset_id: 'ruleset',
  rule_id: 'rule',
  action: 'block',
  request: { method: 'GET', host: 'example.com', path: '/' },
};

it('reads an event of the emulator', () => {
  expect(readEvent({ ...emulated, occurred_at: '2026-01-02T03:04:05.000Z' })).toEqual({
    kind: 'event',
    isRulesetAssumed: false,
    place: 'example.com',
    at: Date.parse('2026-01-02T03:04:05.000Z'),
    event: emulated,
  });
});

it.each([
  ['waf', { source: 'previous' }, false],
  ['WAF', { source: 'previous' }, false],
  ['firewallManaged', { source: 'new', ruleset_id: 'efb7b8c949ac4650a09736fc376e9aee' }, true],
  ['firewallmanaged', { source: 'new', ruleset_id: 'efb7b8c949ac4650a09736fc376e9aee' }, true],
])('reads a line of firewall_events of the source %s', (source, more, isRulesetAssumed) => {
  const { ray_id, rule_id, action, request } = emulated;
  expect(readEvent({ ...logLine, Source: source })).toEqual({
    kind: 'event',
    isRulesetAssumed,
    place: 'example.com',
    at: undefined,
    event: { ray_id, rule_id, action, request, ...more },
  });
});

it.each([
  ['Example.COM', 'example.com', 'example.com'],
  ['example.com.', 'example.com', 'example.com'],
  ['example.com:8443', 'example.com:8443', 'example.com'],
  ['WWW.Bücher.example.:443', 'www.xn--bcher-kva.example:443', 'www.xn--bcher-kva.example'],
  ['www.xn--bcher-kva.example', 'www.xn--bcher-kva.example', 'www.xn--bcher-kva.example'],
])('spells the host %s as the rules do, and finds its place without the port', (host, spelled, place) => {
  expect(readEvent({ ...logLine, ClientRequestHost: host })).toMatchObject({
    place,
    event: { request: { host: spelled } },
  });
  expect(readEvent({ ...emulated, request: { method: 'GET', host, path: '/' } })).toMatchObject({ place });
});

it('takes the zone that a line of an account names as its place', () => {
  const line = { ...logLine, ClientRequestHost: 'shop.customer.test', ZoneName: 'Bücher.example' };
  expect(readEvent(line)).toMatchObject({
    place: 'xn--bcher-kva.example',
    event: { request: { host: 'shop.customer.test' } },
  });
});

it.each([
  ['2026-01-02T03:04:05Z'],
  [1767323045],
  [1767323045000],
  [1767323045000000000],
  ['1767323045000000000'],
])('reads the time %s', (Datetime) => {
  expect(readEvent({ ...logLine, Datetime })).toMatchObject({ at: Date.parse('2026-01-02T03:04:05Z') });
});

it.each([[undefined], [''], ['yesterday'], [null], [true], [1e300]])('has no time of %j', (Datetime) => {
  expect(readEvent({ ...logLine, Datetime })).toMatchObject({ at: undefined });
});

it('determines the ruleset of the rule that acts on the score', () => {
  const line = { ...logLine, Source: 'firewallManaged', RuleID: '6179ae15870a4bb7b2d480d4843b323c' };
  expect(readEvent(line)).toMatchObject({
    isRulesetAssumed: false,
    event: { ruleset_id: '4814384a9e5d4991b9815dcfc25d2f1f' },
  });
});

it.each([
  ['block', 'block'],
  ['challenge', 'challenge'],
  ['jschallenge', 'js_challenge'],
  ['managedChallenge', 'managed_challenge'],
  ['managed_challenge', 'managed_challenge'],
  ['managedchallengenoninteractivesolved', 'managed_challenge'],
  ['challengeBypassed', 'challenge'],
  ['simulate', 'simulate'],
  ['log', 'log'],
  ['allow', 'allow'],
  ['drop', 'block'],
  ['connectionClose', 'block'],
  ['force_connection_close', 'block'],
])('reads the action %s as %s', (action, plain) => {
  expect(readEvent({ ...logLine, Action: action })).toMatchObject({ event: { action: plain } });
});

it.each([
  [{ ...logLine, Source: 'firewallcustom' }, 'firewallcustom'],
  [{ Source: 'l7ddos' }, 'l7ddos'],
  [{ ...emulated, source: 'custom' }, 'custom'],
])('ignores %j', (value, source) => {
  expect(readEvent(value)).toEqual({ kind: 'ignored', source });
});

it.each<[string, string]>([
  ['{', 'it is not JSON'],
  ['null', 'it is not an object'],
  ['[]', 'it is not an object'],
  ['{}', 'it is neither a line of firewall_events (no Source) nor an event of the emulator (no source)'],
  [JSON.stringify({ ...logLine, RayID: '' }), 'it has no RayID'],
  [JSON.stringify({ ...logLine, RuleID: 5, Action: null }), 'it has no RuleID, Action'],
  [JSON.stringify({ ...logLine, Action: 'tarpit' }), 'its Action "tarpit" is unknown'],
  [JSON.stringify({ ...emulated, action: 'tarpit' }), 'its action "tarpit" is unknown'],
  [JSON.stringify({ ...emulated, source: 1 }), 'it has no source'],
  [JSON.stringify({ ...emulated, rule_id: '' }), 'it has no rule_id'],
  [JSON.stringify({ ...emulated, action: undefined }), 'it has no action'],
  [JSON.stringify({ ...emulated, request: null }), 'it has no method, host, path'],
])('fails for %s', (text, reason) => {
  expect(readEventLine(text)).toEqual({ kind: 'bad', reason });
});
