import {
  accountId,
  customFieldsPhase,
  hexId,
  pick,
  rulesets,
  start,
  startBeforeEach,
  textAt,
} from './support';

const ofAccount = `/accounts/${accountId}/rulesets`;
const firewall = 'http_request_firewall_custom';
const entrypoint = `${ofAccount}/phases/${firewall}/entrypoint`;
const block = { action: 'block', expression: 'ip.src eq 192.0.2.1' };
const custom = { name: 'My ruleset', kind: 'custom', phase: firewall };
const root = { name: 'My ruleset', kind: 'root', phase: firewall };
const execute = (id: string, expression = 'cf.zone.plan eq "ENT"') => ({
  action: 'execute',
  expression,
  action_parameters: { id },
});
const skip = (expression: string) => ({
  action: 'skip',
  expression,
  action_parameters: { ruleset: 'current' },
});

describe('rulesets of an account', () => {
  const emulator = startBeforeEach();

  it('deploys a custom ruleset by the root ruleset, and deletes both in the order of their references', async () => {
    const rules = await emulator.result('POST', ofAccount, { ...custom, rules: [block] });
    const deployed = textAt(rules, 'id');
    const made = await emulator.result('POST', ofAccount, { ...root, rules: [execute(deployed)] });
    expect(made).toMatchObject({ ...root, version: '1', rules: [execute(deployed)] });
    expect(await emulator.result('GET', entrypoint)).toEqual(made);
    const path = `${ofAccount}/${textAt(made, 'id')}`;

    const updated = await emulator.result('PUT', path, {
      ...root,
      description: 'deploys',
      rules: [{ ...execute(deployed), id: textAt(made, 'rules', 0, 'id'), enabled: false }],
    });
    expect(updated).toMatchObject({
      version: '2',
      description: 'deploys',
      rules: [{ id: textAt(made, 'rules', 0, 'id'), version: '2', enabled: false }],
    });
    expect(await emulator.result('GET', `${path}/versions/1`)).toEqual(made);

    for (const way of [deployed, `${deployed}/versions/1`]) {
      const refused = await emulator.call('DELETE', `${ofAccount}/${way}`);
      expect([refused.status, textAt(refused.body, 'errors', 0, 'message')]).toEqual([
        400,
        expect.stringContaining('because the rule'),
      ]);
    }
    for (const id of [textAt(made, 'id'), deployed])
      expect((await emulator.call('DELETE', `${ofAccount}/${id}`)).status).toBe(204);
    expect((await emulator.call('GET', entrypoint)).status).toBe(404);
  });

  it('has many custom rulesets for a phase beside its only root ruleset', async () => {
    for (const name of ['one', 'two']) await emulator.result('POST', ofAccount, { ...custom, name });
    expect((await emulator.call('GET', entrypoint)).status).toBe(404);
    const made = await emulator.result('POST', ofAccount, root);
    expect(await emulator.result('GET', entrypoint)).toEqual(made);
    const second = await emulator.call('POST', ofAccount, { ...root, name: 'Second' });
    expect([second.status, pick(second.body, 'errors', 0, 'code')]).toEqual([400, 20217]);
    const list = await emulator.result('GET', ofAccount);
    expect(kinds(list)).toEqual(expect.arrayContaining(['custom', 'custom', 'root', 'managed']));
  });

  it('lists its custom rulesets for its zones, which can deploy and not read them', async () => {
    const id = textAt(await emulator.result('POST', ofAccount, { ...custom, rules: [block] }), 'id');
    await emulator.result('POST', ofAccount, root);
    const list = (await emulator.result('GET', rulesets)) as { id: string; kind: string }[];
    expect(list.filter(({ kind }) => kind !== 'managed')).toEqual([
      expect.objectContaining({ id, ...custom }),
    ]);
    expect((await emulator.call('GET', `${rulesets}/${id}`)).status).toBe(404);
    const deploy = { rules: [execute(id, 'true')] };
    await emulator.result('PUT', `${rulesets}/phases/${firewall}/entrypoint`, deploy);
    expect((await emulator.call('DELETE', `${ofAccount}/${id}`)).status).toBe(400);
  });

  it('lets a zone have custom rulesets of its own beside its entry point', async () => {
    const made = await emulator.result('POST', rulesets, { ...custom, rules: [block] });
    expect(await emulator.result('GET', `${rulesets}/${textAt(made, 'id')}`)).toEqual(made);
    expect((await emulator.call('GET', `${rulesets}/phases/${firewall}/entrypoint`)).status).toBe(404);
    const deploy = { rules: [execute(textAt(made, 'id'), 'true')] };
    await emulator.result('PUT', `${rulesets}/phases/${firewall}/entrypoint`, deploy);
  });

  it.each([
    'cf.zone.plan eq "ENT"',
    '(cf.zone.plan eq "ENT")',
    '(http.host eq "a.example" or http.host eq "b.example") and cf.zone.plan eq "ENT"',
    '(http.host eq "a.example") && (cf.zone.plan == "ENT")',
  ])('has an exception and a deployment for %s', async (expression) => {
    const rules = [skip(expression), execute(hexId(), expression)];
    expect(await emulator.result('PUT', entrypoint, { rules })).toMatchObject({ rules });
  });

  it.each([
    ['an exception', skip('http.host eq "a.example"')],
    ['an exception', skip('http.host eq "a.example" or cf.zone.plan eq "ENT"')],
    ['an exception', skip('cf.zone.plan eq "ENT" and http.host eq "a.example"')],
    ['a deployment of a custom ruleset', execute(hexId(), 'true')],
  ])('fails for %s that is not for Enterprise zones alone: %j', async (_name, rule) => {
    const reply = await emulator.call('PUT', entrypoint, { rules: [block, rule] });
    expect([reply.status, pick(reply.body, 'errors', 0, 'source')]).toEqual([
      400,
      { pointer: '/rules/1/expression' },
    ]);
    await emulator.result('POST', ofAccount, { ...custom, rules: [rule] });
    await emulator.result('PUT', `${rulesets}/phases/${firewall}/entrypoint`, { rules: [rule] });
  });

  it('creates the root ruleset of a phase by the PUT of its entry point', async () => {
    const made = await emulator.result('PUT', `${entrypoint}?waf_migration=pending`, { rules: [block] });
    expect(made).toMatchObject({ kind: 'root', name: 'default', version: '1', rules: [block] });
    expect(await emulator.result('GET', `${entrypoint}/versions`)).toHaveLength(1);
  });

  it('keeps the rulesets of an account and of its zones apart, with one id for both', async () => {
    const shared = hexId();
    const own = await start({
      fixture: {
        accounts: [{ id: shared, name: 'Account', rulesets: [{ ...root, rules: [block] }] }],
        zones: [{ id: shared, account_id: shared, name: 'one.example', plan: 'enterprise' }],
      },
    });
    const list = await own.result('GET', `/accounts/${shared}/rulesets`);
    expect(kinds(list)).toContain('root');
    expect(kinds(await own.result('GET', `/zones/${shared}/rulesets`))).not.toContain('root');
    const id = textAt(list, 0, 'id');
    expect((await own.call('GET', `/zones/${shared}/rulesets/${id}`)).status).toBe(404);
  });

  it.each<[string, string, object, RegExp]>([
    ['the kind of a zone', ofAccount, { ...root, kind: 'zone' }, /^'zone' is not a valid value for kind/],
    ['a kind that no one can make', ofAccount, { ...root, kind: 'managed' }, /a valid value for kind/],
    [
      'a kind of an account in a zone',
      rulesets,
      root,
      /^'root' is not a valid value for kind because a ruleset of a zone is of the kind zone or custom$/,
    ],
    [
      'the phase of custom log fields, which a zone has',
      ofAccount,
      { ...root, phase: customFieldsPhase },
      /^'http_log_custom_fields' is not a valid value for phase because/,
    ],
  ])('fails for %s', async (_name, path, body, message) => {
    const reply = await emulator.call('POST', path, body);
    expect(reply.status).toBe(400);
    expect(textAt(reply.body, 'errors', 0, 'message')).toMatch(message);
  });
});

function kinds(list: unknown): unknown[] {
  return Array.isArray(list) ? list.map((each) => pick(each, 'kind')) : [];
}
