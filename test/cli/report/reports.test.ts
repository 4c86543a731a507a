import { readFile, writeFile } from 'node:fs/promises';
import type { Fixture } from '../../../lib/emulator';
import { accountId, world } from '../../emulator/support';
import { serve } from '../serve';
import { runAtTerminal, runInProcess } from '../support';
import { entryPointWith, ids, skipAll, zones } from '../waf/zones';
import { healthPolicy } from '../../pools/policy';
import { useProjectFolder } from '../../support/project-folder';

const idOf = (letter: string, at: number) => letter + String(at).padStart(31, '0');
const pool = (at: number, email = '') => ({
  id: idOf('c', at),
  name: `pool-${at}`,
  origins: [{ name: 'one', address: '192.0.2.1' }],
  notification_email: email,
});
const policy = (name: string, pools: readonly number[], emails: readonly string[], more: object = {}) =>
  healthPolicy(
    pools.map((at) => idOf('c', at)),
    emails,
    { name, ...more },
  );
const account = {
  id: accountId,
  name: 'Example account',
  pools: [
    ...[0, 1, 2].map((at) => pool(at, 'ops@example.com')),
    pool(12, 'ops@example.com, lead@example.com'),
    pool(13, 'night@example.com'),
    pool(14),
  ],
  policies: [
    policy('all', [1, 2, 12], ['ops@example.com']),
    policy('off', [13], ['night@example.com'], { enabled: false }),
  ],
};
const other = {
  id: idOf('a', 2),
  name: 'Blog',
  pools: [pool(20)],
  policies: [policy('blog', [20], ['b@x.org'])],
};
const unprotected = {
  id: '6'.repeat(32),
  account_id: accountId,
  name: 'unprotected.example',
  plan: 'business',
  migration_state: 'complete',
  ...entryPointWith(skipAll),
} as const;
const fixture: Fixture = { ...world, accounts: [account, other], zones: [...zones, unprotected] };

const event = (ray: string, source: string, rule: string, action: string, path: string) => ({
  RayID: ray,
  Action: action,
  RuleID: rule,
  Source: source,
  ClientRequestMethod: 'POST',
  ClientRequestHost: 'validation.example',
  ClientRequestPath: path,
});
const events = [
  event('1', 'waf', 'old', 'block', '/login'),
  event('2', 'waf', 'old', 'challenge', '/login'),
  event('3', 'firewallmanaged', '5de7edfa648c4d6891dc3e7f84534ffa', 'block', '/cart'),
  event('5', 'firewallmanaged', '6179ae15870a4bb7b2d480d4843b323c', 'managedchallenge', '/upload'),
  event('6', 'botManagement', 'bots', 'block', '/'),
];
const linesOf = (items: readonly object[]) => items.map((each) => `${JSON.stringify(each)}\n`).join('');

// The paths in a report do not depend on the machine.
useProjectFolder();

/** What differs in each run is the time. */
const stable = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
const at = async (columns: number | undefined, ...parameters: string[]) => {
  const { stdout } = await (columns === undefined
    ? runInProcess(undefined, ...parameters)
    : runAtTerminal(columns, undefined, ...parameters));
  return stable(stdout);
};
const text = (...parameters: string[]) => at(undefined, ...parameters);

describe('the report of', () => {
  it.each([
    ['waf check', ['waf', 'check', '-z', ids.messy]],
    ['waf check without protection', ['waf', 'check', '-z', unprotected.id]],
    ['waf check of zones', ['waf', 'check', '-z', ids.messy, '-z', unprotected.id, '-z', ids.pristine]],
    ['waf report', ['waf', 'report', '-z', ids.messy]],
    ['waf survey', ['waf', 'survey', '--all']],
    ['waf survey as CSV', ['waf', 'survey', '--all', '--csv']],
    ['pools audit', ['pools', 'audit', '-a', accountId]],
    ['pools survey', ['pools', 'survey', '--all']],
    ['pools survey as CSV', ['pools', 'survey', '--all', '--csv']],
  ])('edge-platform %s', async (_name, parameters) => {
    await serve(fixture);
    expect(await text(...parameters)).toMatchSnapshot();
  });

  it('edge-platform waf review', async () => {
    await serve(fixture);
    const path = 'events.log';
    await writeFile(path, linesOf(events));
    expect(await at(100, 'waf', 'review', '-z', ids.validation, '-e', path)).toMatchSnapshot();
  });

  it('edge-platform waf waves', async () => {
    await serve(fixture);
    const [survey, out] = ['survey.json', 'waves'];
    await text('waf', 'survey', '--all', '--out', survey);
    expect(await text('waf', 'waves', '--from', survey, '--out', out, '--canary', '1')).toMatchSnapshot();
    expect(await text('waf', 'waves', 'status', '--dir', out)).toMatchSnapshot('status');
    expect(stable(await readFile('waves/STATUS.md', 'utf8'))).toMatchSnapshot('STATUS.md');
    expect(await text('waf', 'review', '--wave', 'canary', '--dir', out)).toMatchSnapshot('review');
  });

  it.each([
    [
      'logs check',
      [
        'logs',
        'check',
        'EdgeResponseStatus >= 500 and EdgeResponseStatus >= 400',
        '--dataset',
        'http_requests',
      ],
    ],
  ])('edge-platform %s', async (_name, parameters) => {
    expect(await at(80, ...parameters)).toMatchSnapshot();
  });
});
