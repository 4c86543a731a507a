import { connect } from 'node:net';
import { callsRecorded, jobs, pick, rulesets, start, startBeforeAll, zoneId } from './support';

describe('the envelope and authentication', () => {
  const emulator = startBeforeAll();

  it('accepts every token and key pair of the fixture', async () => {
    const statuses = await Promise.all(
      [
        { authorization: 'Bearer second-token' },
        { authorization: '', 'x-auth-email': 'a@example.com', 'x-auth-key': 'k'.repeat(37) },
        // As the service's own provider sends it whose token is set to nothing.
        { authorization: 'Bearer ', 'x-auth-email': 'a@example.com', 'x-auth-key': 'k'.repeat(37) },
      ].map(async (headers) => {
        const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
        return (await fetch(emulator.url + rulesets, { headers: given })).status;
      }),
    );
    expect(statuses).toEqual([200, 200, 200]);
  });

  it.each<[string, Record<string, string>, number, number]>([
    ['without credentials', {}, 401, 10001],
    ['with half a key pair', { 'x-auth-email': 'a@example.com' }, 401, 10001],
    ['with an unknown token', { authorization: 'Bearer other' }, 403, 10000],
    ['with an empty token', { authorization: 'Bearer ' }, 400, 6003],
    ['with a scheme that is not Bearer', { authorization: 'Basic YTpi' }, 400, 6003],
    ['with keys of another', { 'x-auth-email': 'b@example.com', 'x-auth-key': 'k'.repeat(37) }, 403, 10000],
  ])('fails %s', async (_name, headers, status, code) => {
    const response = await fetch(emulator.url + rulesets, { headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      result: null,
      success: false,
      errors: [{ code }],
      messages: [],
    });
  });

  it.each<[string, string, string, number, number]>([
    ['an unknown path', 'GET', '/nothing', 404, 7003],
    ['the bare root', 'GET', '', 404, 7003],
    ['an unknown method', 'PATCH', rulesets, 405, 10405],
    ['another unknown method', 'OPTIONS', jobs, 405, 10405],
    ['a method no path has', 'PROPFIND', rulesets, 405, 10405],
    ['a method that is newer than the API', 'QUERY', jobs, 405, 10405],
    ['an identifier that is not 32 hexadecimal digits', 'GET', '/zones/abc/rulesets', 400, 7003],
    ['an identifier in upper case', 'GET', `/zones/${'A'.repeat(32)}/rulesets`, 400, 7003],
    ['an unknown zone', 'GET', `/zones/${'9'.repeat(32)}/rulesets`, 404, 7003],
    ['a job id that is no integer', 'GET', `${jobs}/abc`, 400, 7003],
    ['a job id with a leading zero', 'GET', `${jobs}/01`, 400, 7003],
    ['an unknown job', 'GET', `${jobs}/999`, 404, 1003],
    ['a trailing slash', 'GET', `${jobs}/`, 400, 7003],
    ['a path with a broken escape', 'GET', `${jobs}/%zz`, 400, 7003],
    ['instant logs, which are not there', 'GET', `/zones/${zoneId}/logpush/edge`, 404, 7003],
  ])('fails for %s', async (_name, method, path, status, code) => {
    const reply = await emulator.call(method, path);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([status, code]);
    expect(reply.body).toMatchObject({ result: null, success: false, messages: [] });
  });

  it.each<[string, string, string | undefined, number]>([
    ['a body that is not JSON', '{"name":', 'application/json', 6007],
    ['no body', '', 'application/json', 6007],
    ['a body that is an array', '[]', 'application/json', 6007],
    ['a body that is null', 'null', 'application/json', 6007],
    ['a body nested too deep', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'application/json', 6007],
    ['a content type that is not JSON', '{}', 'text/plain', 6003],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 6003],
    ['a content type that is no type', '{}', 'json', 6003],
  ])('fails for %s', async (_name, body, type, code) => {
    const reply = await emulator.call(
      'POST',
      rulesets,
      body,
      type === undefined ? {} : { 'content-type': type },
    );
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, code]);
  });

  it('accepts JSON with a charset', async () => {
    const reply = await emulator.call('POST', rulesets, '{}', {
      'content-type': 'application/json; charset=UTF-8',
    });
    expect(pick(reply.body, 'errors', 0, 'message')).toMatch(/not a valid value for name/);
  });

  it('replies to a request that is not HTTP with the envelope too', async () => {
    const { hostname, port } = new URL(emulator.url);
    const text = await new Promise<string>((resolve) => {
      let got = '';
      const socket = connect(Number(port), hostname, () => socket.write('nonsense\r\n\r\n'));
      socket
        .on('data', (chunk) => (got += chunk.toString()))
        .on('close', () => {
          resolve(got);
        });
    });
    expect(text).toMatch(/^HTTP\/1.1 400/);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ success: false, result: null });
  });

  it('closes despite connections that are kept alive and calls that hang', async () => {
    const short = await start();
    await short.call('GET', rulesets);
    await short.control('POST', '/faults', { kind: 'hang' });
    const hanging = short.call('GET', rulesets).catch(() => 'cut');
    await callsRecorded(short, 2);
    await short.close();
    expect(await hanging).toBe('cut');
  });
});
