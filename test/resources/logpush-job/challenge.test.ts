import fc from 'fast-check';
import { faultOfChallenge, readChallenge } from '../../../lib/resources/logpush-job/challenge';
import { accountId, worlds, zoneId } from '../../support/handler-harness';

const start = worlds();
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = encode({ alg: 'HS256', typ: 'JWT' });
const tokenOf = (payload: unknown) => `${header}.${encode(payload)}.signature`;
const destination = 's3://bucket/logs?region=eu-central-1';
const now = new Date('2026-11-02T00:00:00Z');
const zone = { kind: 'zone', id: zoneId } as const;
const account = { kind: 'account', id: accountId } as const;
const job = { scope: zone, destination };
const claims = {
  object_type: 'zone',
  object_id: zoneId,
  destination_conf: destination,
  exp: 1_793_577_600 + 86_400,
};

describe('a challenge', () => {
  it('of the service says what the service checks', async () => {
    const world = await start();
    const token = await world.challenge(destination);
    expect(readChallenge(token)).toMatchObject({ owner: zone, destination });
    expect(faultOfChallenge(token, job, new Date())).toBeUndefined();
    const week = new Date(Date.now() + 8 * 86_400_000);
    expect(faultOfChallenge(token, job, week)?.text).toMatch(/^The token expired at 20/);
    expect(faultOfChallenge(token, { ...job, scope: account }, new Date())).toEqual({
      isCertain: true,
      text: `The token is for zone ${zoneId}, and the job belongs to account ${accountId}.`,
    });
  });

  it.each(
    Object.entries<[object, string | undefined]>({
      'another zone': [{ object_id: 'e'.repeat(32) }, `The token is for zone ${'e'.repeat(32)}, and the job`],
      'an account': [
        { object_type: 'account', object_id: accountId },
        `The token is for account ${accountId}, and`,
      ],
      'another destination': [
        { destination_conf: 's3://other?region=eu-central-1' },
        'another destination_conf',
      ],
      'an expired one': [{ exp: 1_793_577_600 - 1 }, 'The token expired at 2026-11-'],
      'the same destination with credentials': [
        { destination_conf: `${destination}&secret-access-key=canary` },
        undefined,
      ],
      'an unknown kind of owner': [{ object_type: 'user', object_id: 'x' }, undefined],
      'an owner that is no ID': [{ object_id: 'canary' }, undefined],
      'claims of other types': [
        { object_type: 1, object_id: [], destination_conf: {}, exp: 'soon' },
        undefined,
      ],
      'a time that is none': [{ exp: 1e300 }, undefined],
    }),
  )('with %s', (_, [changes, text]) => {
    const found = faultOfChallenge(tokenOf({ ...claims, ...changes }), job, now);
    if (text === undefined) expect(found).toBeUndefined();
    else expect(found?.text).toContain(text);
  });

  it.each([
    '',
    'a.b',
    `${header}.${encode([claims])}.s`,
    `${header}.${Buffer.from('{').toString('base64url')}.s`,
    `${header}.${encode(claims)}=.s`,
    `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64')}+/.s`,
    `.${encode(claims)}.s`,
    tokenOf({ ...claims, padding: 'x'.repeat(4096) }),
  ])('that is no JWT says nothing: %s', (token) => {
    expect(readChallenge(token)).toBeUndefined();
    expect(faultOfChallenge(token, job, now)).toBeUndefined();
  });

  it('can be any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.json()).map((parts) => parts.map((each) => encode(each)).join('.')),
        ),
        (token) => {
          expect(() => faultOfChallenge(token, job, now)).not.toThrow();
        },
      ),
    );
  });
});
