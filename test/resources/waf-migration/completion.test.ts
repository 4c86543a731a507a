import { describeAll, failureOf, worlds, zoneId } from '../../support/handler-harness';
import {
  bypass,
  changeRules,
  changing,
  create,
  deployed,
  importZone,
  managed,
  owasp,
  plan,
  skipping,
  stateOf,
  update,
} from './support';

const start = worlds();

const changes = {
  'a disabled ruleset': [changing(managed, () => ({ enabled: false })), 'waf.protection_lost'],
  'a ruleset for no request': [changing(owasp, () => ({ expression: 'not true' })), 'waf.protection_lost'],
  'a ruleset for fewer requests': [
    changing(managed, () => ({ expression: 'http.host eq "a.example"' })),
    'waf.ruleset_narrowed',
  ],
  'a skip rule for some requests': [
    skipping('http.host eq "one.example"', { ruleset: 'current' }),
    'waf.skip_added',
  ],
} as const;

describe.each(Object.entries(changes))('validation mode with %s', (_what, [to, code]) => {
  it('cannot be completed after an import, unless it is accepted', async () => {
    const world = await start({ firewall_rules: [bypass] });
    await create(world, { target: 'validation' });
    await changeRules(world, to);
    const { by, imported } = await importZone(world);
    const expected: unknown = [
      expect.stringMatching(new RegExp(`^error at accept_differences: .*${code}`, 's')),
    ];
    const { reported } = await plan(world, imported, { target: 'complete' }, by);
    expect(reported.filter((each) => each.startsWith('error'))).toEqual(expected);
    expect(describeAll(await failureOf(update(world, imported, {}, by)))).toEqual(expected);
    expect(await stateOf(world)).toBe('validation');

    // A skip rule for a whole ruleset is both, and so is an expression for no request.
    const accept_differences = [code, 'waf.skip_added', 'waf.ruleset_narrowed'];
    await update(world, imported, { accept_differences }, by);
    expect(await stateOf(world)).toBe('complete');
  });
});

describe('validation mode', () => {
  it('with both rulesets disabled cannot be completed, whatever is accepted', async () => {
    const world = await start();
    await create(world, { target: 'validation' });
    await changeRules(world, (rules) => rules.map((each) => ({ ...each, enabled: false })));
    const { by, imported } = await importZone(world);
    const accept_differences = ['waf.protection_lost', 'waf.no_managed_ruleset', 'waf.ruleset_disabled'];
    expect(describeAll(await failureOf(update(world, imported, { accept_differences }, by)))).toEqual([
      expect.stringMatching(/^error at target: .*would not be protected: .*waf\.no_managed_ruleset/s),
    ]);
  });

  it('is completed with the exceptions that the configuration names', async () => {
    const world = await start();
    const skip_rules = [
      { expression: 'true', description: null, rule_ids: null, ruleset_id: owasp, enabled: true },
      { expression: 'ssl', description: null, rule_ids: null, ruleset_id: null, enabled: true },
    ];
    await create(world, { target: 'validation', skip_rules });
    const { by, imported } = await importZone(world);
    await update(world, imported, { skip_rules }, by);
    expect(await deployed(world)).toEqual(['skip', 'skip', 'execute managed', 'execute owasp']);
  });

  it('is imported with a warning of the protection that its completion would lose', async () => {
    const world = await start();
    await create(world, { target: 'validation' });
    await changeRules(
      world,
      changing(managed, () => ({ enabled: false })),
    );
    const { by, imported } = await importZone(world);
    const { reported } = await plan(world, imported, { target: 'validation' }, by);
    expect(reported).toContainEqual(
      expect.stringMatching(/^warning .*less protection than before once completed: 1 managed ruleset/),
    );
  });
});

describe('custom rules that skip the phase of managed rules for every request', () => {
  const customPath = `/zones/${zoneId}/rulesets/phases/http_request_firewall_custom/entrypoint`;
  const skipping = (expression: string) => ({
    rules: [
      {
        action: 'skip',
        action_parameters: { phases: ['http_request_firewall_managed'] },
        expression,
        description: 'ours',
        enabled: true,
      },
    ],
  });

  it.each(['complete', 'validation'] as const)(
    'fail the plan and the apply of a migration to %s',
    async (target) => {
      const world = await start();
      await world.api('PUT', customPath, skipping('ssl or not ssl'));
      const expected: unknown = [expect.stringMatching(/would not be protected: .*waf\.skip_all/s)];
      expect((await plan(world, null, { target })).reported).toEqual(expected);
      expect(describeAll(await failureOf(create(world, { target })))).toEqual(expected);
      expect(await stateOf(world)).toBe('start');
    },
  );

  it('fail nothing if some requests remain, or if the credentials cannot read them', async () => {
    const world = await start();
    await world.api('PUT', customPath, skipping('ssl'));
    expect((await plan(world, null)).reported).toHaveLength(1);
    await world.api('PUT', customPath, skipping('true'));
    await world.fail({
      kind: 'status',
      status: 403,
      code: 1,
      message: 'no',
      match: { path: `**${customPath}` },
    });
    expect((await plan(world, null)).reported).toHaveLength(1);
  });
});
