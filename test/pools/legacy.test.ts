import { describeEvent, hasLegacyEmail, legacyEvents, legacyRecipients } from '../../lib/pools';

describe('the recipients of a legacy e-mail', () => {
  it.each([
    ['a@example.com', ['a@example.com']],
    ['a@example.com,b@example.com', ['a@example.com', 'b@example.com']],
    [' a@example.com , b@example.com ', ['a@example.com', 'b@example.com']],
    ['a@example.com,,', ['a@example.com']],
    ['Ops@example.com,ops@EXAMPLE.com', ['Ops@example.com']],
    ['', []],
    [null, []],
    [undefined, []],
  ])('of %j are %j', (notification_email, recipients) => {
    expect(legacyRecipients({ notification_email })).toEqual(recipients);
  });

  it.each([
    ['a@example.com', true],
    [' ', true],
    ['', false],
    [null, false],
    [undefined, false],
  ])('%j is a setting to be cleared: %j', (notification_email, expected) => {
    expect(hasLegacyEmail({ notification_email })).toBe(expected);
  });
});

describe('the events of a legacy e-mail', () => {
  const all = ['pool unhealthy', 'pool healthy', 'origin unhealthy', 'origin healthy'];
  it.each([
    ['no filter', null, all],
    ['an empty filter', {}, all],
    ['nothing said of either source', { pool: null, origin: null }, all],
    ['origins disabled', { origin: { disable: true } }, ['pool unhealthy', 'pool healthy']],
    ['pools disabled', { pool: { disable: true, healthy: null } }, ['origin unhealthy', 'origin healthy']],
    ['both disabled', { pool: { disable: true }, origin: { disable: true } }, []],
    [
      'only pools that go down',
      { pool: { disable: false, healthy: false } },
      ['pool unhealthy', 'origin unhealthy', 'origin healthy'],
    ],
    [
      'only origins that come back',
      { origin: { healthy: true } },
      ['pool unhealthy', 'pool healthy', 'origin healthy'],
    ],
    ['healthy null, which is every status', { pool: { healthy: null } }, all],
  ])('with %s', (_, notification_filter, expected) => {
    const setting = { notification_email: 'a@example.com', notification_filter };
    expect(legacyEvents(setting).map(describeEvent)).toEqual(expected);
  });

  it('are none without a recipient', () => {
    expect(legacyEvents({ notification_email: '', notification_filter: null })).toEqual([]);
  });
});
