import { attributeEvents, failureInEvents, figuresOfEvidence } from '../../../lib/cli/waf/evidence';
import { readEvent } from '../../../lib/cli/waf/events';
import type { EventHarvest, PlaceEvents } from '../../../lib/cli/waf/events-source';
import { parseReviewAssertion, type EventAssertion } from '../../../lib/cli/waf/review-assertion';

function harvestOf(...hosts: readonly string[]): EventHarvest {
  const places = new Map<string, PlaceEvents>();
  for (const host of hosts) {
    const line = readEvent({
      source: 'new',
      rule_id: 'rule',
      action: 'block',
      request: { method: 'GET', host, path: '/' },
    });
    if (line.kind !== 'event') throw new Error(line.kind);
    const before = places.get(line.place) ?? { events: [], previous: 0, current: 0 };
    places.set(line.place, {
      ...before,
      events: [...before.events, line.event],
      current: before.current + 1,
    });
  }
  const tally = { lines: 0, reviewed: 0, ignored: 0, bad: 0, bad_lines: [], from: null, to: null };
  return { places, isRulesetAssumed: false, tally };
}

const zone = (id: string, name: string) => ({ id, name });

it.each([
  ['its name', 'example.com'],
  ['a subdomain', 'a.b.example.com'],
  ['another case', 'WWW.Example.COM'],
  ['a trailing dot and a port', 'www.example.com.:443'],
])('gives an event to the zone of its host: %s', (_, host) => {
  const { zones, unattributed } = attributeEvents(harvestOf(host), [zone('1', 'example.com')]);
  expect([zones.get('1')?.events, unattributed]).toEqual([1, []]);
});

it.each([
  ['bücher.example', 'www.xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'www.Bücher.example'],
  ['BÜCHER.example', 'bücher.example.'],
])('knows an internationalized zone in every spelling: %s and %s', (name, host) => {
  const { zones, unattributed } = attributeEvents(harvestOf(host), [zone('1', name)]);
  expect([zones.get('1')?.newlyBlocked, unattributed]).toEqual([1, []]);
});

it('gives an event to the zone of the longest end, a zone that is not reviewed included', () => {
  const hosts = harvestOf('www.example.com', 'a.dev.example.com', 'dev.example.com', 'a.other.example.com');
  const evidence = attributeEvents(
    hosts,
    [zone('1', 'example.com'), zone('2', 'dev.example.com')],
    [zone('3', 'other.example.com')],
  );
  expect([...evidence.zones].map(([id, { events }]) => [id, events])).toEqual([
    ['1', 1],
    ['2', 2],
  ]);
  expect(figuresOfEvidence(evidence)).toMatchObject({ otherZones: 1, unattributedEvents: 0 });
});

it('counts the events of hosts that no zone has, or that several zones have', () => {
  const hosts = harvestOf('a.example.com', 'b.twin.test', 'b.twin.test', 'notexample.com', 'com', '[::1]:80');
  const evidence = attributeEvents(hosts, [
    zone('1', 'example.com'),
    zone('2', 'twin.test'),
    zone('3', 'twin.test'),
    zone('4', ''),
  ]);
  expect(evidence.unattributed).toEqual([
    { host: 'b.twin.test', events: 2 },
    { host: 'notexample.com', events: 1 },
    { host: 'com', events: 1 },
    { host: '[::1]', events: 1 },
  ]);
  expect(figuresOfEvidence(evidence)).toMatchObject({ events: 1, unattributedEvents: 5, withoutEvents: 3 });
});

it.each<[string, string, RegExp | undefined]>([
  ['newlyBlocked<=0', 'example.com', /newlyBlocked is 1: one\./],
  ['newlyBlocked<=0', 'elsewhere.test', /there are no events of managed rules/],
  ['newlyBlocked<=100%', 'elsewhere.test', /there are no events of managed rules/],
  ['withoutEvents<=0', 'example.com', /withoutEvents is 1: two\./],
  ['withoutEvents<=50%', 'example.com', undefined],
  ['unattributedEvents<=0', 'elsewhere.test', /unattributedEvents is 1: elsewhere\.test \(1 event\)\./],
  ['unattributedEvents<=1', 'elsewhere.test', undefined],
  ['unattributedEvents<=50%', 'elsewhere.test', /1 of 1 events, 100 %/],
  ['unreadableEvents<=0', 'example.com', undefined],
])('decides %s of an event of %s', (text, host, reason) => {
  const evidence = attributeEvents(harvestOf(host), [zone('one', 'example.com'), zone('two', 'example.org')]);
  const failure = failureInEvents(parseReviewAssertion(text) as EventAssertion, evidence, (id) => id);
  if (reason === undefined) expect(failure).toBeUndefined();
  else expect(failure).toMatch(reason);
});
