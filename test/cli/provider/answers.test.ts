import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findConfiguredOwners } from '../../../lib/cli/provider/answers/configured-owners';
import type { AnswerQuirk } from '../../../lib/emulator/fixture/fixture';
import { accountId, answersWorld, canaries, zoneId } from '../../client/answers/world';
import { start, type Running } from '../../emulator/support';
import { runInProcess, type Result } from '../support';

const jobs = '/zones/*/logpush/jobs';

describe('edge-platform provider doctor --answers', () => {
  const before = { ...process.env };
  const cwd = process.cwd();
  let folder: string;
  let emulator: Running | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'answers-'));
    process.chdir(folder);
  });
  afterEach(async () => {
    process.chdir(cwd);
    process.env = { ...before };
    rmSync(folder, { recursive: true });
    await emulator?.close();
    emulator = undefined;
  });

  const answers = async (quirks: readonly AnswerQuirk[], ...options: string[]): Promise<Result> => {
    emulator = await start({ fixture: { ...answersWorld, quirks } });
    process.env = { ...before, EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token };
    return runInProcess(undefined, 'provider', 'doctor', '--answers', ...options);
  };

  it('reads a zone and an account, with GET requests alone, and finds nothing', async () => {
    const { status, stdout } = await answers([], '--zone', 'canary.example', '--account', accountId);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^edge-platform \S+: \d+ answers of 36 paths, 1 zone and 1 account\.\n\nThe answers are what this version expects\.\n$/,
      ),
    ]);
    const { body } = (await emulator?.control('GET', '/calls')) ?? {};
    expect([...new Set((body as { method: string }[]).map(({ method }) => method))]).toEqual(['GET']);
  });

  it('lists differences in 80 columns, without a value of the account, and ends with 0 if it can read them', async () => {
    const quirks = [
      { path: jobs, add: { priority: 3, 'canary@canary.example': { canary: 1 } } },
      { path: jobs, at: '/result/*/frequency', value: 'hourly' },
      { path: jobs, at: '/result/*/kind', value: 'Canary kind' },
      { path: '/zones/*/pagerules', status: 403, code: 10000 },
    ];
    const { status, stdout } = await answers(quirks, '--zone', zoneId);
    expect([status, Math.max(...stdout.split('\n').map((line) => line.length)) <= 80]).toEqual([0, true]);
    expect(stdout.replace(/^.*\n/, '').replace(/ +/g, ' ')).toMatchInlineSnapshot(`
"
GET /zones/{zone_id}/logpush/jobs
DIFFERENCE AT FOUND TIMES
value /result/*/frequency hourly instead of one of 2 words 1
value /result/*/kind a text instead of one of 3 words 1
unknown key /result/*/priority number instead of nothing 1
unknown key /result/*/* object instead of nothing 1

GET /zones/{zone_id}/pagerules
DIFFERENCE AT FOUND TIMES
status status 403 instead of 200 1
code /errors/*/code 10000 instead of no error 1

6 differences, of which this version cannot read 0. This text has no value, name
or id of yours. Read it, and attach it to your report.
"
`);
    expect(canaries.filter((each) => stdout.toLowerCase().includes(each))).toEqual([]);
  });

  it('ends with 1 if there is an answer that it cannot read, and prints JSON', async () => {
    const { status, stdout } = await answers(
      [{ path: jobs, at: '/result/*/enabled', value: 'yes' }],
      '--zone',
      zoneId,
      '--json',
    );
    const json = JSON.parse(stdout) as object;
    expect(status).toBe(1);
    expect(json).toMatchObject({ version: 1, zones: 1, accounts: 0, problems: 1 });
    expect(json).toHaveProperty('differences', [
      {
        path: '/zones/{zone_id}/logpush/jobs',
        kind: 'type',
        at: '/result/*/enabled',
        expected: 'boolean',
        found: 'text',
        count: 1,
        is_problem: true,
      },
    ]);
  });

  it('reads the zones and accounts of the configuration in the folder', async () => {
    writeFileSync(join(folder, 'main.tf'), `resource "edge_logpush_job" "a" {\n  zone_id = "${zoneId}"\n}\n`);
    writeFileSync(join(folder, 'terraform.tfvars'), `account_id = "${accountId}"\n`);
    expect((await answers([])).stdout).toContain('1 zone and 1 account.');
  });

  it.each<[string, string[], string]>([
    ['a folder that names no zone and no account', ['--answers'], 'name no zone and no account'],
    ['--zone without --answers', ['--zone', zoneId], '--zone and --account go with --answers'],
    ['a zone that does not exist', ['--answers', '--zone', 'canary.exampel'], 'canary.exampel'],
  ])('fails for %s', async (_, options, message) => {
    emulator = await start({ fixture: answersWorld });
    process.env = { ...before, EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token };
    const { status, stderr } = await runInProcess(undefined, 'provider', 'doctor', ...options);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each<[string, string, string]>([
    ['HCL', 'main.tf', `zone_id    = "${zoneId}"\naccount_id = "${accountId}"\n`],
    [
      'a variable',
      'variables.tf',
      `variable "zone_id" {\n  type    = string\n  default = "${zoneId}"\n}\nvariable "account_id" { default = "${accountId}" }\n`,
    ],
    [
      'a synthesized stack',
      'cdk.tf.json',
      JSON.stringify({ resource: { edge_x: { a: { zone_id: zoneId, account_id: accountId } } } }),
    ],
    [
      'a state',
      'terraform.tfstate',
      JSON.stringify(
        { resources: [{ instances: [{ attributes: { zone_id: zoneId, account_id: accountId } }] }] },
        undefined,
        2,
      ),
    ],
  ])('finds ids in %s', async (_, file, text) => {
    writeFileSync(join(folder, file), text);
    expect(await findConfiguredOwners(folder)).toEqual({ zones: [zoneId], accounts: [accountId] });
  });

  it.each<[string, string, string]>([
    [
      'HCL',
      'main.tf',
      'data "edge_zone" "a" {\n  name = "one.example"\n}\ndata "edge_account" "b" {\n  name = "Example"\n}\n',
    ],
    [
      'a synthesized stack',
      'cdk.tf.json',
      JSON.stringify({
        data: {
          edge_account: { b: { name: 'Example' } },
          edge_zone: { a: { '//': { metadata: { path: 'x' } }, name: 'one.example' } },
        },
      }),
    ],
  ])('finds names that data sources look up in %s', async (_, file, text) => {
    writeFileSync(join(folder, file), text);
    expect(await findConfiguredOwners(folder)).toEqual({ zones: ['one.example'], accounts: ['Example'] });
  });
});
