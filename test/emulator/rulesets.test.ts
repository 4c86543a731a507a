import {
  accountId,
  customFieldRule,
  customFieldsPhase,
  emptyRuleset,
  hexId,
  pick,
  rulesets,
  startBeforeEach,
  textAt,
} from './support';

const entrypoint = `${rulesets}/phases/${customFieldsPhase}/entrypoint`;
const waf = 'http_request_firewall_managed';
const ofAccount = `/accounts/${accountId}/rulesets`;
const block = { action: 'block', expression: 'ip.src eq 192.0.2.1' };

describe('rulesets', () => {
  const emulator = startBeforeEach();

  const create = (more: object = {}) => emulator.result('POST', rulesets, { ...emptyRuleset, ...more });

  it('creates one in the first version, without rules', async () => {
    const made = await create();
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      name: 'Custom fields',
      description: 'what is logged',
      kind: 'zone',
      phase: customFieldsPhase,
      version: '1',
      last_updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
      rules: [],
    });
    expect(await emulator.result('GET', `${rulesets}/${textAt(made, 'id')}`)).toEqual(made);
    expect(await emulator.result('GET', entrypoint)).toEqual(made);
  });

  it('lists them without rules, with the managed ones', async () => {
    const made = await create({ rules: [customFieldRule({ cookie_fields: [{ name: 'A' }] })] });
    const list = await emulator.result('GET', rulesets);
    expect(list).toContainEqual(
      expect.objectContaining({ id: textAt(made, 'id'), kind: 'zone', version: '1' }),
    );
    expect(JSON.stringify(list)).not.toContain('"rules"');
    expect(managedOf(list)).toEqual([
      ['efb7b8c949ac4650a09736fc376e9aee', waf, 'firewall_managed'],
      ['4814384a9e5d4991b9815dcfc25d2f1f', waf, 'firewall_managed'],
      ['c2e184081120413c86c3ab7e14069605', waf, 'firewall_managed'],
      ['77454fe2d30c4220b5701f6fdfb893ba', waf, 'firewall_managed'],
      ['4d21379b4f9f4bb088e0729962c8b3cf', 'ddos_l7', undefined],
      ['70339d97bdb34195bbf054b1ebe81f76', 'http_request_sanitize', undefined],
    ]);
  });

  it.each([
    [rulesets, '70339d97bdb34195bbf054b1ebe81f76', 'Cloudflare Normalization Ruleset'],
    [rulesets, '77454fe2d30c4220b5701f6fdfb893ba', 'Cloudflare Managed Free Ruleset'],
    [ofAccount, '3b64149bfa6e4220bbbc2bd6db589552', 'Cloudflare L3/4 DDoS Ruleset'],
    [ofAccount, '77454fe2d30c4220b5701f6fdfb893ba', 'Cloudflare Managed Free Ruleset'],
  ])(
    'lists under %s the managed ruleset %s, %s, with a description, and reads it',
    async (list, id, name) => {
      const listed = expect.objectContaining({
        id,
        name,
        description: expect.stringMatching(/Cloudflare/) as string,
        kind: 'managed',
        version: expect.stringMatching(/^\d+$/) as string,
        last_updated: expect.any(String) as string,
      }) as object;
      expect(await emulator.result('GET', list)).toContainEqual(listed);
      expect(await emulator.result('GET', `${list}/${id}`)).toEqual(listed);
    },
  );

  it.each([
    [rulesets, '3b64149bfa6e4220bbbc2bd6db589552'],
    [ofAccount, '70339d97bdb34195bbf054b1ebe81f76'],
  ])('fails to read under %s the managed ruleset %s, which belongs elsewhere', async (list, id) => {
    expect(managedOf(await emulator.result('GET', list)).map(([each]) => each)).not.toContain(id);
    expect((await emulator.call('GET', `${list}/${id}`)).status).toBe(404);
  });

  it('pages the list by cursor', async () => {
    await create();
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await emulator.call('GET', `${rulesets}?per_page=2${cursor && `&cursor=${cursor}`}`);
      const ids = [0, 1].flatMap((at) => pick(page.body, 'result', at, 'id') ?? []);
      seen.push(...ids.map(String));
      expect(page.body).toMatchObject({ result_info: { count: ids.length, per_page: 2 } });
      const next = pick(page.body, 'result_info', 'cursor');
      cursor = typeof next === 'string' ? next : '';
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(7);
  });

  it.each(['per_page=0', 'per_page=x', 'cursor=nonsense', 'dry_run=maybe'])(
    'fails for ?%s',
    async (query) => {
      const reply = await emulator.call(
        query.startsWith('dry') ? 'POST' : 'GET',
        `${rulesets}?${query}`,
        query.startsWith('dry') ? emptyRuleset : undefined,
      );
      expect(reply.status).toBe(400);
    },
  );

  it('fails to create a second one for a phase', async () => {
    await create();
    const reply = await emulator.call('POST', rulesets, emptyRuleset);
    expect(reply.status).toBe(400);
    expect(pick(reply.body, 'errors')).toEqual([
      {
        code: 20217,
        message: `'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase ${customFieldsPhase}`,
        source: { pointer: '/kind' },
      },
    ]);
  });

  it('fails for an entry point that does not exist', async () => {
    const reply = await emulator.call('GET', entrypoint);
    expect(reply.status).toBe(404);
    expect(pick(reply.body, 'errors')).toEqual([
      { code: 10003, message: `could not find entrypoint ruleset in the ${customFieldsPhase} phase` },
    ]);
  });

  it('fails for an unknown ruleset', async () => {
    const reply = await emulator.call('GET', `${rulesets}/${hexId()}`);
    expect(reply.status).toBe(404);
    expect(textAt(reply.body, 'errors', 0, 'message')).toContain('could not find ruleset');
  });

  it.each<[string, object, RegExp]>([
    ['an unknown field', { ...emptyRuleset, colour: 1 }, /^invalid JSON: unknown field "colour"$/],
    ['no name', { ...emptyRuleset, name: undefined }, /^'' is not a valid value for name because/],
    ['a name that is a number', { ...emptyRuleset, name: 1 }, /field "name" must be a string/],
    ['the kind root', { ...emptyRuleset, kind: 'root' }, /^'root' is not a valid value for kind because/],
    ['no kind', { ...emptyRuleset, kind: undefined }, /not a valid value for kind/],
    ['a late phase', { ...emptyRuleset, phase: 'late' }, /^'late' is not a valid value for phase because/],
    ['rules that are an object', { ...emptyRuleset, rules: {} }, /field "rules" must be an array/],
  ])('fails to create with %s', async (_name, body, message) => {
    const reply = await emulator.call('POST', rulesets, body);
    expect(reply.status).toBe(400);
    expect(textAt(reply.body, 'errors', 0, 'message')).toMatch(message);
  });

  it.each(['kind', 'phase'])('fails for %s in the body of an entry point', async (field) => {
    const reply = await emulator.call('PUT', entrypoint, { rules: [], [field]: 'zone' });
    expect(reply.status).toBe(400);
    expect(pick(reply.body, 'errors', 0, 'message')).toBe(`invalid JSON: unknown field "${field}"`);
  });

  it('creates the entry point by the first PUT and replaces its rules by the next', async () => {
    const first = await emulator.result('PUT', entrypoint, {
      name: 'mine',
      rules: [customFieldRule({ cookie_fields: [{ name: 'A' }] })],
    });
    const second = await emulator.result('PUT', entrypoint, { description: 'new', rules: [] });
    expect(first).toMatchObject({
      name: 'mine',
      kind: 'zone',
      version: '1',
      rules: [{ enabled: true, version: '1' }],
    });
    expect(second).toMatchObject({
      id: textAt(first, 'id'),
      name: 'mine',
      version: '2',
      description: 'new',
      rules: [],
    });
  });

  it.each(['id', 'ref'])(
    'keeps a rule that is sent with its %s, and its version while nothing changes',
    async (by) => {
      const sent = { ...customFieldRule({ cookie_fields: [{ name: 'A' }] }), ref: 'stable' };
      const first = await emulator.result('PUT', entrypoint, { rules: [sent] });
      const ruleId = textAt(first, 'rules', 0, 'id');
      const identity = by === 'id' ? { id: ruleId, ref: 'stable' } : { ref: 'stable' };
      const second = await emulator.result('PUT', entrypoint, { rules: [{ ...sent, ...identity }] });
      expect(pick(second, 'rules')).toEqual(pick(first, 'rules'));
      const third = await emulator.result('PUT', entrypoint, {
        rules: [{ ...sent, ...identity, enabled: false }],
      });
      expect(third).toMatchObject({
        version: '3',
        rules: [{ id: ruleId, version: '2', enabled: false, ref: 'stable' }],
      });
    },
  );

  it('gives a rule without id and ref a new identity on every PUT', async () => {
    const rules = [customFieldRule({ cookie_fields: [{ name: 'A' }] })];
    const first = await emulator.result('PUT', entrypoint, { rules });
    const second = await emulator.result('PUT', entrypoint, { rules });
    expect(textAt(first, 'rules', 0, 'id')).not.toBe(textAt(second, 'rules', 0, 'id'));
    expect(textAt(first, 'rules', 0, 'ref')).toBe(textAt(first, 'rules', 0, 'id'));
  });

  it('accepts the empty id, version and ref of a copied configuration', async () => {
    const rule = customFieldRule({ cookie_fields: [{ name: 'A' }] }, { id: '', version: '', ref: '' });
    const made = await emulator.result('PUT', entrypoint, { rules: [rule] });
    expect(textAt(made, 'rules', 0, 'id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[string, object[]]>([
    ['an id no rule has', [{ ...block, id: hexId() }]],
    ['a ref that stands twice', Array(2).fill({ ...block, ref: 'same' })],
  ])('fails for %s', async (_name, rules) => {
    const reply = await emulator.call('PUT', `${rulesets}/phases/http_request_firewall_custom/entrypoint`, {
      rules,
    });
    expect(reply.status).toBe(400);
  });

  it.each(['name', 'kind', 'phase'])('fails to change the %s', async (field) => {
    const id = textAt(await create(), 'id');
    const reply = await emulator.call('PUT', `${rulesets}/${id}`, { rules: [], [field]: 'other' });
    expect(reply.status).toBe(400);
    expect(pick(reply.body, 'errors', 0, 'source', 'pointer')).toBe(`/${field}`);
  });

  it('fails to change a managed ruleset, which can be read', async () => {
    const path = `${rulesets}/4814384a9e5d4991b9815dcfc25d2f1f`;
    expect(await emulator.result('GET', path)).toMatchObject({
      kind: 'managed',
      rules: [{ action: 'block' }],
    });
    expect((await emulator.call('PUT', path, { rules: [] })).status).toBe(403);
    expect((await emulator.call('DELETE', path)).status).toBe(403);
  });

  it('adds a rule at a place, changes it, and removes it once', async () => {
    const path = `${rulesets}/${textAt(await create({ phase: 'http_request_firewall_custom' }), 'id')}/rules`;
    await emulator.result('POST', path, { ...block, ref: 'one' });
    const added = await emulator.result('POST', path, { ...block, ref: 'two', position: { index: 1 } });
    expect(refs(added)).toEqual(['two', 'one']);
    const rule = `${path}/${textAt(added, 'rules', 0, 'id')}`;
    const changed = await emulator.result('PATCH', rule, { ...block, action: 'log', ref: 'two' });
    expect(pick(changed, 'rules', 0)).toMatchObject({ version: '2', action: 'log' });
    expect(refs(await emulator.result('DELETE', rule))).toEqual(['one']);
    expect((await emulator.call('DELETE', rule)).status).toBe(404);
  });

  it.each<[string, object, RegExp]>([
    [
      'an expression',
      { action: 'block' },
      /"code":20125,"message":"'' is not a valid value for expression because the expression cannot be blank"/,
    ],
    [
      'an action',
      { action_parameters: {}, expression: 'true' },
      /"action is required for action parameters"/,
    ],
    ['a known action', { action: 'allow', expression: 'true' }, /"unknown variant for action: allow"/],
    [
      'an action of its phase',
      { action: 'log_custom_field', expression: 'true' },
      /"'log_custom_field' is not a valid value for action because/,
    ],
    ['a place that is there', { ...block, position: { index: 9 } }, /not a valid value for index/],
    ['one place', { ...block, position: { index: 1, after: '' } }, /not a valid value for position/],
    ['known fields', { ...block, colour: 1 }, /unknown field \\"colour\\"/],
  ])('fails to add a rule without %s', async (_name, rule, error) => {
    const path = `${rulesets}/${textAt(await create({ phase: 'http_request_firewall_custom' }), 'id')}`;
    const reply = await emulator.call('POST', `${path}/rules`, rule);
    expect([reply.status, reply.text]).toEqual([400, expect.stringMatching(error)]);
  });

  it('keeps all versions, and deletes one on demand', async () => {
    const path = `${rulesets}/${textAt(await create(), 'id')}`;
    await emulator.result('PUT', path, { rules: [customFieldRule({ cookie_fields: [{ name: 'A' }] })] });
    await emulator.result('PUT', path, { rules: [] });
    const list = await emulator.result('GET', `${path}/versions`);
    expect([0, 1, 2].map((at) => pick(list, at, 'version'))).toEqual(['1', '2', '3']);
    expect(JSON.stringify(list)).not.toContain('"rules"');
    expect(await emulator.result('GET', `${path}/versions/2`)).toMatchObject({
      version: '2',
      rules: [{ version: '1' }],
    });
    expect(await emulator.result('GET', `${entrypoint}/versions/3`)).toMatchObject({
      version: '3',
      rules: [],
    });
    expect((await emulator.call('DELETE', `${path}/versions/2`)).status).toBe(204);
    expect((await emulator.call('GET', `${path}/versions/2`)).status).toBe(404);
  });

  it('is as in the version before its newest one, once that is deleted, and uses its number no more', async () => {
    const path = `${rulesets}/${textAt(await create(), 'id')}`;
    const cookies = { rules: [customFieldRule({ cookie_fields: [{ name: 'A' }] })] };
    const second = await emulator.result('PUT', path, cookies);
    await emulator.result('PUT', path, { rules: [] });
    expect((await emulator.call('DELETE', `${path}/versions/3?dry_run=true`)).status).toBe(204);
    expect(await emulator.result('GET', path)).toMatchObject({ version: '3', rules: [] });
    expect((await emulator.call('DELETE', `${path}/versions/3`)).status).toBe(204);
    expect(await emulator.result('GET', path)).toEqual(second);
    expect((await emulator.call('DELETE', `${path}/versions/2`)).status).toBe(204);
    expect(await emulator.result('PUT', path, cookies)).toMatchObject({ version: '4' });
    for (const number of ['4', '1'])
      expect([number, (await emulator.call('DELETE', `${path}/versions/${number}`)).status]).toEqual([
        number,
        number === '4' ? 204 : 400,
      ]);
  });

  it('has no versions before it exists', async () => {
    expect(await emulator.result('GET', `${entrypoint}/versions`)).toEqual([]);
    const one = await emulator.call('GET', `${entrypoint}/versions/1`);
    expect([one.status, pick(one.body, 'errors', 0, 'code')]).toEqual([404, 10003]);
    expect((await emulator.call('GET', `${rulesets}/${hexId()}/versions`)).status).toBe(404);
  });

  it.each(['by its id', 'at its entry point'])('keeps its rules in a PUT without rules, %s', async (way) => {
    const made = await create({ rules: [customFieldRule({ cookie_fields: [{ name: 'A' }] })] });
    const path = way === 'by its id' ? `${rulesets}/${textAt(made, 'id')}` : entrypoint;
    const changed = await emulator.result('PUT', path, { description: 'other' });
    expect(changed).toMatchObject({ version: '2', description: 'other', rules: pick(made, 'rules') });
  });

  it('is created without rules by a PUT of its entry point without them', async () => {
    const made = await emulator.result('PUT', entrypoint, { description: 'empty' });
    expect(made).toMatchObject({ version: '1', description: 'empty', rules: [] });
  });

  it('keeps the rules that a PUT names by their ids alone, in the order of the body', async () => {
    const made = await create({
      phase: 'http_request_firewall_custom',
      rules: [block, { ...block, ref: 'b' }],
    });
    const [first, second] = [0, 1].map((at) => pick(made, 'rules', at));
    const path = `${rulesets}/${textAt(made, 'id')}`;
    const ids = [{ id: textAt(second, 'id') }, { id: textAt(first, 'id') }];
    expect(await emulator.result('PUT', path, { rules: ids })).toMatchObject({ rules: [second, first] });
    const unknown = await emulator.call('PUT', path, { rules: [{ id: hexId() }] });
    expect([unknown.status, pick(unknown.body, 'errors', 0, 'source')]).toEqual([
      400,
      { pointer: '/rules/0/id' },
    ]);
  });

  it.each<[string, (ids: readonly string[]) => object, string]>([
    ['before the first', () => ({ before: '' }), 'bacd'],
    ['before another', ([a]) => ({ before: a }), 'bacd'],
    ['after another', ([, , c]) => ({ after: c }), 'acbd'],
    ['after the last', () => ({ after: '' }), 'acdb'],
    ['to an index', () => ({ index: 3 }), 'acbd'],
  ])('moves a rule %s, and changes nothing else of it', async (_name, position, order) => {
    const rules = ['a', 'b', 'c', 'd'].map((ref) => ({ ...block, ref }));
    const made = await create({ phase: 'http_request_firewall_custom', rules });
    const ids = [0, 1, 2, 3].map((at) => textAt(made, 'rules', at, 'id'));
    const path = `${rulesets}/${textAt(made, 'id')}/rules/${ids[1] ?? ''}`;
    const moved = await emulator.result('PATCH', path, { position: position(ids) });
    expect([0, 1, 2, 3].map((at) => textAt(moved, 'rules', at, 'ref')).join('')).toBe(order);
    expect(pick(moved, 'version')).toBe('2');
    expect(pick(moved, 'rules', order.indexOf('b'))).toEqual(pick(made, 'rules', 1));
  });

  it('says where rules of the WAF come from', async () => {
    const made = await emulator.result('PUT', `${rulesets}/phases/${waf}/entrypoint`, { rules: [] });
    expect(made).toMatchObject({ source: 'firewall_managed' });
    expect(await create()).not.toHaveProperty('source');
  });

  it('deletes with 204 and no body, and allows another one', async () => {
    const reply = await emulator.call('DELETE', `${rulesets}/${textAt(await create(), 'id')}`);
    expect([reply.status, reply.text]).toEqual([204, '']);
    await create();
  });

  it('fails to delete one that a rule executes', async () => {
    const id = textAt(await create({ phase: 'http_request_firewall_custom' }), 'id');
    await emulator.result('PUT', `${rulesets}/phases/${waf}/entrypoint`, {
      rules: [{ action: 'execute', expression: 'true', action_parameters: { id } }],
    });
    expect((await emulator.call('DELETE', `${rulesets}/${id}`)).status).toBe(400);
  });

  it('validates a dry run and saves nothing', async () => {
    const made = await create();
    const path = `${rulesets}/${textAt(made, 'id')}`;
    const dry = await emulator.call('PUT', `${path}?dry_run=true`, {
      rules: [customFieldRule({ cookie_fields: [{ name: 'A' }] })],
    });
    expect([dry.status, pick(dry.body, 'result')]).toEqual([200, null]);
    expect((await emulator.call('PUT', `${path}?dry_run=true`, { rules: [block] })).status).toBe(400);
    expect((await emulator.call('DELETE', `${path}?dry_run=true`)).status).toBe(204);
    expect(await emulator.result('GET', path)).toEqual(made);
  });

  it('executes the latest version, unless the rule says which, and a rule sent as it was read is unchanged', async () => {
    const path = `${rulesets}/phases/${waf}/entrypoint`;
    const deploy = { action: 'execute', expression: 'true', action_parameters: { id: hexId() } };
    const fixed = { ...deploy, action_parameters: { id: hexId(), version: '3' } };
    const made = await emulator.result('PUT', path, { rules: [deploy, fixed] });
    expect([0, 1].map((at) => pick(made, 'rules', at, 'action_parameters', 'version'))).toEqual([
      'latest',
      '3',
    ]);
    const again = await emulator.result('PUT', path, { rules: pick(made, 'rules') });
    expect(pick(again, 'rules')).toEqual(pick(made, 'rules'));
    await emulator.control('PUT', '/quirks', { serviceWording: false });
    expect(await emulator.result('GET', path)).toMatchObject({ rules: [{ version: '1' }, fixed] });
    expect(pick(await emulator.result('GET', path), 'rules', 0, 'action_parameters')).toEqual(
      deploy.action_parameters,
    );
  });

  it.each<[string, object | undefined, RegExp]>([
    ['no parameters', undefined, /action_parameters/],
    ['an id that is none', { id: 'x' }, /^'x' is not a valid value for id because/],
    ['no overrides inside overrides', { id: hexId(), overrides: {} }, /overrides/],
    ['no id of a rule', { id: hexId(), overrides: { rules: [{ enabled: false }] } }, /valid value for id/],
    ['an empty override', { id: hexId(), overrides: { rules: [{ id: hexId() }] } }, /overrides nothing/],
    ['text as enabled', { id: hexId(), overrides: { enabled: 'yes' } }, /field "enabled" must be a boolean/],
  ])('fails to execute with %s', async (_name, parameters, message) => {
    const rule = {
      action: 'execute',
      expression: 'true',
      ...(parameters && { action_parameters: parameters }),
    };
    const reply = await emulator.call('PUT', `${rulesets}/phases/${waf}/entrypoint`, { rules: [rule] });
    expect(reply.status).toBe(400);
    expect(textAt(reply.body, 'errors', 0, 'message')).toMatch(message);
  });
});

/** The id, the phase and the source of each managed ruleset of a list. */
function managedOf(list: unknown): unknown[][] {
  return (list as object[])
    .filter((each) => pick(each, 'kind') === 'managed')
    .map((each) => ['id', 'phase', 'source'].map((key) => pick(each, key)));
}

function refs(ruleset: unknown): unknown[] {
  const rules = pick(ruleset, 'rules');
  return Array.isArray(rules) ? rules.map((rule) => pick(rule, 'ref')) : [];
}
