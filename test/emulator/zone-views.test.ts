import type { Judgement, ZoneDetail, ZoneList } from '../../lib/emulator/page/model/zones';
import { zoneViews } from '../../lib/emulator/page/views/zones';
import type { ZoneReaders } from '../../lib/emulator/page/views/findings';
import type { Product } from '../../lib/emulator/product';
import { statusReader } from '../../lib/emulator/products/waf-migration';
import { Stages } from '../../lib/emulator/products/waf-migration/stages';
import type { Stage } from '../../lib/emulator/products/waf-migration/transitions';
import type { PreviousWaf } from '../../lib/waf';
import { accountId, otherZoneId, proZoneId, zoneId } from './support';
import { clock, executeRule, managedRuleset } from './waf-world';
import type { World } from '../../lib/emulator/world';
import { openWorld, readView, useControl } from './world-of';

const empty: PreviousWaf = {
  setting: 'on',
  packages: [
    {
      id: 'p1',
      name: 'Cloudflare',
      description: '',
      detection_mode: 'traditional',
      groups: [],
      rules: [],
    },
  ],
  overrides: [],
  firewall_rules: [],
  page_rules: [],
};
const override = {
  id: 'u1',
  description: '',
  urls: ['one.example/a'],
  priority: 1,
  groups: {},
  rules: { r1: 'disable' },
  rewrite_action: {},
  paused: false,
};

describe('the views of zones', () => {
  let opened: World;
  let product: Product;
  let stages: Stages;
  const time = clock();
  const previous = new Map<string, PreviousWaf>();
  const read: string[] = [];

  beforeEach(async () => {
    opened = await openWorld();
    previous.clear();
    read.length = 0;
    const world = { ...opened, now: time.now };
    stages = new Stages(world);
    const readers: ZoneReaders = {
      places: world.places,
      now: world.now,
      stages,
      statusOf: statusReader(stages, { isSettingOn: () => true, isDeployed: () => false }),
      previousOf: (id) => {
        read.push(id);
        return previous.get(id) ?? empty;
      },
      entryPointOf: () => undefined,
      eventsOf: () => [],
    };
    product = zoneViews(readers);
  });

  const list = (query = '') => readView(product, `/zones${query}`) as ZoneList;
  const detail = (id: string) => readView(product, `/zones/${id}`) as ZoneDetail;
  const move = (id: string, from: Stage, to: Stage) => {
    opened.store.commit([stages.transition(id, from, to)]);
  };
  const judge = async (id: string, rules: readonly object[]) =>
    (await useControl(product, `/zones/${id}/waf-findings`, JSON.stringify({ rules }))) as Judgement;

  it('list zones with their state, and count the states of all of them whatever is searched', () => {
    previous.set(otherZoneId, { ...empty, overrides: [override] });
    move(zoneId, 'start', 'validation');
    const found = list('?search=TWO');
    expect(found).toMatchObject({ found: 1, total: 3 });
    expect(found.items).toEqual([
      {
        id: otherZoneId,
        name: 'two.example',
        plan: 'enterprise',
        account: 'Account',
        stage: 'start',
        state: 'Previous version only',
        isEligible: false,
        obstacles: 1,
        hasBanner: false,
      },
    ]);
    expect(found.states).toEqual([
      { stage: 'start', words: 'Previous version only', count: 2 },
      { stage: 'validation', words: 'Validation mode', count: 1 },
    ]);
    expect(list('?state=validation').items).toMatchObject([
      { id: zoneId, isEligible: true, hasBanner: false },
    ]);
    expect(list(`?search=${proZoneId}`).items).toMatchObject([{ plan: 'pro', hasBanner: true }]);
  });

  it('look closely only at the zones of the page that is shown', () => {
    for (let at = 0; at < 300; at += 1) {
      const id = String(at).padStart(32, 'c');
      opened.places.addZone({ id, account_id: accountId, name: `${at}.example`, plan: 'pro' });
    }
    expect(list('?page=2')).toMatchObject({ total: 303, pages: 7, page: 2 });
    expect(read).toHaveLength(50);
  });

  it('give every reason why a zone cannot migrate, and then neither a banner nor an action', () => {
    const rule = {
      id: 'f1',
      action: 'bypass',
      filter: { id: 'x', expression: 'a'.repeat(4097), paused: false },
      products: ['waf'],
      priority: null,
      paused: false,
      description: '',
      ref: '',
    };
    previous.set(zoneId, { ...empty, overrides: [override], firewall_rules: [rule] });
    const zone = detail(zoneId);
    expect(zone).toMatchObject({ isEligible: false, hasBanner: false, actions: [] });
    expect(zone.obstacles.map(({ reason, failsCheck }) => [reason.slice(0, 42), failsCheck])).toEqual([
      ['A zone with URI-based WAF overrides, pause', true],
      ['The migration takes expressions of at most', false],
    ]);
    expect(zone.obstacles[0]?.fix).toContain('Delete them all through the API');
    // The check passes for a limit, so the update is announced, and cannot be deployed.
    previous.set(zoneId, { ...empty, firewall_rules: [rule] });
    expect(detail(zoneId)).toMatchObject({ isEligible: false, hasBanner: true, actions: [] });
  });

  it('have the time at which each stage began, and when the cutover ends', () => {
    const steps = () => detail(zoneId).steps.map(({ stage, progress, at }) => [stage, progress, at]);
    const at = (ms: number) => new Date(time.now().getTime() + ms).toISOString();
    expect(steps()).toEqual([
      ['start', 'now', undefined],
      ['validation', 'next', undefined],
      ['cutover', 'next', undefined],
      ['complete', 'next', undefined],
    ]);
    const validated = at(0);
    move(zoneId, 'start', 'validation');
    time.move(5000);
    move(zoneId, 'validation', 'cutover');
    const cutover = at(0);
    expect(detail(zoneId)).toMatchObject({ nextChangeMs: 1000, actions: [], stage: 'cutover' });
    expect(list().nextChangeMs).toBe(1000);
    time.move(60_000);
    expect(steps()).toEqual([
      ['start', 'done', undefined],
      ['validation', 'done', validated],
      ['cutover', 'done', cutover],
      ['complete', 'now', at(-59_000)],
    ]);
    expect(detail(zoneId)).not.toHaveProperty('previous');
    expect(detail(zoneId)).not.toHaveProperty('nextChangeMs');
    expect(list()).not.toHaveProperty('nextChangeMs');
  });

  it('show a zone that the API migrates at once as one that passed validation mode over', () => {
    move(zoneId, 'start', 'cutover');
    move(zoneId, 'cutover', 'cutover');
    expect(detail(zoneId).steps.map(({ stage, progress }) => [stage, progress])).toEqual([
      ['start', 'done'],
      ['validation', 'skipped'],
      ['cutover', 'now'],
      ['complete', 'next'],
    ]);
    expect(stages.timeline(zoneId).map(({ stage }) => stage)).toEqual(['start', 'cutover']);
  });

  it('begin the timeline of a zone of a fixture with the stage of the fixture', () => {
    opened.store.commit([stages.begin(proZoneId, 'complete')]);
    expect(stages.timeline(proZoneId)).toEqual([{ stage: 'complete', at: time.now().toISOString() }]);
    expect(detail(proZoneId).steps.map(({ progress }) => progress)).toEqual(['done', 'skipped', 'now']);
  });

  it('judge rules that are not saved: protection, differences, and what does not carry over', async () => {
    expect(await judge(zoneId, [executeRule])).toEqual({
      rules: ['execute Cloudflare Managed Ruleset'],
      findings: [],
      losses: [],
    });
    const { rules, findings } = await judge(zoneId, [{ ...executeRule, enabled: false }]);
    expect(rules).toEqual(['(disabled) execute Cloudflare Managed Ruleset']);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['waf.no_managed_ruleset', 'error'],
      ['waf.ruleset_disabled', 'error'],
    ]);
    previous.set(zoneId, { ...empty, setting: 'off' });
    expect((await judge(zoneId, [executeRule])).losses).toMatchObject([
      {
        code: 'waf.stays_off',
        severity: 'warning',
      },
    ]);
    await expect(judge(zoneId, [{ action: 'execute' }])).rejects.toThrow();
  });

  it('compare with nothing once the migration is over', async () => {
    opened.store.commit([stages.begin(zoneId, 'complete')]);
    const overrides = { rules: [{ id: managedRuleset, enabled: false }] };
    const rule = { ...executeRule, action_parameters: { id: managedRuleset, overrides } };
    expect(await judge(zoneId, [rule])).toMatchObject({ findings: [], losses: [] });
  });
});
