import fc from 'fast-check';
import {
  describeEvent,
  distinctRecipients,
  hasLegacyEmail,
  isAddress,
  legacyEvents,
  legacyRecipients,
  recipientKey,
} from '../../lib/pools';

const atomText = fc.stringMatching(/^[\w!#$%&'*+/=?^`{|}~-]{1,8}$/);
const dotString = fc.array(atomText, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
const quotedString = fc
  .array(fc.oneof(fc.stringMatching(/^[ !#-[\]-~]$/), fc.stringMatching(/^\\[ -~]$/)), { maxLength: 20 })
  .map((parts) => `"${parts.join('')}"`);
const domain = fc.oneof(
  fc.domain(),
  fc.ipV4().map((ip) => `[${ip}]`),
  fc.ipV6().map((ip) => `[IPv6:${ip}]`),
);
/** Any mailbox of RFC 5321. */
const mailbox = fc
  .tuple(fc.oneof(dotString, quotedString), domain)
  .map(([local, host]) => `${local}@${host}`)
  .filter((text) => text.length <= 254);

describe('an address', () => {
  it.each([
    'ops@example.com',
    "o'brien+pager/eu=1@example.com",
    'ops@localhost',
    '"john doe"@example.com',
    '"a,b;c@d"@example.com',
    '"a\\"b\\\\c"@example.com',
    '""@example.com',
    'ops@[192.0.2.1]',
    'ops@[IPv6:2001:db8::1]',
    'ops@[IPv6:::ffff:192.0.2.1]',
    'jörg@bücher.example',
    '"jörg"@example.com',
    `${'a'.repeat(64)}@example.com`,
    `ops@${'a'.repeat(63)}.example`,
  ])('is %s', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '@',
    'ops',
    'ops@',
    '@example.com',
    'ops@example.com ',
    'ops @example.com',
    'a@b@example.com',
    'a,b@example.com',
    'a@example.com;b@example.com',
    '<ops@example.com>',
    'Ops <ops@example.com>',
    '"Ops" <ops@example.com>',
    '.ops@example.com',
    'ops.@example.com',
    'o..ps@example.com',
    'ops@.example.com',
    'ops@example.com.',
    'ops@example..com',
    'ops@-example.com',
    'ops@example-.com',
    'ops@exam_ple.com',
    'ops@example.com:25',
    'ops(pager)@example.com',
    'john"doe"@example.com',
    '"john@example.com',
    '"john""doe"@example.com',
    '"john\\"@example.com',
    '"jo\nhn"@example.com',
    'ops@[192.0.2.256]',
    'ops@[192.0.2.1',
    'ops@[2001:db8::1]',
    'ops@[IPv6:192.0.2.1]',
    'ops@[IPv6:fe80::1%eth0]',
    'ops@[]',
    'o\u200Bps@example.com',
    'ops@example.com\n',
    `${'a'.repeat(65)}@example.com`,
    `${'ö'.repeat(33)}@example.com`,
    `ops@${'a'.repeat(64)}.example`,
    `ops@${'a.'.repeat(130)}example`,
  ])('is not %j', (text) => {
    expect(isAddress(text)).toBe(false);
  });

  it('is every mailbox of RFC 5321', () => {
    fc.assert(
      fc.property(mailbox, (text) => {
        expect(isAddress(text)).toBe(true);
      }),
    );
  });

  it('is never two addresses in one text, whatever separates them', () => {
    fc.assert(
      fc.property(mailbox, mailbox, fc.constantFrom(',', ';', ' ', ', '), (one, other, separator) => {
        expect(isAddress(one + separator + other)).toBe(false);
      }),
    );
  });

  it.each(['a', 'a.', '"', '\\', '"\\', ',"', '","\\'])('is soon checked in a text of many %j', (part) => {
    const text = part.repeat(100_000);
    expect(isAddress(`${text}@example.com`)).toBe(false);
    expect(legacyRecipients({ notification_email: text }).join('').length).toBeLessThanOrEqual(text.length);
  });
});

describe('the recipients of a legacy e-mail', () => {
  it.each([
    ['a@example.com', ['a@example.com']],
    ['a@example.com,b@example.com', ['a@example.com', 'b@example.com']],
    [' a@example.com , b@example.com ', ['a@example.com', 'b@example.com']],
    ['a@example.com,,', ['a@example.com']],
    ['Ops@example.com,ops@EXAMPLE.com', ['Ops@example.com']],
    ['a@example.com; b@example.com,c@example.com;', ['a@example.com', 'b@example.com', 'c@example.com']],
    ['"a,b;c"@example.com, d@example.com', ['"a,b;c"@example.com', 'd@example.com']],
    [' "a\\",b"@example.com ;d@example.com', ['"a\\",b"@example.com', 'd@example.com']],
    ['"a@example.com, b@example.com', ['"a@example.com', 'b@example.com']],
    ['a"b@example.com,c"@example.com', ['a"b@example.com', 'c"@example.com']],
    ['Team <a@example.com>, nobody', ['Team <a@example.com>', 'nobody']],
    [' ; , ', []],
    ['', []],
    [null, []],
    [undefined, []],
  ])('of %j are %j', (notification_email, recipients) => {
    expect(legacyRecipients({ notification_email })).toEqual(recipients);
  });

  it('are those that were joined, with either separator and any blanks', () => {
    const separator = fc.stringMatching(/^ {0,2}[,;] {0,2}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(mailbox, separator)), (parts) => {
        const text = parts.flat().join('');
        const expected = distinctRecipients(parts.map(([address]) => address));
        expect(legacyRecipients({ notification_email: text })).toEqual(expected);
      }),
    );
  });

  it('stay the same when they are joined and read again, of any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', ';', ' ', '@'), maxLength: 30 });
    fc.assert(
      fc.property(text, (notification_email) => {
        const once = legacyRecipients({ notification_email });
        expect(legacyRecipients({ notification_email: once.join(',') })).toEqual(once);
        expect(new Set(once.map(recipientKey)).size).toBe(once.length);
      }),
    );
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
