import { hexId, pick, start, zoneId, type Running } from './support';
import { bypassRules, hour, migration, putEntrypoint, zoneWith } from './waf-world';

const packageId = hexId();
const packages = `/zones/${zoneId}/firewall/waf/packages`;

/** A zone as big as they get, or a part of one. */
function zoneOfSize(part: number) {
  const groups = Array.from({ length: 200 * part }, (_, index) => ({ id: hexId(), name: `group ${index}` }));
  const rules = Array.from({ length: 1000 * part }, (_, index) => ({
    id: hexId(),
    group_id: groups[index % groups.length]?.id,
    description: `rule ${index}`,
  }));
  return zoneWith({
    waf: { packages: [{ id: packageId, name: 'Cloudflare', groups, rules }] },
    firewall_rules: bypassRules(200 * part),
    page_rules: Array.from({ length: 120 * part }, (_, index) => ({
      targets: [{ target: 'url', constraint: { operator: 'matches', value: `one.example/${index}/*` } }],
      actions: [{ id: 'waf', value: 'off' }],
      priority: index + 1,
      status: 'active',
    })),
  });
}

type Work = (zone: Running) => Promise<unknown>;

/**
 * The CPU time of the work on a zone, divided by that on a zone of a tenth of the size: the smallest of a few alternating
 * runs of each. CPU time of this process does not depend on what else the machine does.
 */
async function growth(small: Running, big: Running, work: Work): Promise<number> {
  const least = [Infinity, Infinity];
  for (let attempt = 0; attempt < 7; attempt += 1)
    for (const [at, zone] of [small, big].entries()) {
      const before = process.cpuUsage();
      await work(zone);
      const { user, system } = process.cpuUsage(before);
      least[at] = Math.min(least[at] ?? Infinity, user + system);
    }
  const [ofSmall = NaN, ofBig = NaN] = least;
  return ofBig / ofSmall;
}

/** Linear work gives 10 at most; quadratic work gives 100. */
const mostGrowth = 30;

describe('a zone with 1,000 old rules, 200 firewall rules and 120 page rules', () => {
  let small: Running;
  let big: Running;
  beforeAll(async () => {
    small = await start({ fixture: zoneOfSize(0.1), wafCutoverMs: hour });
    big = await start({ fixture: zoneOfSize(1), wafCutoverMs: hour });
  });
  afterAll(() => Promise.all([small.close(), big.close()]));

  it.each([
    [`${packages}/${packageId}/rules?per_page=100&page=10`],
    [`${packages}/${packageId}/rules?order=group_id&mode=BLK`],
    [`${packages}/${packageId}/groups?order=rules_count&per_page=100`],
    [`/zones/${zoneId}/firewall/rules?per_page=100&page=2`],
    [`/zones/${zoneId}/pagerules`],
    [`${migration}/check?phase_two=1`],
    [`${migration}/config?phase_two=1`],
  ])('answers %s with work that grows no faster than the zone', async (path) => {
    expect(await growth(small, big, (zone) => zone.result('GET', path))).toBeLessThan(mostGrowth);
  });

  it('accepts its configuration with work that grows no faster than the zone', async () => {
    const put: Work = async (zone) => {
      const rules = pick(await zone.result('GET', `${migration}/config?phase_two=1`), 'rules') as object[];
      expect((await putEntrypoint(zone, 'pending', rules)).status).toBe(200);
    };
    expect(await growth(small, big, put)).toBeLessThan(mostGrowth);
    expect(pick(await big.result('GET', `${migration}/config?phase_two=1`), 'rules')).toHaveProperty('319');
  });

  it('shows security events of every rule with work that grows no faster than the traffic', async () => {
    const record: Work = async (zone) => {
      const path = `${packages}/${packageId}/rules?per_page=100`;
      const old = (await zone.result('GET', path)) as { id: string }[];
      const lines = Array.from({ length: zone === big ? 1000 : 100 }, (_, index) => {
        const waf = { previous: [{ rule_id: old[index % 100]?.id, action: 'block' }] };
        return JSON.stringify({ fields: {}, waf });
      });
      await zone.control('POST', `/zones/${zoneId}/requests`, lines.join('\n'));
    };
    expect(await growth(small, big, record)).toBeLessThan(mostGrowth);
  });
});
