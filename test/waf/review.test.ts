import { reviewEvents, type SecurityEvent } from '../../lib/waf';

const request = { method: 'POST', host: 'example.com', path: '/a"b' };
const event = (changes: Partial<SecurityEvent>): SecurityEvent => ({
  rule_id: 'old-rule',
  ray_id: 'ray',
  source: 'previous',
  action: 'block',
  request,
  ...changes,
});
const fresh = (changes: Partial<SecurityEvent> = {}) =>
  event({ source: 'new', rule_id: 'new-rule', ruleset_id: 'ruleset', ...changes });

describe('requests that the new rules miss', () => {
  it('are reported with a custom rule that acts on them', () => {
    expect(reviewEvents([event({}), fresh({ action: 'log' })])).toEqual({
      missed: [
        {
          request,
          count: 1,
          ruleIds: ['old-rule'],
          rule: {
            action: 'block',
            expression: String.raw`http.request.method eq "POST" and http.host eq "example.com" and http.request.uri.path eq "/a\"b"`,
            description: 'Acted on by previous rules: old-rule',
          },
        },
      ],
      wronglyStopped: [],
    });
  });

  it('are grouped if they are alike, with the stricter action', () => {
    const events = [
      event({ ray_id: 'a', action: 'challenge' }),
      event({ ray_id: 'b', rule_id: 'other' }),
      event({ ray_id: 'c', request: { ...request, path: '/c' }, action: 'challenge' }),
    ];
    expect(reviewEvents(events).missed).toMatchObject([
      { count: 2, ruleIds: ['old-rule', 'other'], rule: { action: 'block' } },
      { count: 1, rule: { action: 'managed_challenge' } },
    ]);
  });

  it.each([
    ['the new rules challenge them', [event({}), fresh({ action: 'managed_challenge' })]],
    ['the previous rules only simulated', [event({ action: 'simulate' })]],
  ])('are none when %s', (_, events) => {
    expect(reviewEvents(events).missed).toEqual([]);
  });

  it('are separate without a ray id', () => {
    const events = [event({ ray_id: undefined }), fresh({ ray_id: undefined })];
    expect(reviewEvents(events)).toMatchObject({
      missed: [{ count: 1 }],
      wronglyStopped: [{ ruleId: 'new-rule' }],
    });
  });
});

describe('requests that the new rules may wrongly stop', () => {
  it('are reported by rule, with the overrides that allow them', () => {
    const other = { ...request, path: '/c' };
    const events = [fresh({ ray_id: 'a' }), fresh({ ray_id: 'b' }), fresh({ ray_id: 'c', request: other })];
    expect(reviewEvents(events)).toEqual({
      missed: [],
      wronglyStopped: [
        {
          ruleId: 'new-rule',
          rulesetId: 'ruleset',
          count: 3,
          challenged: 0,
          requests: [request, other],
          overrides: [
            { kind: 'override', ruleset: 'ruleset', rule: { id: 'new-rule', action: 'log' } },
            { kind: 'override', ruleset: 'ruleset', rule: { id: 'new-rule', enabled: false } },
          ],
        },
      ],
    });
  });

  it('start with a higher threshold for the rule that acts on the score', () => {
    const rule_id = '6179ae15870a4bb7b2d480d4843b323c';
    const [found] = reviewEvents([fresh({ rule_id })]).wronglyStopped;
    expect(found?.overrides.map(({ rule }) => rule)).toEqual([
      { id: rule_id, score_threshold: 60 },
      { id: rule_id, action: 'log' },
      { id: rule_id, enabled: false },
    ]);
  });

  it('include challenged ones, which are marked', () => {
    const events = [
      fresh({ ray_id: 'a', action: 'managed_challenge' }),
      fresh({ ray_id: 'b', action: 'challenge' }),
      fresh({ ray_id: 'c' }),
    ];
    expect(reviewEvents(events).wronglyStopped).toMatchObject([
      { ruleId: 'new-rule', count: 3, challenged: 2, overrides: [{ rule: { action: 'log' } }, {}] },
    ]);
  });

  it('are sorted, the most frequent first', () => {
    const events = [
      fresh({ ray_id: 'a', rule_id: 'rare' }),
      fresh({ ray_id: 'b', rule_id: 'frequent' }),
      fresh({ ray_id: 'c', rule_id: 'frequent' }),
    ];
    expect(reviewEvents(events).wronglyStopped.map(({ ruleId }) => ruleId)).toEqual(['frequent', 'rare']);
  });

  it('have no override if the event does not name the ruleset', () => {
    expect(reviewEvents([fresh({ ruleset_id: undefined })]).wronglyStopped).toMatchObject([
      { overrides: [] },
    ]);
  });

  it.each([
    ['the previous rules blocked them too', [event({}), fresh()]],
    [
      'the previous rules challenged them too',
      [event({ action: 'challenge' }), fresh({ action: 'js_challenge' })],
    ],
    ['the new rules only log', [fresh({ action: 'log' })]],
  ])('are none when %s', (_, events) => {
    expect(reviewEvents(events).wronglyStopped).toEqual([]);
  });
});
