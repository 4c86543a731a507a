import { hexId, pick, startBeforeEach, zoneId } from './support';
import { bypassRules, executeRule, managedRuleset, migration, putEntrypoint, zoneWith } from './waf-world';

const config = `${migration}/config?phase_two=1`;
const overrides = `/zones/${zoneId}/firewall/waf/overrides`;
const pageRules = `/zones/${zoneId}/pagerules`;
const waf = `/zones/${zoneId}/firewall/waf/packages`;

const override = {
  urls: ['one.example/b', 'one.example/a'],
  groups: { [hexId()]: 'disable' },
  rules: { [hexId()]: 'block', [hexId()]: 'disable' },
  rewrite_action: { block: 'simulate', challenge: 'disable' },
};

const fixture = zoneWith({
  waf: { setting: 'off', overrides: [{ id: hexId(), ...override }] },
  firewall_rules: [...bypassRules(2), { ...bypassRules(1)[0], paused: true }],
  page_rules: [
    {
      id: hexId(),
      targets: [{ target: 'url', constraint: { operator: 'matches', value: 'one.example/b*' } }],
      actions: [{ id: 'disable_security' }, { id: 'waf', value: 'on' }],
      status: 'active',
    },
  ],
});

const quirks = ['shuffleKeys', 'shuffleArrays', 'omitZeroValues', 'unknownFields'] as const;

describe('a reply about the WAF', () => {
  const emulator = startBeforeEach({ fixture });
  const withQuirks = (...on: readonly string[]) =>
    emulator.control('PUT', '/quirks', Object.fromEntries(on.map((name) => [name, true])));

  it.each([
    overrides,
    pageRules,
    waf,
    `/zones/${zoneId}/firewall/rules`,
    `/zones/${zoneId}/filters`,
    `/zones/${zoneId}`,
  ])('means the same with members and sets in another order: %s', async (path) => {
    const plain = await emulator.result('GET', path);
    await withQuirks('shuffleKeys', 'shuffleArrays');
    expect(await emulator.result('GET', path)).toEqual(plain);
  });

  it('means the same when absent members are zero and unknown members are ignored', async () => {
    const [{ id }] = (await emulator.result('GET', overrides)) as [{ id: string }];
    await emulator.result('DELETE', `${overrides}/${id}`);
    const read = async () => ((await emulator.result('GET', config)) as { rules: object[] }).rules;
    const plain = await read();
    expect(plain.map((rule) => pick(rule, 'action')).join()).toBe('skip,skip,skip,skip,execute,execute');
    expect(plain.map((rule) => pick(rule, 'enabled'))).toContain(false);
    await withQuirks(...quirks);
    const understood = (await read()).map((rule) => ({
      id: '',
      version: '',
      ref: '',
      description: '',
      ...known(rule),
    }));
    expect(understood).toEqual(plain);
  });

  it('keeps the ids of an override, with unknown members', async () => {
    await withQuirks('unknownFields', 'omitZeroValues');
    expect(await emulator.result('GET', overrides)).toMatchObject([
      { added_tomorrow: expect.any(String) as string },
    ]);
    const [shown] = (await emulator.result('GET', overrides)) as [object];
    for (const key of ['groups', 'rules', 'rewrite_action'] as const)
      expect(pick(shown, key)).toEqual(override[key]);
  });

  it('keeps disabled rules disabled, and overrides in effect', async () => {
    const rules = [
      { ...executeRule, enabled: false },
      {
        ...executeRule,
        action_parameters: {
          id: managedRuleset,
          overrides: { enabled: false, rules: [{ id: hexId(), enabled: false }] },
        },
      },
    ];
    const [{ id }] = (await emulator.result('GET', overrides)) as [{ id: string }];
    await emulator.result('DELETE', `${overrides}/${id}`);
    await withQuirks('omitZeroValues');
    const reply = await putEntrypoint(emulator, 'pending', rules);
    expect(pick(reply.body, 'result', 'rules')).toMatchObject(rules);
  });
});

/** Without the members that the quirk adds, at any depth. */
function known(value: unknown): object {
  const text = JSON.stringify(value, (key, member: unknown) =>
    key === 'added_tomorrow' ? undefined : member,
  );
  return JSON.parse(text) as object;
}
