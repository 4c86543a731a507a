import { plans } from '../../lib/emulator/world';
import { capitalize } from '../../lib/ground/words';
import type { Fixture } from '../../lib/emulator';
import { accountId, hexId, pick, start, zoneId } from './support';
import { zoneWith } from './waf-world';

const path = `/zones/${zoneId}`;

describe('a zone', () => {
  it.each(plans)('is shown with the plan %s, its account and its name', async (plan) => {
    const emulator = await start({ fixture: zoneWith({ plan }) });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(await emulator.result('GET', path)).toEqual({
      id: zoneId,
      name: 'one.example',
      status: 'active',
      paused: false,
      type: 'full',
      development_mode: 0,
      name_servers: [expect.any(String), expect.any(String)] as unknown,
      original_name_servers: null,
      original_registrar: null,
      original_dnshost: null,
      owner: { id: accountId, name: 'Account', type: 'organization' },
      meta: {
        step: 2,
        custom_certificate_quota: expect.any(Number) as number,
        page_rule_quota: expect.any(Number) as number,
        phishing_detected: false,
        cdn_only: false,
        dns_only: false,
        foundation_dns: false,
      },
      account: { id: accountId, name: 'Account' },
      plan: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        name: `${capitalize(plan)} Website`,
        price: 0,
        currency: 'USD',
        frequency: '',
        is_subscribed: plan !== 'free',
        can_subscribe: plan === 'enterprise',
        legacy_id: plan,
        legacy_discount: false,
        externally_managed: plan === 'enterprise',
      },
      created_on: time,
      modified_on: time,
      activated_on: time,
    });
  });

  it.each<[string, string[]]>([
    ['name=equal:one.example', ['one']],
    ['name=not_equal:one.example', ['pro', 'two']],
    ['name=starts_with:ONE', ['one']],
    ['name=starts_with_case_sensitive:ONE', []],
    ['name=ends_with:o.example', ['pro', 'two']],
    ['name=ends_with_case_sensitive:o.example', ['pro', 'two']],
    ['name=contains:O', ['one', 'pro', 'two']],
    ['name=contains_case_sensitive:O', []],
    ['name=unknown:one.example', []],
    ['account.name=contains:second', ['two']],
    ['account.name=Second: shop', ['two']],
    ['account.name=starts_with:second:', ['two']],
    ['status=active', ['one', 'pro', 'two']],
    ['status=pending', []],
    ['type=full', ['one', 'pro', 'two']],
    ['type=partial', []],
    ['type=partial,full', ['one', 'pro', 'two']],
    ['type=partial&type=full', ['one', 'pro', 'two']],
    ['status=pending&name=one.example&match=any', ['one']],
    ['order=account.id', ['two', 'one', 'pro']],
    ['order=account.name', ['one', 'pro', 'two']],
    ['order=account.name&direction=desc', ['two', 'pro', 'one']],
    ['order=status', ['one', 'pro', 'two']],
    ['order=plan.id', ['one', 'two', 'pro']],
  ])('is found by %s', async (query, found) => {
    const accounts = [
      { id: 'b'.repeat(32), name: 'Account' },
      { id: 'a'.repeat(32), name: 'Second: shop' },
    ];
    const zones = ['one', 'pro', 'two'].map((name) => ({
      id: hexId(),
      account_id: (name === 'two' ? 'a' : 'b').repeat(32),
      name: `${name}.example`,
      plan: name === 'pro' ? 'pro' : 'enterprise',
    }));
    const emulator = await start({ fixture: { accounts, zones } as Fixture });
    const list = (await emulator.result('GET', `/zones?${encodeURI(query)}`)) as { name: string }[];
    expect(list.map(({ name }) => name.replace('.example', ''))).toEqual(found);
  });

  it.each(['status=live', 'type=whole', 'type=full,whole', 'order=plan'])('fails for %s', async (query) => {
    const emulator = await start();
    const reply = await emulator.call('GET', `/zones?${query}`);
    expect([reply.status, pick(reply.body, 'errors', 0, 'code')]).toEqual([400, 1001]);
    expect(reply.text).toContain(`for ${query.split('=')[0] ?? ''} because`);
  });

  it('is shown and found by its name in Unicode', async () => {
    const emulator = await start({ fixture: zoneWith({ name: 'xn--bcher-kva.example' }) });
    expect(await emulator.result('GET', '/zones?name=b%C3%BCcher.example')).toMatchObject([
      { id: zoneId, name: 'bücher.example' },
    ]);
    expect(await emulator.result('GET', '/zones?name=xn--bcher-kva.example')).toEqual([]);
  });

  it('cannot be read without credentials or when unknown, and cannot be changed', async () => {
    const emulator = await start();
    const unknown = { authorization: 'Bearer an-unknown-token' };
    const statusOf = async (...args: Parameters<typeof emulator.call>) =>
      (await emulator.call(...args)).status;
    expect(await statusOf('GET', path, undefined, unknown)).toBe(403);
    expect(await statusOf('GET', '/zones', undefined, unknown)).toBe(403);
    expect(await statusOf('GET', `/zones/${hexId()}`)).toBe(404);
    expect(await statusOf('GET', '/zones/one.example')).toBe(400);
    expect(await statusOf('PATCH', path, { paused: true })).toBe(405);
  });
});
