import {
  truncatingRedactor,
  destinationSecrets,
  longestText,
  redactor,
  webhookSecrets,
} from '../../lib/client/redact';

/** So large that anything that takes the square of the length would not end. */
const length = 400_000;
const times = (text: string): string => text.repeat(Math.ceil(length / text.length));

describe('a text of hundreds of thousands of characters', () => {
  const texts: [string, string][] = [
    ['colons', times(':')],
    ['colons behind a scheme', `https://${times(':')}`],
    ['users of a URL that never end', `https://${times('a:')}`],
    ['users of URLs that never end', times('a://b:c')],
    ['a long user', `https://${times('a')}:b`],
    ['words that name a secret in a key', `"${times('secret')}`],
    ['words that name a secret in a key that ends', `"${times('token')}"`],
    ['quotes', times('"')],
    ['keys', times('"api_key" : ')],
    ['white space behind a key', `"secret"${times(' ')}`],
    ['white space behind a colon', `"secret":${times(' ')}`],
    ['a value that never ends', `"secret":"${times('a')}`],
    ['a value of escapes', `"secret":"${times('\\"')}`],
    ['names of a parameter', `?${times('key')}`],
    ['names of a parameter with dots', `&${times('auth.')}`],
    ['parameters without a value', times('?token')],
    ['ampersands of Go', times('\\u0026')],
    ['ampersands of HTML', times('&amp;')],
    ['names of a header', `&header_${times('x-')}`],
    ['bearers', times('bearer ')],
    ['white space behind a bearer', `bearer${times(' ')}x`],
    ['header names', times('x-auth-key ')],
    ['white space behind a header', `x-auth-key${times(' ')}`],
    ['collectors', times('sumo://')],
    ['slashes of a collector', `sumo://${times('/')}`],
    ['control characters', times('\u0000')],
    ['a secret over and over', times('of-the-test')],
    ['half a secret over and over', times('of-the-tes')],
  ];

  test.each(texts)('is redacted in linear time: %s', (_, text) => {
    expect(redactor(['of-the-test'])(text).length).toBeGreaterThan(0);
  });

  test.each(texts)(
    'is searched for the secrets of a destination and of a webhook in linear time: %s',
    (_, text) => {
      expect(destinationSecrets(text).length + destinationSecrets(`https://${text}`).length).toBeGreaterThan(
        0,
      );
      expect(webhookSecrets(`https://example.com/${text}`).length).toBeGreaterThan(0);
    },
  );
});

describe('a likely secret', () => {
  test.each([
    ['{"client_secret_id" : "a\\"b", "x": 1}', '{"client_secret_id" : "[redacted]", "x": 1}'],
    ['{"name": "a", "X-Auth-Key": "b"}', '{"name": "a", "X-Auth-Key": "[redacted]"}'],
    ['"a": "secret": "b"', '"a": "secret": "[redacted]"'],
    ['?my-key.id=a&b=c;auth=d', '?my-key.id=[redacted]&b=c;auth=[redacted]'],
    ['?sig=a\\u0026header_X=b', '?sig=[redacted]\\u0026header_X=[redacted]'],
    ['https://user:a@host', 'https://[redacted]@host'],
    ['https://user:a:b@host', 'https://[redacted]@host'],
    ['https://::a@host', 'https://[redacted]@host'],
  ])('is redacted in %s', (text, blanked) => {
    expect(redactor([])(text)).toBe(blanked);
  });

  test.each([
    '{"name": "secret", "x": 1}',
    'https://user@host',
    'https://user:@host',
    'https://host:8080/a',
    '?keys',
    '?region=a',
  ])('is not found in %s', (text) => {
    expect(redactor([])(text)).toBe(text);
  });

  test.each([
    ['https://user:a:b@host/x', 'a:b'],
    ['https://:a@host', 'a'],
  ])('is the password in %s', (destination, password) => {
    expect(destinationSecrets(destination)).toContain(password);
  });
});

describe('a long text', () => {
  test('is cut with a mark', () => {
    const clean = truncatingRedactor([]);
    expect(clean('a'.repeat(longestText))).toBe('a'.repeat(longestText));
    expect(clean('a'.repeat(10_000))).toBe(`${'a'.repeat(longestText)}… [cut]`);
    expect(clean('a'.repeat(1_000_000))).toBe(`${'a'.repeat(longestText)}… [cut]`);
  });

  test('shows no part of a secret, wherever it is cut', () => {
    const secret = 'CANARY-of-the-test';
    for (const at of [longestText, 16 * longestText]) {
      for (let before = at - secret.length; before <= at; before += 1) {
        expect(
          truncatingRedactor([secret])(`${'a'.repeat(before)}${secret}${'b'.repeat(before)}`),
        ).not.toContain('CANARY');
      }
    }
    // Blanks are shorter than secrets, so that a cut text may be searched to its end.
    const filled = `"secret":"${'x'.repeat(16 * longestText - 20)}" CANARY-of-the-test ${'b'.repeat(100)}`;
    expect(truncatingRedactor([secret])(filled)).not.toContain('CANARY');
  });
});
