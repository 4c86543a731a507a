import { maskCredentials } from '../../lib/emulator/fixture/mask-credentials';
import { pick, type Running } from './support';

/** All answers of the API about the state, by path, without times, versions, credentials and outcomes of deliveries. */
export async function readShownState(emulator: Running): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  const ask = async (path: string): Promise<unknown> => {
    const { status, body } = await emulator.call('GET', path);
    answers.set(
      path,
      status === 200 ? lasting(pick(body, 'result')) : { status, errors: pick(body, 'errors') },
    );
    return status === 200 ? pick(body, 'result') : undefined;
  };
  const each = async (path: string) => {
    const all = await listAll(emulator, path);
    answers.set(path, lasting(all));
    const ids = all.map((item) => String(pick(item, 'id')));
    for (const id of ids) await ask(`${path}/${id}`);
    return ids;
  };
  for (const id of await each('/accounts')) {
    const account = `/accounts/${id}`;
    await each(`${account}/rulesets`);
    await each(`${account}/logpush/jobs`);
    for (const pool of await each(`${account}/load_balancers/pools`))
      for (const rest of ['health', 'references'])
        await ask(`${account}/load_balancers/pools/${pool}/${rest}`);
    await each(`${account}/load_balancers/monitors`);
    await each(`${account}/alerting/v3/policies`);
    await each(`${account}/alerting/v3/destinations/webhooks`);
    for (const rest of ['pagerduty', 'eligible']) await ask(`${account}/alerting/v3/destinations/${rest}`);
  }
  for (const id of await each('/zones')) {
    const zone = `/zones/${id}`;
    await each(`${zone}/rulesets`);
    await each(`${zone}/logpush/jobs`);
    await each(`${zone}/load_balancers`);
    for (const one of await each(`${zone}/firewall/waf/packages`))
      for (const list of ['groups', 'rules']) await each(`${zone}/firewall/waf/packages/${one}/${list}`);
    for (const list of ['firewall/waf/overrides', 'pagerules', 'filters', 'firewall/rules'])
      await each(`${zone}/${list}`);
    await ask(`${zone}/settings/waf`);
    for (const rest of ['check?phase_two=1', 'config?phase_two=1', 'status'])
      await ask(`${zone}/waf_migration/${rest}`);
  }
  return answers;
}

async function listAll(emulator: Running, path: string): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await emulator.call('GET', `${path}?page=${page}&per_page=50`);
    const result = pick(body, 'result');
    if (Array.isArray(result)) items.push(...(result as unknown[]));
    const pages = Number(pick(body, 'result_info', 'total_pages') ?? 1);
    if (!Array.isArray(result) || page >= pages) return items;
  }
}

/** The members that stay over an export and an import. Of a time only whether there is one. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !passing.has(key))
      .map(([key, member]) => [key, lastingMember(key, member)]),
  );
}

function lastingMember(key: string, value: unknown): unknown {
  if (key === 'disabled_at') return 'a time';
  if (['destination_conf', 'url'].includes(key)) return maskCredentials(String(value));
  return lasting(value);
}

const passing = new Set([
  ...'version last_updated created_on modified_on created modified created_at last_success'.split(' '),
  ...'last_failure last_complete last_error error_message'.split(' '),
]);
