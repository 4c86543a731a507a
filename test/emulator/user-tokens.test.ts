import { pick, request, start, textAt } from './support';

const path = '/user/tokens/verify';

describe('a token', () => {
  it('is verified, with an id that stays the same and does not reveal it', async () => {
    const emulator = await start();
    const reply = await emulator.call('GET', path);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        result: { id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, status: 'active' },
        success: true,
        errors: [],
        messages: [{ code: 10000, message: 'This API Token is valid and active', type: null }],
      },
    ]);
    const other = await emulator.call('GET', path, undefined, { authorization: 'Bearer second-token' });
    const ids = [reply, reply, other].map(({ body }) => textAt(body, 'result', 'id'));
    expect(new Set(ids).size).toBe(2);
    expect(await emulator.result('GET', path)).toEqual(pick(reply.body, 'result'));
  });

  it('is not verified when it is unknown, or where there is none', async () => {
    const emulator = await start();
    const unknown = await emulator.call('GET', path, undefined, { authorization: 'Bearer unknown' });
    expect([unknown.status, pick(unknown.body, 'errors', 0, 'code')]).toEqual([403, 10000]);
    const { email, key } = emulator;
    const pair = await request('GET', emulator.url + path, undefined, {
      'x-auth-email': email,
      'x-auth-key': key,
    });
    expect([pair.status, pick(pair.body, 'errors', 0, 'code')]).toEqual([400, 1001]);
  });
});
