import { readPreviousWaf } from '../../../lib/resources/waf-migration/previous-waf';
import { describeAll, failureOf, worlds, zoneId } from '../../support/handler-harness';
import { context, create, plan, stateOf } from './support';

const start = worlds();

const waf = { package: 'listPackages', group: 'listGroups', rule: 'listRules' } as const;

/** The first object of each list of a kind has other values. */
function alter(by: ReturnType<typeof context>, kind: keyof typeof waf | 'page rule', change: object): void {
  const [api, name] = kind === 'page rule' ? [by.service.pageRules, 'list'] : [by.service.waf, waf[kind]];
  const list = Reflect.get(api, name) as (...given: unknown[]) => Promise<readonly object[]>;
  Reflect.set(api, name, async (...given: unknown[]) =>
    (await list.apply(api, given)).map((each, at) => (at === 0 ? { ...each, ...change } : each)),
  );
}

const pageRule = {
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'one.example/a/*' } }],
  actions: [{ id: 'waf', value: 'off' }],
};

describe('a value of the previous WAF that is not known', () => {
  it.each([
    ['package', { detection_mode: 'ml' }],
    ['package', { sensitivity: 'extreme' }],
    ['package', { action_mode: 'mirror' }],
    ['group', { mode: 'learning' }],
    ['rule', { mode: 'mirror' }],
    ['rule', { default_mode: 'mirror' }],
    ['page rule', { status: 'draft' }],
  ] as const)('fails the plan and the apply: of a %s, %j', async (kind, change) => {
    const world = await start({ page_rules: [pageRule] });
    const by = context(world);
    alter(by, kind, change);
    const [[field, value] = []] = Object.entries(change);
    const { unknown = [] } = await readPreviousWaf(zoneId, by);
    expect(unknown[0]).toMatchObject({ kind, field, value });
    const text = new RegExp(`waf\\.previous_unknown: .*${String(field)} "${String(value)}" of ${kind}`, 's');
    const { reported } = await plan(world, null, {}, by);
    expect(reported.filter((each) => each.startsWith('error'))).toContainEqual(expect.stringMatching(text));
    expect(describeAll(await failureOf(create(world, {}, by)))).toContainEqual(expect.stringMatching(text));
    expect(await stateOf(world)).toBe('start');
  });

  it('is there for none of the known ones', async () => {
    const world = await start({ page_rules: [pageRule] });
    expect((await readPreviousWaf(zoneId, context(world))).unknown).toEqual([]);
  });
});
