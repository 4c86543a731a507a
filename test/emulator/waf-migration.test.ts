import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plans } from '../../lib/emulator/world';
import { sample } from '../support/exhaustive';
import { hexId, pick, start, textAt, zoneId, type Running } from './support';
import {
  bypassRules,
  clock,
  entrypoint,
  executeRule,
  hour,
  managedPhase,
  managedRuleset,
  migration,
  owaspPackage,
  putEntrypoint,
  statusOf,
  zoneWith,
} from './waf-world';
import { makeFolder } from '../support/folder';

const check = `${migration}/check?phase_two=1`;
const config = `${migration}/config?phase_two=1`;
const overrides = `/zones/${zoneId}/firewall/waf/overrides`;
const override = { urls: ['one.example/login'], rules: {}, paused: true };

const rulesOf = (ruleset: unknown) => pick(ruleset, 'rules') as object[];

const both = ['enabled', 'enabled', 'start'];
const newOnly = ['disabled', 'enabled', 'complete'];

describe('the migration of a zone', () => {
  let emulator: Running;
  const time = clock();
  beforeEach(async () => {
    emulator = await start({ fixture: zoneWith(), now: time.now, wafCutoverMs: hour });
  });

  it('is checked, read, validated and completed', async () => {
    expect(await emulator.result('GET', check)).toEqual({ compatible: true, migration_state: 'start' });
    const configuration = await emulator.result('GET', config);
    const rules = pick(configuration, 'rules') as object[];
    expect(rules).toMatchObject([
      { id: '', version: '', ref: '', action: 'execute', expression: 'true', enabled: true },
      { action: 'execute' },
    ]);
    const bare = rules.map((rule) =>
      Object.fromEntries(Object.entries(rule).filter(([key]) => !['id', 'version', 'ref'].includes(key))),
    );
    expect((await putEntrypoint(emulator, 'validation', bare)).status).toBe(200);
    expect(await emulator.result('GET', check)).toEqual({ compatible: true, migration_state: 'validation' });
    const done = await emulator.result(
      'PUT',
      `${entrypoint}?waf_migration=pending&phase_two=1`,
      configuration,
    );
    expect(done).toMatchObject({
      kind: 'zone',
      phase: managedPhase,
      version: '2',
      rules: [{ id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, version: '1', action: 'execute' }, {}],
    });
    expect(await emulator.result('GET', `${migration}/status`)).toMatchObject({ source: 'zone' });
  });

  it('shows an unchanged zone with the source defaults', async () => {
    expect(await emulator.result('GET', `${migration}/status`)).toEqual({
      old_waf_status: 'enabled',
      new_waf_status: 'disabled',
      migration_state: 'start',
      source: 'defaults',
      created: expect.any(String) as string,
    });
    await emulator.result('PATCH', `/zones/${zoneId}/settings/waf`, { value: 'off' });
    expect(await statusOf(emulator)).toEqual(['disabled', 'disabled', 'start']);
  });

  it.each(['id', 'version', 'ref'])(
    'fails to validate rules that carry %s, even an empty one',
    async (key) => {
      const reply = await putEntrypoint(emulator, 'validation', [{ ...executeRule, [key]: '' }]);
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(`rules[0].${key}`)]);
      expect(await statusOf(emulator)).toEqual(['enabled', 'disabled', 'start']);
    },
  );

  it.each(['', '&phase_two=', '&phase_two=0', '&phase_two=true'])(
    'fails without phase_two=1: %j',
    async (query) => {
      const calls = [
        await emulator.call('GET', `${migration}/check?x=1${query}`),
        await emulator.call('GET', `${migration}/config?x=1${query}`),
        await emulator.call('PUT', `${entrypoint}?waf_migration=pending${query}`, { rules: [executeRule] }),
      ];
      expect(calls.map(({ status }) => status)).toEqual([400, 400, 400]);
      for (const { text } of calls) expect(text).toContain('phase_two');
    },
  );

  it('fails with an unknown value or phase, and without rules', async () => {
    for (const mode of ['', '0', '3', 'complete', 'PENDING'])
      expect((await putEntrypoint(emulator, mode)).text).toContain('waf_migration');
    const other = entrypoint.replace(managedPhase, 'http_request_firewall_custom');
    const rule = { action: 'block', expression: 'true' };
    const reply = await emulator.call('PUT', `${other}?waf_migration=1&phase_two=1`, { rules: [rule] });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(managedPhase)]);
    expect((await emulator.call('PUT', `${entrypoint}?waf_migration=1&phase_two=1`, {})).status).toBe(400);
    expect(await statusOf(emulator)).toEqual(['enabled', 'disabled', 'start']);
  });

  it('fails while the zone has a URL override, paused or not', async () => {
    const id = textAt(await emulator.result('POST', overrides, override), 'id');
    expect(await emulator.result('GET', check)).toEqual({ compatible: false, migration_state: 'start' });
    for (const reply of [await emulator.call('GET', config), await putEntrypoint(emulator, 'pending')])
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining(id)]);
    await emulator.result('DELETE', `${overrides}/${id}`);
    expect(await emulator.result('GET', check)).toMatchObject({ compatible: true });
    expect((await putEntrypoint(emulator, 'pending')).status).toBe(200);
  });

  it('is only validated in a dry run', async () => {
    const dry = `${entrypoint}?waf_migration=pending&phase_two=1&dry_run=true`;
    expect((await emulator.call('PUT', dry, { rules: [executeRule] })).status).toBe(200);
    expect(await statusOf(emulator)).toEqual(['enabled', 'disabled', 'start']);
    await emulator.result('POST', overrides, override);
    expect((await emulator.call('PUT', dry, { rules: [executeRule] })).status).toBe(400);
  });

  it('saves the configuration of a repeated call, and continues the same cutover', async () => {
    await putEntrypoint(emulator, 'pending');
    time.move(hour - 1);
    expect(await statusOf(emulator)).toEqual(both);
    const reply = await putEntrypoint(emulator, 'pending', [{ ...executeRule, description: 'again' }]);
    expect(reply.text).toContain('again');
    time.move(1);
    expect(await statusOf(emulator)).toEqual(newOnly);
    time.move(-hour);
    expect(await statusOf(emulator)).toEqual(newOnly);
  });

  it('shows the status with and without phase_two', async () => {
    const plain = await emulator.result('GET', `${migration}/status`);
    expect(plain).toMatchObject({ migration_state: 'start' });
    expect(await emulator.result('GET', `${migration}/status?phase_two=1`)).toEqual(plain);
  });

  it('accepts rules with their existing ids or none', async () => {
    await putEntrypoint(emulator, 'validation', [executeRule, { ...executeRule, description: 'second' }]);
    const [first, second] = rulesOf(await emulator.result('GET', entrypoint));
    const last = { ...executeRule, id: '', version: '', ref: '', description: 'third' };
    const reply = await putEntrypoint(emulator, 'pending', [
      { ...second, enabled: false },
      last,
      first ?? {},
    ]);
    expect(reply.status).toBe(200);
    expect(rulesOf(pick(reply.body, 'result'))).toMatchObject([
      { id: textAt(second, 'id'), ref: textAt(second, 'ref'), version: '2', enabled: false },
      { id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, version: '1', description: 'third' },
      { id: textAt(first, 'id'), version: '1' },
    ]);
    const unknown = await putEntrypoint(emulator, 'pending', [{ ...executeRule, id: hexId() }]);
    expect([unknown.status, pick(unknown.body, 'errors', 0, 'source', 'pointer')]).toEqual([
      400,
      '/rules/0/id',
    ]);
  });

  it('saves nothing and changes no state when one rule is invalid', async () => {
    const bad = { ...executeRule, action_parameters: { id: 'none' } };
    for (const mode of ['pending', 'validation'])
      expect((await putEntrypoint(emulator, mode, [executeRule, bad])).status).toBe(400);
    expect(await statusOf(emulator)).toEqual(['enabled', 'disabled', 'start']);
    expect((await emulator.call('GET', entrypoint)).status).toBe(404);
  });

  it('is not blocked after the cutover by an override that can no longer be deleted', async () => {
    await putEntrypoint(emulator, 'pending');
    await emulator.result('POST', overrides, override);
    expect(await emulator.result('GET', check)).toEqual({ compatible: true, migration_state: 'start' });
    expect((await emulator.call('GET', config)).status).toBe(200);
    time.move(hour);
    expect(await emulator.result('GET', check)).toEqual({ compatible: true, migration_state: 'complete' });
  });

  it('retires the previous WAF, and keeps page rules and firewall rules', async () => {
    await putEntrypoint(emulator, 'pending');
    const packages = `/zones/${zoneId}/firewall/waf/packages`;
    expect((await emulator.call('GET', packages)).status).toBe(200);
    time.move(hour);
    const [group, rule] = [`${packages}/${owaspPackage}/groups`, `${packages}/${owaspPackage}/rules`];
    const retired: [string, string, object?][] = [
      ['GET', packages],
      ['GET', `${packages}/${owaspPackage}`],
      ['PATCH', `${packages}/${owaspPackage}`, { sensitivity: 'off' }],
      ['GET', group],
      ['GET', `${group}/${hexId()}`],
      ['PATCH', `${group}/${hexId()}`, { mode: 'on' }],
      ['GET', rule],
      ['GET', `${rule}/${hexId()}`],
      ['PATCH', `${rule}/${hexId()}`, { mode: 'on' }],
      ['GET', overrides],
      ['POST', overrides, override],
      ['GET', `${overrides}/${hexId()}`],
      ['PUT', `${overrides}/${hexId()}`, override],
      ['DELETE', `${overrides}/${hexId()}`],
      ['GET', `/zones/${zoneId}/settings/waf`],
      ['PATCH', `/zones/${zoneId}/settings/waf`, { value: 'on' }],
    ];
    for (const [method, path, body] of retired) {
      const reply = await emulator.call(method, path, body);
      expect([path, reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([path, 403, 10020]);
    }
    const rules = `/zones/${zoneId}/firewall/rules`;
    expect((await emulator.call('POST', rules, bypassRules(1))).status).toBe(403);
    expect(
      (await emulator.call('POST', rules, [{ action: 'block', filter: { expression: 'ssl' } }])).status,
    ).toBe(200);
    expect((await emulator.call('GET', `/zones/${zoneId}/pagerules`)).status).toBe(200);
    expect((await emulator.call('GET', config)).status).toBe(400);
    expect(await emulator.result('GET', check)).toEqual({ compatible: true, migration_state: 'complete' });
  });
});

describe('the limits of a migration', () => {
  const bytes = (count: number) =>
    `http.host eq "${'é'.repeat((count - 14) / 2)}"${count % 2 === 1 ? ' ' : ''}`;
  const long = (count: number) => {
    const text = `http.host eq "${'a'.repeat(count - 15)}"`;
    expect(Buffer.byteLength(text)).toBe(count);
    return text;
  };

  it.each<[string, object[], boolean]>([
    ['200 firewall rules that bypass the WAF', bypassRules(200), true],
    ['201 firewall rules that bypass the WAF', bypassRules(201), false],
    ['200 of them and more', [...bypassRules(200), { action: 'block', filter: { expression: 'ssl' } }], true],
    ['an expression of 4096 bytes', bypassRules(1, long(4096)), true],
    ['an expression of 4097 bytes', bypassRules(1, long(4097)), false],
    ['an expression of few characters with 4098 bytes', bypassRules(1, bytes(4098)), false],
  ])('with %s', async (_what, rules, isAllowed) => {
    const emulator = await start({ fixture: zoneWith({ firewall_rules: rules }) });
    // It is compatible: the limits fail the migration itself.
    expect(await emulator.result('GET', check)).toEqual({ compatible: true, migration_state: 'start' });
    const replies = [
      await emulator.call('GET', config),
      await putEntrypoint(emulator, 'validation'),
      await putEntrypoint(emulator, 'pending'),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(3).fill(isAllowed ? 200 : 400));
    if (!isAllowed) for (const { text } of replies) expect(text).toContain('contact support');
  });
});

describe('a configuration that the emulator generates', () => {
  const actions = ['simulate', 'block', 'challenge'];
  const cases = ['on', 'off'].flatMap((setting) =>
    ['high', 'medium', 'low', 'off'].flatMap((sensitivity) =>
      actions.map((action_mode) => [setting, sensitivity, action_mode] as const),
    ),
  );

  it.each(sample(cases, 8))(
    'is accepted: WAF %s, sensitivity %s, action %s',
    async (value, sensitivity, action_mode) => {
      const emulator = await start({
        fixture: zoneWith({ firewall_rules: bypassRules(1) }),
        wafCutoverMs: hour,
      });
      await emulator.result('PATCH', `/zones/${zoneId}/settings/waf`, { value });
      const packages = `/zones/${zoneId}/firewall/waf/packages`;
      await emulator.result('PATCH', `${packages}/${owaspPackage}`, { sensitivity, action_mode });
      const rules = rulesOf(await emulator.result('GET', config));
      const enabled = rules.map((rule) => pick(rule, 'enabled'));
      expect(enabled).toEqual([true, value === 'on', value === 'on' && sensitivity !== 'off']);
      const bare = rules.map((rule) => ({ ...rule, id: undefined, version: undefined, ref: undefined }));
      expect((await putEntrypoint(emulator, 'validation', bare)).status).toBe(200);
      expect((await putEntrypoint(emulator, 'pending', rules)).status).toBe(200);
      const kept = rulesOf(await emulator.result('GET', entrypoint));
      for (const [index, rule] of rules.entries())
        expect(kept[index]).toMatchObject({
          ...rule,
          id: textAt(kept, index, 'id'),
          version: '1',
          ref: textAt(kept, index, 'ref'),
        });
    },
  );

  it('can be empty, for a zone without packages', async () => {
    const emulator = await start({ fixture: zoneWith({ waf: { packages: [] } }) });
    expect(await emulator.result('GET', config)).toEqual({ name: 'default', rules: [] });
    expect((await putEntrypoint(emulator, 'pending', [])).status).toBe(200);
  });
});

describe('a configuration that executes no managed ruleset', () => {
  const skipAll = { action: 'skip', action_parameters: { ruleset: 'current' }, expression: 'true' };
  const overridden = (overrides: object) => ({
    ...executeRule,
    action_parameters: { id: managedRuleset, overrides },
  });
  const noRule = 'migration is not allowed: the configuration executes no enabled managed ruleset';

  const unprotected: Readonly<Record<string, readonly object[]>> = {
    'no rules': [],
    'disabled rules': [{ ...executeRule, enabled: false }],
    'a rule that never matches': [{ ...executeRule, expression: 'false' }],
    'a ruleset that is not a managed one': [{ ...executeRule, action_parameters: { id: hexId() } }],
    'a ruleset whose rules are all disabled': [overridden({ enabled: false })],
    'other actions': [{ action: 'block', expression: 'ssl' }],
    'a rule that skips everything after it': [skipAll, executeRule],
    'a skipped ruleset': [{ ...skipAll, action_parameters: { rulesets: [managedRuleset] } }, executeRule],
  };
  const protectedBy: Readonly<Record<string, readonly object[]>> = {
    'an enabled rule after a disabled one': [{ ...executeRule, enabled: false }, executeRule],
    'a disabled rule that would skip everything': [{ ...skipAll, enabled: false }, executeRule],
    'a rule that skips some requests': [{ ...skipAll, expression: 'ssl' }, executeRule],
    'a rule that skips only what follows': [executeRule, skipAll],
    'another ruleset skipped': [{ ...skipAll, action_parameters: { rulesets: [hexId()] } }, executeRule],
    'a few rules enabled': [overridden({ enabled: false, rules: [{ id: hexId(), enabled: true }] })],
  };

  it.each(Object.entries(unprotected))('fails to complete a migration: %s', async (_what, rules) => {
    const emulator = await start({ fixture: zoneWith(), wafCutoverMs: hour });
    for (const mode of ['pending', '1']) {
      const reply = await putEntrypoint(emulator, mode, rules);
      expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 10045]);
      expect(reply.text).toContain(noRule);
    }
    expect(await statusOf(emulator)).toEqual(['enabled', 'disabled', 'start']);
    expect((await emulator.call('GET', entrypoint)).status).toBe(404);
  });

  it.each(Object.entries(protectedBy))('does not include %s', async (_what, rules) => {
    const emulator = await start({ fixture: zoneWith() });
    expect((await putEntrypoint(emulator, 'pending', rules)).status).toBe(200);
  });

  it('is accepted for validation, where the previous WAF stays, and fails to end it', async () => {
    const emulator = await start({ fixture: zoneWith() });
    expect((await putEntrypoint(emulator, 'validation', [])).status).toBe(200);
    expect((await putEntrypoint(emulator, 'pending', [])).text).toContain(noRule);
    expect(await statusOf(emulator)).toEqual(['enabled', 'enabled', 'validation']);
  });

  it('fails during the cutover and in a dry run', async () => {
    const emulator = await start({ fixture: zoneWith(), wafCutoverMs: hour });
    const dry = `${entrypoint}?waf_migration=pending&phase_two=1&dry_run=true`;
    expect((await emulator.call('PUT', dry, { rules: [] })).text).toContain(noRule);
    await putEntrypoint(emulator, 'pending');
    expect((await putEntrypoint(emulator, 'pending', [])).text).toContain(noRule);
    expect(await emulator.result('GET', entrypoint)).toMatchObject({ rules: [executeRule] });
  });

  it.each<[string, object]>([
    ['that is off', { waf: { setting: 'off' } }],
    ['without packages', { waf: { packages: [] } }],
    ['that a firewall rule bypasses for every request', { firewall_rules: bypassRules(1, 'true') }],
  ])('is accepted for a zone with a previous WAF %s', async (_what, zone) => {
    const emulator = await start({ fixture: zoneWith(zone) });
    expect((await putEntrypoint(emulator, 'pending', [])).status).toBe(200);
  });

  it('fails for a zone whose WAF only a page rule switches on', async () => {
    const target = { target: 'url', constraint: { operator: 'matches', value: 'one.example/login' } };
    const page = { targets: [target], actions: [{ id: 'waf', value: 'on' }], status: 'active' };
    const emulator = await start({ fixture: zoneWith({ waf: { setting: 'off' }, page_rules: [page] }) });
    expect((await putEntrypoint(emulator, 'pending', [])).text).toContain(noRule);
  });

  it('is accepted where the fixture says so, after a restart too', async () => {
    const folder = makeFolder();
    const options = { fixture: zoneWith({ unprotected_migration: true }), stateFile: join(folder, 'state') };
    await (await start(options)).close();
    const emulator = await start(options);
    expect((await putEntrypoint(emulator, 'pending', [])).status).toBe(200);
  });

  it('fails where the fixture says false, and a fixture with anything else fails to start', async () => {
    const emulator = await start({ fixture: zoneWith({ unprotected_migration: false }) });
    expect((await putEntrypoint(emulator, 'pending', [])).text).toContain(noRule);
    await emulator.close();
    const wrong: object = { unprotected_migration: 'yes' };
    await expect(start({ fixture: zoneWith(wrong) })).rejects.toThrow(
      'zones[0].unprotected_migration: must be true or false',
    );
  });
});

describe('the cutover', () => {
  const cutover = '/waf-cutover';

  it('takes one second by default, and as long as a control sets', async () => {
    const time = clock();
    const emulator = await start({ fixture: zoneWith(), now: time.now });
    expect((await emulator.control('GET', cutover)).body).toEqual({ ms: 1000 });
    expect((await emulator.control('PUT', cutover, { ms: 50 })).body).toEqual({ ms: 50 });
    await putEntrypoint(emulator, 'pending');
    await emulator.control('PUT', cutover, { ms: 0 });
    time.move(49);
    expect(await statusOf(emulator)).toEqual(both);
    time.move(1);
    expect(await statusOf(emulator)).toEqual(newOnly);
    await emulator.control('POST', '/reset');
    expect((await emulator.control('GET', cutover)).body).toEqual({ ms: 1000 });
    await emulator.control('PUT', cutover, { ms: 0 });
    await putEntrypoint(emulator, 'pending');
    expect(await statusOf(emulator)).toEqual(newOnly);
    for (const bad of [{ ms: -1 }, { ms: 0.5 }, { ms: '1' }, {}, { ms: 1, zone: 'x' }, []])
      expect((await emulator.control('PUT', cutover, bad)).status).toBe(400);
  });

  it.each([
    ['goes on', hour / 2 - 1, both],
    ['has ended', hour / 2, newOnly],
  ])('%s after a restart in the middle', async (_what, later, expected) => {
    const folder = makeFolder();
    const options = { fixture: zoneWith(), stateFile: join(folder, 'state'), wafCutoverMs: hour };
    const time = clock();
    const first = await start({ ...options, now: time.now });
    const rules = [{ ...executeRule, description: 'kept' }];
    expect((await putEntrypoint(first, 'pending', rules)).status).toBe(200);
    time.move(hour / 2);
    expect(await statusOf(first)).toEqual(both);
    await first.close();
    time.move(later);
    const second = await start({ ...options, now: time.now });
    expect(await statusOf(second)).toEqual(expected);
    expect(await second.result('GET', entrypoint)).toMatchObject({ rules });
  });

  /** A cutover that has a millisecond left, which passes at a reading of the clock. */
  async function startEndingCutover() {
    const time = clock();
    let readings = Infinity;
    const now = () => {
      readings -= 1;
      if (readings === 0) time.move(1);
      return time.now();
    };
    const emulator = await start({ fixture: zoneWith(), now, wafCutoverMs: hour });
    await putEntrypoint(emulator, 'pending');
    time.move(hour - 1);
    const endAt = (reading: number) => {
      readings = reading;
    };
    return { emulator, endAt };
  }

  it.each([1, 2, 3, 4, 5, 6])(
    'stays complete when it ends during a call, at clock reading %i',
    async (last) => {
      const { emulator, endAt } = await startEndingCutover();
      endAt(last);
      const reply = await putEntrypoint(emulator, 'pending');
      expect([200, 400]).toContain(reply.status);
      endAt(1);
      expect(await statusOf(emulator)).toEqual(newOnly);
    },
  );

  it.each([1, 2, 3, 4])(
    'shows one point in time when it ends during a read, at clock reading %i',
    async (last) => {
      const { emulator, endAt } = await startEndingCutover();
      endAt(last);
      expect([both, newOnly]).toContainEqual(await statusOf(emulator));
    },
  );

  it('has the new configuration wherever a crash truncates the state before the previous WAF is disabled', async () => {
    const folder = makeFolder();
    const stateFile = join(folder, 'state');
    const time = clock();
    const options = { fixture: zoneWith(), now: time.now, wafCutoverMs: hour };
    const whole = await start({ ...options, stateFile });
    const begun = (await stat(stateFile)).size;
    await putEntrypoint(whole, 'validation');
    await putEntrypoint(whole, 'pending', [{ ...executeRule, description: 'last' }]);
    time.move(hour);
    expect(await statusOf(whole)).toEqual(newOnly);
    await whole.close();
    const bytes = await readFile(stateFile);
    const ends = [...bytes.keys()].filter((at) => at >= begun - 1 && bytes[at] === 10).map((at) => at + 1);
    expect(ends.length).toBeGreaterThan(3);
    const seen: unknown[] = [];
    for (const [index, end] of [...ends, ...ends.map((at) => Math.min(at + 40, bytes.length))].entries()) {
      const cut = join(folder, `cut-${index}`);
      await writeFile(cut, bytes.subarray(0, end));
      const emulator = await start({ ...options, stateFile: cut });
      const [old, , state] = await statusOf(emulator);
      const { body } = await emulator.call('GET', entrypoint);
      seen.push(state);
      if (old === 'disabled')
        expect(pick(body, 'result', 'rules')).toMatchObject([{ enabled: true, description: 'last' }]);
      else expect(['start', 'validation']).toContain(state);
      await emulator.close();
    }
    expect(new Set(seen)).toEqual(new Set(['start', 'validation', 'complete']));
  });
});

describe('managed rules outside of a migration', () => {
  const enabled = { rules: [executeRule] };
  const disabled = { rules: [{ ...executeRule, enabled: false }] };

  it.each(plans)(
    'may be deployed disabled by a zone of %s, and enabled where its plan allows it',
    async (plan) => {
      const time = clock();
      const emulator = await start({ fixture: zoneWith({ plan }), now: time.now });
      const isFree = plan === 'enterprise' || plan === 'free';
      const statusOfPut = async (body: object) => (await emulator.call('PUT', entrypoint, body)).status;
      expect([await statusOfPut(disabled), await statusOfPut(enabled)]).toEqual([200, isFree ? 200 : 400]);
      const found = await emulator.result('GET', entrypoint);
      const one = `/zones/${zoneId}/rulesets/${textAt(found, 'id')}`;
      const rule = `${one}/rules/${textAt(found, 'rules', 0, 'id')}`;
      const calls = [
        await emulator.call('PUT', one, enabled),
        await emulator.call('PUT', `${entrypoint}?phase_two=1`, enabled),
        await emulator.call('POST', `${one}/rules`, executeRule),
        await emulator.call('PATCH', rule.replace(/[0-9a-f]{32}$/, await firstRule(emulator)), executeRule),
      ];
      expect(calls.map(({ status }) => status)).toEqual(Array(4).fill(isFree ? 200 : 400));
      if (plan !== 'free') {
        await putEntrypoint(emulator, 'pending');
        time.move(hour);
        expect([await statusOfPut(enabled), await statusOf(emulator)]).toEqual([200, newOnly]);
      }
    },
  );

  it.each<[string, object[], number]>([
    ['no rule', [], 200],
    ['disabled rules', [{ ...executeRule, enabled: false }], 200],
    ['a disabled rule and an enabled one', [{ ...executeRule, enabled: false }, executeRule], 400],
    ['a rule that says nothing of it', [executeRule], 400],
  ])('can be created by a Pro zone with %s or not', async (_what, rules, expected) => {
    const emulator = await start({ fixture: zoneWith({ plan: 'pro' }) });
    const body = { name: 'x', kind: 'zone', phase: managedPhase, rules };
    const dry = await emulator.call('POST', `/zones/${zoneId}/rulesets?dry_run=true`, body);
    const made = await emulator.call('POST', `/zones/${zoneId}/rulesets`, body);
    expect([dry.status, made.status]).toEqual([expected, expected]);
    if (expected === 400) expect(made.text).toContain('by migrating only');
  });

  it('are not restricted in another phase', async () => {
    const emulator = await start({ fixture: zoneWith({ plan: 'pro' }) });
    const custom = entrypoint.replace(managedPhase, 'http_request_firewall_custom');
    const rules = [{ action: 'block', expression: 'ssl' }];
    expect((await emulator.call('PUT', custom, { rules })).status).toBe(200);
  });

  it('shows the new ones as enabled where an Enterprise zone deployed them itself', async () => {
    const emulator = await start({ fixture: zoneWith() });
    await emulator.result('PUT', entrypoint, enabled);
    expect(await statusOf(emulator)).toEqual(both);
  });

  async function firstRule(emulator: Running): Promise<string> {
    return textAt(await emulator.result('GET', entrypoint), 'rules', 0, 'id');
  }
});
