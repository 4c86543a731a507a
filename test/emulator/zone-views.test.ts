import { zonePages } from '../../lib/emulator/page/zones';
import type { judgeSent, ZoneReaders } from '../../lib/emulator/page/zones/findings';
import type { Product } from '../../lib/emulator/product';
import { statusReader } from '../../lib/emulator/products/waf-migration';
import { Stages } from '../../lib/emulator/products/waf-migration/stages';
import type { Stage } from '../../lib/emulator/products/waf-migration/transitions';
import type { PreviousWaf } from '../../lib/waf';
import { bypassOf, managedPackage, override, zone } from '../waf/zones';
import { accountId, proZoneId, zoneId } from './support';
import { clock, executeRule, managedRuleset } from './waf-world';
import type { World } from '../../lib/emulator/world';
import { openWorld, readPage, useControl } from './world-of';

const empty = zone({ packages: [managedPackage({ id: 'p1' })] });
const overrides = [override('u1', { urls: ['one.example/a'], rules: { r1: 'disable' } })];

describe('the pages of zones', () => {
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
      announce: () => undefined,
      stages,
      statusOf: statusReader(stages, { isSettingOn: () => true, isDeployed: () => false }),
      previousOf: (id) => {
        read.push(id);
        return previous.get(id) ?? empty;
      },
      entryPointOf: () => undefined,
      eventsOf: () => [],
    };
    product = zonePages(readers);
  });

  const list = (query = '') => readPage(product.pages, `/zones${query}`);
  const detail = (id: string) => readPage(product.pages, `/zones/${id}`);
  const refreshOf = ({ html }: { readonly html: string }) => /data-refresh-ms="(\d+)"/.exec(html)?.[1];
  const move = (id: string, from: Stage, to: Stage) => {
    opened.store.commit([stages.transition(id, from, to)]);
  };
  const judge = async (id: string, rules: readonly object[]) =>
    (await useControl(product, `/zones/${id}/waf-findings`, JSON.stringify({ rules }))) as ReturnType<
      typeof judgeSent
    >;

  it('look closely only at the zones of the page that is shown', () => {
    for (let at = 0; at < 300; at += 1) {
      const id = String(at).padStart(32, 'c');
      opened.places.addZone({ id, account_id: accountId, name: `${at}.example`, plan: 'pro' });
    }
    expect(list('?page=2').text).toContain('303 zones, page 2 of 7');
    expect(read).toHaveLength(50);
  });

  it('give every reason why a zone cannot migrate, and then neither a banner nor an action', () => {
    const firewall_rules = [bypassOf('f1', 'a'.repeat(4097))];
    previous.set(zoneId, { ...empty, overrides, firewall_rules });
    expect(detail(zoneId).text).toMatch(
      /Not eligible .* A zone with URI-based WAF overrides, pause.* Fix: Delete them all through the API.*The migration takes expressions of at most .* the migration itself fails/,
    );
    expect(detail(zoneId).text).not.toContain('Update available');
    // The check passes for a limit, so the update is announced, and cannot be deployed.
    previous.set(zoneId, { ...empty, firewall_rules });
    const review = detail(zoneId);
    expect(review.text).toContain('Update available');
    expect(review.text).toContain('The zone cannot be migrated');
    expect(review.html).not.toContain('waf_migration=');
  });

  it('have the time at which each stage began, and when the cutover ends', () => {
    const at = (ms: number) =>
      new Date(time.now().getTime() + ms).toISOString().slice(0, 19).replace('T', ' ');
    expect(detail(zoneId).text).toContain(
      'Previous version only now Validation mode not yet Update in progress not yet New version only not yet',
    );
    const validated = at(0);
    move(zoneId, 'start', 'validation');
    time.move(5000);
    move(zoneId, 'validation', 'cutover');
    const cutover = at(0);
    expect([detail(zoneId), list()].map(refreshOf)).toEqual(['1020', '1020']);
    expect(detail(zoneId).text).toContain('The previous version is being turned off.');
    time.move(60_000);
    expect(detail(zoneId).text).toContain(
      `Previous version only from the beginning Validation mode began ${validated} UTC ` +
        `Update in progress began ${cutover} UTC New version only now, since ${at(-59_000)} UTC`,
    );
    expect(detail(zoneId).text).not.toContain('Previous configuration');
    expect([detail(zoneId), list()].map(refreshOf)).toEqual([undefined, undefined]);
  });

  it('show a zone that the API migrates at once as one that passed validation mode over', () => {
    move(zoneId, 'start', 'cutover');
    move(zoneId, 'cutover', 'cutover');
    expect(detail(zoneId).text).toMatch(/Validation mode passed over Update in progress now, since/);
    expect(stages.timeline(zoneId).map(({ stage }) => stage)).toEqual(['start', 'cutover']);
  });

  it('begin the timeline of a zone of a fixture with the stage of the fixture', () => {
    opened.store.commit([stages.begin(proZoneId, 'complete')]);
    expect(stages.timeline(proZoneId)).toEqual([{ stage: 'complete', at: time.now().toISOString() }]);
    expect(detail(proZoneId).text).toMatch(
      /from the beginning Update in progress passed over New version only now/,
    );
  });

  it('keep no adjustments after a reset, and take none of an invalid rule', async () => {
    const adjust = (order: object) =>
      useControl(product, `/page/zones/${zoneId}/draft`, JSON.stringify(order));
    await adjust({ index: 0, enabled: false });
    expect(detail(zoneId).text).toContain('Adjustments are not saved.');
    product.forget?.();
    expect(detail(zoneId).text).not.toContain('Adjustments are not saved');
    await expect(adjust({ id: 'x', effect: 'log' })).rejects.toThrow('id: must be an id');
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
      { code: 'waf.stays_off', severity: 'warning' },
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
