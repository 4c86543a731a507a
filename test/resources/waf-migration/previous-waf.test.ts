import { readPreviousWaf } from '../../../lib/resources/waf-migration/previous-waf';
import { describeAll, failureOf, worlds, zoneId } from '../../support/handler-harness';
import { context, create, plan, stateOf } from './support';

const start = worlds();

/** The first object of each list of a kind has other values. */
function alter(by: ReturnType<typeof context>, kind: string, change: object): void {
  const { waf, pageRules } = by.service;
  const altered = async <T extends object>(list: Promise<readonly T[]>) =>
    (await list).map((each, at) => (at === 0 ? { ...each, ...change } : each));
  const [packages, groups, rules, pages] = [
    waf.listPackages.bind(waf),
    waf.listGroups.bind(waf),
    waf.listRules.bind(waf),
    pageRules.list.bind(pageRules),
  ];
  if (kind === 'package')
    jest.spyOn(waf, 'listPackages').mockImplementation((...given) => altered(packages(...given)));
  if (kind === 'group')
    jest.spyOn(waf, 'listGroups').mockImplementation((...given) => altered(groups(...given)));
  if (kind === 'rule')
    jest.spyOn(waf, 'listRules').mockImplementation((...given) => altered(rules(...given)));
  if (kind === 'page rule')
    jest.spyOn(pageRules, 'list').mockImplementation((...given) => altered(pages(...given)));
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
  ])('fails the plan and the apply: of a %s, %j', async (kind, change) => {
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
