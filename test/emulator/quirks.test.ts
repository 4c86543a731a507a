import {
  accountId,
  customFieldRule,
  customFieldsPhase,
  freeDestination,
  jobs,
  pick,
  rulesets,
  start,
  textAt,
  type Running,
} from './support';

describe('quirks', () => {
  let emulator: Running;
  beforeEach(async () => {
    emulator = await start();
    await emulator.result('POST', jobs, { destination_conf: freeDestination });
    await emulator.result('PUT', `${rulesets}/phases/${customFieldsPhase}/entrypoint`, {
      rules: [customFieldRule({ cookie_fields: [{ name: 'A' }, { name: 'B' }] }, { enabled: false })],
    });
  });

  const set = (quirks: object) => emulator.control('PUT', '/quirks', quirks);
  const first = async () => pick(await emulator.result('GET', jobs), 0);
  const ruleset = () => emulator.result('GET', `${rulesets}/phases/${customFieldsPhase}/entrypoint`);

  it('are off, except for the wording of the service, and can be read', async () => {
    expect((await emulator.control('GET', '/quirks')).body).toEqual({
      shuffleKeys: false,
      shuffleArrays: false,
      omitZeroValues: false,
      unknownFields: false,
      serviceWording: true,
    });
  });

  it('reorder keys and change nothing else', async () => {
    const before = await first();
    await set({ shuffleKeys: true });
    const after = await first();
    expect(after).toEqual(before);
    expect(Object.keys(after as object)).not.toEqual(Object.keys(before as object));
  });

  it('reorder the arrays without a meaningful order', async () => {
    await set({ shuffleArrays: true });
    expect(pick(await ruleset(), 'rules', 0, 'action_parameters', 'cookie_fields')).toEqual([
      { name: 'B' },
      { name: 'A' },
    ]);
  });

  it('omit zero values, but not the false of a rule, whose absence means true', async () => {
    await set({ omitZeroValues: true });
    expect(Object.keys((await first()) as object).sort()).toEqual([
      'dataset',
      'destination_conf',
      'frequency',
      'id',
    ]);
    const rule = pick(await ruleset(), 'rules', 0);
    expect(rule).toMatchObject({ enabled: false });
    expect(rule).not.toHaveProperty('description');
  });

  it('add an unknown field to every object of the result and not to the envelope', async () => {
    await set({ unknownFields: true });
    const reply = await emulator.call('GET', `${rulesets}/phases/${customFieldsPhase}/entrypoint`);
    expect(Object.keys(reply.body as object).sort()).toEqual(['errors', 'messages', 'result', 'success']);
    for (const path of [[], ['rules', 0], ['rules', 0, 'action_parameters', 'cookie_fields', 1]])
      expect(pick(reply.body, 'result', ...path)).toHaveProperty('added_tomorrow');
  });

  it('word the defaults of rules as the service does, or leave them out', async () => {
    const path = `${rulesets}/phases/http_request_firewall_custom/entrypoint`;
    const skip = { action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } };
    const limit = { characteristics: ['ip.src', 'cf.colo.id'], period: 60, requests_per_period: 9 };
    const rules = [
      skip,
      { ...skip, logging: { enabled: false } },
      { action: 'block', expression: 'true', ratelimit: limit },
      { action: 'block', expression: 'true', ratelimit: { ...limit, mitigation_timeout: 30 } },
      { action: 'block', expression: 'true' },
    ];
    await emulator.result('PUT', path, { rules });
    const worded = async (key: string) =>
      ((await emulator.result('GET', path)) as { rules: object[] }).rules.map((rule) => pick(rule, key));
    expect(await worded('logging')).toEqual([
      { enabled: true },
      { enabled: false },
      undefined,
      undefined,
      undefined,
    ]);
    expect(await worded('ratelimit')).toEqual([
      undefined,
      undefined,
      { ...limit, mitigation_timeout: 0 },
      { ...limit, mitigation_timeout: 30 },
      undefined,
    ]);
    await set({ serviceWording: false });
    expect(await worded('logging')).toEqual(rules.map((rule) => pick(rule, 'logging')));
    expect(await worded('ratelimit')).toEqual(rules.map((rule) => pick(rule, 'ratelimit')));
    await set({ omitZeroValues: true });
    expect((await worded('logging'))[1]).toEqual({ enabled: false });
  });

  it('keep the logging of a skip rule through a change of something else', async () => {
    const path = `${rulesets}/phases/http_request_firewall_custom/entrypoint`;
    const skip = { action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } };
    const made = await emulator.result('PUT', path, { rules: [skip] });
    const rule = `${rulesets}/${textAt(made, 'id')}/rules/${textAt(pick(made, 'rules', 0), 'id')}`;
    const changed = await emulator.result('PATCH', rule, { ...skip, expression: 'ip.src eq 192.0.2.1' });
    expect(pick(changed, 'rules', 0)).toMatchObject({
      expression: 'ip.src eq 192.0.2.1',
      logging: { enabled: true },
    });
  });

  it('word what a policy lacks as the service does, or with empty values', async () => {
    const policies = `/accounts/${accountId}/alerting/v3/policies`;
    const mechanisms = { email: [{ id: 'ops@example.com' }] };
    const policy = { name: 'p', enabled: true, alert_type: 'incident_alert', mechanisms };
    await emulator.result('POST', policies, policy);
    const read = async () => pick(await emulator.result('GET', policies), 0);
    const served = await read();
    expect(served).not.toHaveProperty('filters');
    await set({ serviceWording: false });
    expect(await read()).toEqual({ ...(served as object), description: '', filters: {} });
  });

  it.each([{ colour: true }, { shuffleKeys: 1 }, []])('fail for %j', async (body) => {
    expect((await set(body)).status).toBe(400);
  });
});
