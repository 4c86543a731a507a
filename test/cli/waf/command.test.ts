import { createServer } from 'node:http';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FixtureZone } from '../../../lib/emulator';
import { accountId, pick, world, type Running } from '../../emulator/support';
import { bypassRules, cloudflarePackage, hour, managedRuleset } from '../../emulator/waf-world';
import { startAltering } from '../../support/altered-replies';
import { sample } from '../../support/exhaustive';
import { serve } from '../serve';
import { runCommandWith, runInProcess } from '../support';
import { entryPointWith, executeManaged, ids, overrideIds, ruleIds, skipAll, zones } from './zones';
import { makeFolder } from '../../support/folder';
import { afterTest } from '../../support/after-test';
import { listen } from '../../support/listen';

const exposedCredentials = 'c2e184081120413c86c3ab7e14069605';
const newRule = '5de7edfa648c4d6891dc3e7f84534ffa';
const scoreRule = '6179ae15870a4bb7b2d480d4843b323c';

const folder = makeFolder();
let emulator: Running;
beforeEach(() => serveZones(zones));

async function serveZones(list: readonly FixtureZone[]): Promise<void> {
  emulator = await serve({ ...world, zones: list }, { wafCutoverMs: hour });
}

const serveOnly = (more: Partial<FixtureZone>) =>
  serveZones([{ id: ids.messy, account_id: accountId, name: 'one.example', plan: 'enterprise', ...more }]);

const run = (...parameters: string[]) => runInProcess(undefined, 'waf', ...parameters);
const json = async (...parameters: string[]) => {
  const { status, stdout, stderr } = await run(...parameters, '--json');
  return { status, stderr, document: JSON.parse(stdout) as unknown };
};

describe('a migration status that is not known', () => {
  const reporting = (status: object) =>
    emulator.control('POST', '/faults', {
      ...{ kind: 'result', match: { method: 'GET', path: '**/waf_migration/status' }, times: 99 },
      result: { migration_state: 'start', old_waf_status: 'enabled', new_waf_status: 'disabled', ...status },
    });

  it.each([
    [{ migration_state: 'in_progress' }, 'migration_state "in_progress"', 'waf.status_unknown'],
    [
      { old_waf_status: 'disabled', new_waf_status: 'enabled' },
      'old_waf_status "disabled"',
      'waf.status_contradiction',
    ],
  ])('fails every command that reads it: %j', async (status, text, code) => {
    await reporting(status);
    // A review reads no setting, without which two different versions are no contradiction.
    for (const command of ['old_waf_status' in status ? 'check' : 'review', 'check', 'report']) {
      const { status: exit, stdout, stderr } = await run(command, '--zone', ids.pristine);
      expect([exit, stdout, stderr.includes(text)]).toEqual([2, '', true]);
    }
    for (const command of ['check', 'survey']) {
      const { status: exit, document } = await json(command, '--zone', ids.pristine, '--zone', ids.messy);
      expect([exit, pick(document, 'summary', 'failed'), pick(document, 'zones', 0, 'code')]).toEqual([
        2,
        2,
        code,
      ]);
      expect(pick(document, 'zones', 0, 'error')).toContain(text);
    }
  });
});

describe('edge-platform waf check', () => {
  const check = (zone: string, ...more: string[]) => run('check', '--zone', zone, ...more);

  it('only reads', async () => {
    expect(await check(ids.messy)).toMatchObject({ status: 1, stderr: '' });
    expect(new Set((await emulator.calls()).map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('prints one JSON document', async () => {
    expect(await json('check', '-z', ids.messy)).toEqual({
      status: 1,
      stderr: '',
      document: {
        version: 1,
        zone_id: ids.messy,
        zone_name: 'messy.example',
        migration_state: 'start',
        old_waf_status: 'enabled',
        new_waf_status: 'disabled',
        verdict: 'ineligible',
        reasons: [expect.objectContaining({ code: 'waf.ineligible', kind: 'uri-override' }) as object],
        can_migrate: false,
        service: { compatible: false, migration_state: 'start' },
        rules_to_migrate: { count: 1, limit: 200 },
        obstacles: [
          {
            kind: 'uri-override',
            ids: overrideIds,
            reason: expect.stringContaining('URI-based WAF overrides') as string,
            fix: expect.stringContaining('Delete them all') as string,
            fails_check: true,
          },
        ],
        first_phase_obstacles: ['core-rule-set-on', 'bypass-rule', 'page-rule'].map(
          (kind) => expect.objectContaining({ kind }) as object,
        ),
        previous_settings: null,
        protection: null,
      },
    });
  });

  it.each(
    sample<[keyof typeof ids, RegExp, boolean | null]>(
      [
        ['pristine', /^Zone \w+ can be migrated\.\n/, true],
        ['validation', /is in validation mode: .* The\s+migration\s+can\s+be\s+completed/s, true],
        [
          'complete',
          /is migrated: it has only the new managed\s+rules\. The migration cannot be reverted/,
          null,
        ],
        ['newcomer', /never had the previous managed rules:\s+there is nothing to migrate/, null],
      ],
      1,
    ),
  )('ends with 0 for a zone that is %s', async (name, text, canMigrate) => {
    const { status, stdout, stderr } = await check(ids[name]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(text);
    expect((await json('check', '-z', ids[name])).document).toMatchObject({ can_migrate: canMigrate });
  });

  it('reports limits that the service’s check ignores', async () => {
    await serveOnly({ firewall_rules: bypassRules(201) });
    const { status, stdout } = await check(ids.messy);
    expect(status).toBe(1);
    expect(stdout).toContain('201 of at most 200');
    expect(stdout).toMatch(/Check of the service +passes\n/);
    expect(stdout).toContain('… 196 more: see --all or --json.');
    expect(stdout).toMatch(/its check\s+ignores\s+the\s+limits/);
    const { document } = await json('check', '-z', ids.messy);
    expect(document).toMatchObject({
      can_migrate: false,
      service: { compatible: true },
      obstacles: [{ kind: 'too-many-rules', fails_check: false }],
    });
    expect(pick(document, 'obstacles', 0, 'ids')).toHaveLength(201);
  });

  it('reports what blocks the completion for a zone in validation mode', async () => {
    const path = `/zones/${ids.validation}/firewall/waf/overrides`;
    await emulator.result('POST', path, { urls: ['validation.example/*'], rules: { [newRule]: 'disable' } });
    const { status, stdout } = await check(ids.validation);
    expect(status).toBe(1);
    expect(stdout).toMatch(/cannot be completed\s+yet/);
  });

  it('reports a migration in progress', async () => {
    const entryPoint = `/zones/${ids.pristine}/rulesets/phases/http_request_firewall_managed/entrypoint`;
    const body = { name: 'default', rules: [executeManaged] };
    await emulator.result('PUT', `${entryPoint}?waf_migration=pending&phase_two=1`, body);
    const { status, stdout } = await check(ids.pristine);
    expect(status).toBe(0);
    expect(stdout).toContain('Both versions are');
  });
});

describe('edge-platform waf check judges the new managed rules', () => {
  const check = (...parameters: string[]) => run('check', '-z', ids.messy, ...parameters);
  const off = { ...executeManaged, enabled: false };

  it.each<[string, Partial<FixtureZone>, RegExp]>([
    ['no rules', {}, /1\. No enabled rule executes a managed ruleset \(waf\.no_managed_ruleset\)\.\n/],
    ['disabled rules', entryPointWith(off), /\n1\. \(disabled\) execute Cloudflare Managed Ruleset\n/],
    ['a skip rule for everything', entryPointWith(skipAll, executeManaged), /\(waf\.skip_all\)/],
  ])('of a migrated zone, and ends with 1 for %s, whatever the status', async (_, rulesets, text) => {
    await serveOnly({ migration_state: 'complete', ...rulesets });
    const { status, stdout, stderr } = await check();
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(
      /^Zone \w+ is not protected by managed rules,\s+although\s+their\s+status\s+is\s+"enabled"\./,
    );
    expect(stdout).toMatch(text);
    const { document } = await json('check', '-z', ids.messy);
    expect(document).toMatchObject({ can_migrate: null, protection: { is_protected: false } });
  });

  it('of a zone that never had the previous ones', async () => {
    await serveOnly({ plan: 'free' });
    const { status, stdout } = await check();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Zone \w+ is not protected by managed rules\.\n.*Fix: Enable a rule/s);
  });

  it('in validation mode, although the previous ones still protect the zone', async () => {
    await serveOnly({ migration_state: 'validation', ...entryPointWith(skipAll, executeManaged) });
    const { status, stdout } = await check();
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Zone \w+ would not be protected by its new managed\s+rules/);
    expect(stdout).toContain('Delete or narrow the skip rules');
  });

  it('and lists them, all of them on demand', async () => {
    const skips = Array.from({ length: 25 }, (_, at) => ({
      ...skipAll,
      expression: `ip.src eq 192.0.2.${at}`,
    }));
    await serveOnly({ migration_state: 'complete', ...entryPointWith(...skips, executeManaged) });
    const { status, stdout } = await check();
    expect(status).toBe(0);
    expect(stdout).toContain(
      '\n10. skip all managed rules where (ip.src eq 192.0.2.9)\n   … 6 more: see --all.',
    );
    expect(stdout).toContain('\n26. execute Cloudflare Managed Ruleset\n');
    expect((await check('--all')).stdout).toContain(
      '\n11. skip all managed rules where (ip.src eq 192.0.2.10)\n',
    );
  });
});

describe('edge-platform waf check of several zones', () => {
  const unprotected = '6'.repeat(32);
  const unknown = 'e'.repeat(32);
  const all = [...Object.values(ids), unprotected];

  beforeEach(() => {
    const zone = { id: unprotected, account_id: accountId, name: '=evil.example', plan: 'pro' } as const;
    return serveZones([...zones, { ...zone, migration_state: 'complete' }]);
  });

  it('prints one JSON document', async () => {
    const { status, document } = await json('check', ...all.flatMap((id) => ['-z', id]));
    expect(status).toBe(1);
    expect(document).toMatchObject({
      summary: { zones: 6, failed: 0, verdicts: { 'not protected': 1, migrated: 1 } },
      zones: all.map((id) => ({ zone_id: id })),
    });
  });

  it('fails with 2 if a zone cannot be read, and shows the others', async () => {
    const { status, stdout } = await run('check', '-z', ids.messy, '-z', unknown);
    expect(status).toBe(2);
    expect(stdout).toMatch(/^2 zones: 1 not readable, 1 ineligible\.\n/);
    expect(stdout).toMatch(/e{32} +not readable +EDGE_API\n/);
    expect(stdout).toMatch(/ineligible +uri-override/);
    const csv = await run('check', '-z', ids.messy, '-z', unknown, '--csv');
    expect([csv.status, csv.stdout]).toEqual([2, expect.stringMatching(/^zone_id,zone_name,/)]);
  });
});

describe('edge-platform waf report', () => {
  const report = (zone: string, ...more: string[]) => run('report', '--zone', zone, ...more);

  it.each(['check', 'report', 'review'])('finds the zone by its name: %s', async (command) => {
    const name = command === 'review' ? 'validation' : 'messy';
    const { document } = await json(command, '-z', `${name.toUpperCase()}.example`);
    expect(document).toMatchObject({ zone_id: ids[name], zone_name: `${name}.example` });
  });

  it('prints one JSON document', async () => {
    const { status, document } = await json('report', '-z', ids.messy);
    expect(status).toBe(1);
    expect(document).toMatchObject({
      zone_id: ids.messy,
      migration_state: 'start',
      rule_overrides: [
        { rule_id: scoreRule, action: 'challenge', score_threshold: 25 },
        { rule_id: ruleIds.challenging, ruleset_id: managedRuleset, action: 'challenge' },
      ],
      skip_rules: [{ rule_ids: [ruleIds.blocking], enabled: true }, { enabled: true }, { enabled: false }],
      snippet: expect.stringMatching(/^\/\/ import .*new WafMigration\(.*\}\);\n$/s) as string,
    });
    const losses = pick(document, 'losses') as { kind: string; instead: string | null }[];
    expect(losses.map(({ kind, instead }) => [kind, instead])).toEqual([
      ['uri-override', 'snippet'],
      ['uri-override', 'snippet'],
      ['uri-override', null],
      ['core-rule', null],
      ['sensitivity-changed', 'snippet'],
      ['action-changed', 'snippet'],
      ['action-changed', 'snippet'],
      ['page-rule-detached', expect.any(String)],
      ['page-rule-detached', expect.any(String)],
    ]);
  });

  it.each(
    sample<[keyof typeof ids, string]>(
      [
        [
          'pristine',
          'Zone pristine.example (33333333333333333333333333333333): the migration loses\nnothing.\n\nRules that the migration deploys, in order:\n1. execute Cloudflare Managed Ruleset\n',
        ],
        ['newcomer', `Zone newcomer.example (${ids.newcomer}): the migration loses\nnothing.\n`],
      ],
      1,
    ),
  )('ends with 0 when everything carries over: %s', async (name, text) => {
    const { status, stdout } = await report(ids[name]);
    expect([status, stdout]).toEqual([0, text]);
    expect((await json('report', '-z', ids[name])).document).toMatchObject({ losses: [], snippet: null });
  });

  it('reports what the migration would replace in the entry point', async () => {
    const mine = {
      action: 'skip',
      action_parameters: { ruleset: 'current' },
      description: 'mine',
      expression: 'http.host eq "own.example.com"',
    };
    const waf = { packages: [{ id: cloudflarePackage, name: 'Cloudflare', groups: [], rules: [] }] };
    await serveOnly({ waf, ...entryPointWith(mine, executeManaged) });
    const { status, document } = await json('report', '-z', ids.messy);
    expect(status).toBe(1);
    expect(document).toMatchObject({
      losses: [{ kind: 'entry-point-rule', instead: 'migration', replacement: { description: 'mine' } }],
    });
  });

  it('lists the rules that the migration deploys, and where they differ from the previous WAF', async () => {
    const proxy = await startAltering(emulator.url);
    proxy.alter = (envelope, call) => {
      const text = JSON.stringify(envelope);
      return call.includes('waf_migration/config')
        ? JSON.parse(text.replace('"enabled":true', '"enabled":false'))
        : envelope;
    };
    const { status, stdout } = await report(ids.pristine, '--base-url', proxy.baseUrl);
    const { document } = await json('report', '-z', ids.pristine, '--base-url', proxy.baseUrl);
    expect([status, stdout]).toEqual([
      1,
      `Zone pristine.example (${ids.pristine}): the new configuration
differs from the previous WAF (2 findings).

Rules that the migration deploys, in order:
1. (disabled) execute Cloudflare Managed Ruleset

Differences from the previous WAF:
- error: No enabled rule executes a managed ruleset (waf.no_managed_ruleset)
- error: 1 managed ruleset disabled: Cloudflare Managed Ruleset
  (waf.ruleset_disabled)
`,
    ]);
    expect(document).toMatchObject({
      deployment: {
        source: 'service',
        rules: ['(disabled) execute Cloudflare Managed Ruleset'],
        differences: [
          { code: 'waf.no_managed_ruleset', severity: 'error' },
          { code: 'waf.ruleset_disabled', severity: 'error', rulesets: [managedRuleset] },
        ],
      },
    });
  });

  it('reports nothing of the new configuration as lost in validation mode', async () => {
    const exposed = { ...executeManaged, action_parameters: { id: exposedCredentials } };
    await serveOnly({ migration_state: 'validation', ...entryPointWith(exposed) });
    expect((await report(ids.messy)).stdout).not.toContain('entry point');
  });

  it('continues without the plan of the zone, and notes which zones have validation mode', async () => {
    await emulator.control('POST', '/faults', {
      kind: 'status',
      status: 403,
      times: 10,
      match: { method: 'GET', path: '/zones/*' },
    });
    const { status, stdout } = await report(ids.messy);
    expect(status).toBe(1);
    expect(stdout).toContain(
      'WafMigrationTarget.VALIDATION, // Enterprise zones only; on other plans: COMPLETE',
    );
  });

  it('fails with 2 for a migrated zone, and points to the saved report', async () => {
    const { status, stdout, stderr } = await report(ids.complete);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/it is too late: .*loss_report of edge_waf_migration/);
  });
});

describe('edge-platform waf review', () => {
  const review = (zone: string, ...more: string[]) => run('review', '--zone', zone, ...more);
  const file = async (content: string | Buffer) => {
    const path = join(await mkdtemp(join(folder, 'events-')), 'events.log');
    await writeFile(path, content);
    return path;
  };

  const logLine = (ray: string, source: string, rule: string, action: string, path = '/login') => ({
    RayID: ray,
    Action: action,
    RuleID: rule,
    Source: source,
    ClientRequestMethod: 'POST',
    ClientRequestHost: 'validation.example',
    ClientRequestPath: path,
  });
  const lines = (...events: object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('');
  const missedExpression =
    'http.request.method eq "POST" and http.host eq "validation.example" and http.request.uri.path eq "/login"';

  const logged = lines(
    logLine('1', 'waf', 'old', 'block'),
    logLine('2', 'waf', 'old', 'challenge'),
    logLine('3', 'firewallmanaged', newRule, 'block', '/cart'),
    logLine('4', 'firewallManaged', scoreRule, 'managedchallenge'),
    logLine('4', 'waf', 'old', 'block'),
    logLine('5', 'firewallmanaged', scoreRule, 'block', '/upload'),
    logLine('6', 'botManagement', 'bots', 'block'),
  );

  /** The same for the emulator's data plane. */
  const traffic = (waf: object, ray: string, path: string) => ({
    fields: {
      RayID: ray,
      ClientRequestMethod: 'POST',
      ClientRequestHost: 'validation.example',
      ClientRequestPath: path,
    },
    waf,
  });

  it('reads the events of an emulator', async () => {
    const previous = [{ rule_id: 'f'.repeat(32), action: 'block' }];
    const blocked = [{ rule_id: newRule, ruleset_id: managedRuleset, action: 'block' }];
    await emulator.control(
      'POST',
      `/zones/${ids.validation}/requests`,
      lines(traffic({ previous }, '1', '/login'), traffic({ new: blocked }, '2', '/cart')),
    );
    const { status, stdout, stderr } = await review(ids.validation);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/: 2 events of managed\nrules, from 20\S+Z to 20\S+Z\./);
    expect(stdout).toContain('let 1 request pass');
  });

  it.each(
    sample<[string, (content: string) => string | Buffer]>(
      [
        ['plain', (content) => content],
        ['gzipped', (content) => gzipSync(content)],
        [
          'gzipped in parts',
          (content) => Buffer.concat(content.match(/.*\n/g)?.map((each) => gzipSync(each)) ?? []),
        ],
        ['with lines as Windows ends them', (content) => content.replaceAll('\n', '\r\n')],
      ],
      1,
    ),
  )('reads lines of firewall_events, %s, from a file and from stdin', async (_, make) => {
    const content = make(logged);
    const { status, stderr, document } = await json(
      'review',
      '-z',
      ids.validation,
      '--events',
      await file(content),
    );
    expect([status, stderr]).toEqual([1, '']);
    expect(document).toMatchObject({
      migration_state: 'validation',
      events: { lines: 7, reviewed: 6, ignored: 1, bad: 0, bad_lines: [] },
      missed: [
        {
          count: 2,
          request: { method: 'POST', host: 'validation.example', path: '/login' },
          rule_ids: ['old'],
          rule: {
            phase: 'http_request_firewall_custom',
            action: 'block',
            expression: missedExpression,
            description: 'Acted on by previous rules: old',
          },
        },
      ],
      blocking: [
        {
          rule_id: newRule,
          ruleset_id: managedRuleset,
          is_ruleset_assumed: true,
          count: 1,
          overrides: [
            { rule_id: newRule, ruleset_id: managedRuleset, action: 'log' },
            { rule_id: newRule, ruleset_id: managedRuleset, enabled: false },
          ],
        },
        { rule_id: scoreRule, is_ruleset_assumed: false, overrides: [{ score_threshold: 60 }, {}, {}] },
      ],
    });
    const piped = runCommandWith(content, 'waf', 'review', '-z', ids.validation, '-e', '-', '--json');
    expect(await piped.ended).toBe(1);
    expect(JSON.parse(piped.stdout())).toEqual(document);
  });

  it('ends with 0 when both versions stop the same requests', async () => {
    const same = lines(
      logLine('1', 'waf', 'old', 'block'),
      logLine('1', 'firewallManaged', newRule, 'block'),
      logLine('2', 'waf', 'old', 'simulate'),
    );
    const { status, stdout } = await review(ids.validation, '-e', await file(same));
    expect(status).toBe(0);
    expect(stdout).toMatch(/stop the same\s+requests as the previous rules/);
  });

  it('reports requests that the new rules challenge and the previous rules allow', async () => {
    const challenged = lines(
      logLine('1', 'firewallManaged', scoreRule, 'managedchallenge', '/order'),
      logLine('2', 'firewallManaged', newRule, 'block', '/cart'),
      logLine('3', 'firewallManaged', newRule, 'jschallenge', '/cart'),
    );
    const { status, stdout } = await review(ids.validation, '-e', await file(challenged));
    expect(status).toBe(1);
    expect(stdout).toContain('The new rules block or challenge 3 requests');
    expect(stdout).toContain(`- 2 times, 1 of them challenged: rule`);
    expect(stdout).toContain(`- 1 time, challenged: rule`);
    expect(stdout).toContain('// blocked 1 and challenged 1 requests; if');
    expect(stdout).toContain('// challenged 1 request; if');
  });

  it.each([
    ['in a file', ''],
    ['but of other sources', lines(logLine('1', 'ratelimit', 'r', 'block'))],
  ])('ends with 1 when there are no events %s: nothing is compared', async (_, content) => {
    const { status, stdout } = await review(ids.validation, '-e', await file(content));
    expect(status).toBe(1);
    expect(stdout).toMatch(/There is\s+nothing to compare yet\./);
    expect(stdout).toMatch(/The review fails: the assertion withoutEvents<=0 does not hold/);
  });

  describe('of events of which some are not compared', () => {
    it('ends with 1 without an event of the new rules, as from the time before validation mode', async () => {
      const events = await file(lines(logLine('1', 'waf', 'old', 'simulate')));
      const { status, stdout } = await review(ids.validation, '-e', events);
      expect([status, stdout.replace(/\s+/g, ' ')]).toEqual([
        1,
        expect.stringContaining(
          'newlyBlocked<=0 does not hold: there are no events of the new managed rules',
        ),
      ]);
    });

    it('fails for an assertion about the zones of a wave', async () => {
      expect(await review(ids.validation, '--assert', 'incomplete<=1')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(
          '--assert: incomplete is a count of a wave. Use it with --wave.',
        ) as string,
      });
    });
  });

  it('lists the lines that cannot be read, and continues', async () => {
    const bad = `${logged}not JSON\n\n["a list"]\n{"Source":"waf","RayID":"7"}\n{"message":"hello"}\n`;
    const { status, stderr, document } = await json('review', '-z', ids.validation, '-e', await file(bad));
    expect(status).toBe(1);
    expect(document).toMatchObject({ events: { lines: 12, reviewed: 6, bad: 4 } });
    expect(pick(document, 'events', 'bad_lines')).toEqual([
      { line: 8, reason: 'it is not JSON' },
      { line: 10, reason: 'it is not an object' },
      {
        line: 11,
        reason: 'it has no RuleID, Action, ClientRequestMethod, ClientRequestHost, ClientRequestPath',
      },
      { line: 12, reason: expect.stringMatching(/neither a line of firewall_events/) as string },
    ]);
    expect(stderr).toMatch(/^edge-platform: warning: 4 lines could not be read .*line 8: it is not JSON; /);
  });

  it.each<[keyof typeof ids, RegExp]>([
    ['messy', /warning: .*only the previous managed rules \(state start\)/],
    ['complete', /warning: .*only the new managed rules \(state complete\)/],
  ])('warns about a zone that is %s, and still reviews the events', async (name, warning) => {
    const content = logged.replaceAll('validation.example', `${name}.example`);
    const { status, stdout, stderr } = await review(ids[name], '-e', await file(content));
    expect(status).toBe(1);
    expect(stderr).toMatch(warning);
    expect(stdout).toMatch(/6 events of managed\s+rules/);
  });

  describe('fails with 2', () => {
    it.each<[string, keyof typeof ids]>([
      ['has not begun', 'pristine'],
      ['is over', 'complete'],
    ])('without events, when the migration %s', async (_, name) => {
      const { status, stdout, stderr } = await review(ids[name]);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('--events');
    });

    it('without events, when the API is not an emulator', async () => {
      const proxy = await startPlainApi(emulator);
      const { status, stderr } = await review(ids.validation, '--base-url', proxy.url);
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /cannot list security events\. .*dataset firewall_events with a LogpushJob .*RayID/,
      );
    });

    it.each<[string, string | Buffer | undefined, string]>([
      ['a missing file', undefined, 'no such file'],
      ['a file without events', 'a,b\n1,2\n', 'no line is an event: line 1: it is not JSON'],
      ['a truncated file', gzipSync('{}'.repeat(1000)).subarray(0, 20), 'unexpected end of file'],
    ])('for %s', async (_, content, reason) => {
      const path = content === undefined ? join(folder, 'missing.log') : await file(content);
      const { status, stdout, stderr } = await review(ids.validation, '-e', path);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(reason);
    });
  });
});

describe('edge-platform waf', () => {
  it.each(['firewall/waf/packages', 'pagerules', 'firewall/rules', 'settings/waf'])(
    'fails with 2 when the service denies %s',
    async (what) => {
      const match = { path: `/zones/${ids.messy}/${what}` };
      await emulator.control('POST', '/faults', { kind: 'status', status: 403, times: 10, match });
      const { status, stdout, stderr } = await run('check', '-z', ids.messy);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^edge-platform: cannot check the zone: GET .* HTTP 403/);
      expect(stderr).toContain(what);
    },
  );
});

/** The API alone, without the emulator's own switches. */
async function startPlainApi({ url, token }: Running): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    const { url: path = '' } = request;
    const target = path.startsWith('/client/v4/') ? new URL(path, url) : undefined;
    if (target === undefined) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    fetch(target, { headers: { authorization: `Bearer ${token}` } })
      .then(async (reply) => response.writeHead(reply.status).end(await reply.text()))
      .catch(() => response.destroy());
  });
  const port = await listen(server);
  afterTest(() => server.close());
  return { url: `http://127.0.0.1:${port}/client/v4` };
}
