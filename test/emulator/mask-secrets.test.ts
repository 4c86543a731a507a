import fc from 'fast-check';
import { credentialParameters } from '../../lib/logs';
import { maskBody, maskMessage, maskQuery } from '../../lib/emulator/page/requests/mask-secrets';

describe('a body without its secrets', () => {
  it('has placeholders for the values of members that are secrets, and is otherwise as sent', () => {
    const body = `{\n "name" : "job", "ownership_challenge":"00,1",  "secret": "a\\"b", "enabled":true, "n": 1e3 }`;
    expect(maskBody(body)).toEqual({
      text: `{\n "name" : "job", "ownership_challenge":"<ownership_challenge>",  "secret": "<secret>", "enabled":true, "n": 1e3 }`,
      replaced: ['ownership_challenge', 'secret'],
    });
  });

  it('has placeholders for the credentials of destinations', () => {
    const masked = (conf: string) =>
      (JSON.parse(maskBody(JSON.stringify({ destination_conf: conf }))?.text ?? '') as Record<string, string>)
        .destination_conf;
    expect(masked('s3://bucket/logs?region=r&access-key-id=AK&secret%2Daccess-key=SK%2F&x=1')).toBe(
      's3://bucket/logs?region=r&access-key-id=<access-key-id>&secret%2Daccess-key=<secret-access-key>&x=1',
    );
    expect(masked('https://user:pw@logs.example?header_Authorization=Basic%20x')).toBe(
      'https://<user>@logs.example?header_Authorization=<header_Authorization>',
    );
    expect(masked('sumo://collector.example/receiver/v1/http/KEY?x=1')).toBe('sumo://<address>');
    expect(masked('bucket?sig=a b')).toBe('bucket?sig=<sig>');
  });

  it('has none below a secret, in lists, numbers and escapes', () => {
    for (const body of [
      '{"secrets": ["CANARY", {"a": ["CANARY"]}]}',
      '{"a": [{"pass\\u0077ord": "CANARY"}]}',
      '{"api_key": {"value": "CANARY"}, "name": "x"}',
      '{"url": "https://a.example/?tok\\u0065n=CANARY&b=1"}',
      '{"text": "see s3://b?secret-access-key=CANARY and http://u:CANARY@h/"}',
      '{"url": "https://a.example/?next=https%3A%2F%2Fb.example%2F%3Ftoken%3DCANARY"}',
      '[["https://a.example/?api_key=CANARY"]]',
      '"https://a.example/?password=CANARY"',
    ])
      expect(maskBody(body)?.text).not.toMatch(/CANARY/);
    expect(maskBody('{"secret": 424242}')?.text).toBe('{"secret": "<secret>"}');
    expect(maskBody('{"secret": "", "token": null}')?.text).toBe('{"secret": "", "token": null}');
  });

  it('is not shown when it is not JSON and may have a secret', () => {
    for (const body of [
      '{"secret": "CANARY',
      '{"\\u0073ecret": "CANARY',
      'destination_conf=s3://b?sig=CANARY',
      'https://user:CANARY@host',
      'a%20b',
    ])
      expect(maskBody(body)).toBeUndefined();
    expect(maskBody('{"name": "job",}')).toEqual({ text: '{"name": "job",}', replaced: [] });
  });

  it('is as sent for any JSON without a secret', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const masked = maskBody(text);
        fc.pre(masked?.replaced.length === 0);
        expect(masked.text).toBe(text);
      }),
    );
  });

  it('has no value of a credential, wherever it is', () => {
    const name = fc.constantFrom(
      ...credentialParameters.map((each) => (each.endsWith('_') ? `${each}X` : each)),
    );
    const canary = fc.stringMatching(/^CANARY[\w%+/=-]*$/);
    fc.assert(
      fc.property(name, canary, fc.json(), (key, value, other) => {
        const text = JSON.stringify({
          other: JSON.parse(other) as unknown,
          [key]: [value],
          list: [
            { destination_conf: `s3://b?region=r&${key}=${value}&x=${key}` },
            `https://h/?${key}=${value}`,
          ],
        });
        expect(maskBody(text)?.text).not.toContain('CANARY');
        expect(maskQuery(`a=b&${key}=${value}`)).not.toContain('CANARY');
        expect(maskMessage(`see https://h/?${key}=${value} now`)).not.toContain('CANARY');
      }),
    );
  });
});
