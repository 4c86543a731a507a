import type { AnswerQuirk } from '../../../lib/emulator/fixture/fixture';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { accountId, answersWorld, canaries, migratedZoneId, zoneId } from './answers-world';

const jobs = '/zones/*/logpush/jobs';

describe('edge-platform provider doctor --answers', () => {
  const answers = async (quirks: readonly AnswerQuirk[], ...options: string[]) => {
    const emulator = await serve({ ...answersWorld, quirks });
    const result = await runInProcess(undefined, 'provider', 'doctor', '--answers', ...options);
    return { ...result, calls: await emulator.calls() };
  };

  it('reads a zone and an account, with GET requests alone, and finds nothing', async () => {
    const { status, stdout, calls } = await answers([], '--zone', 'canary.example', '--account', accountId);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^edge-platform \S+\n\nThe answers have nothing that this version does not know\.\n$/,
      ),
    ]);
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('lists what is unknown, without a value of the account, and ends with 0 if it can read it', async () => {
    const quirks = [
      { path: jobs, add: { priority: 3, 'canary@canary.example': { canary: 1 } } },
      { path: jobs, at: '/result/*/frequency', value: 'hourly' },
      { path: jobs, at: '/result/*/kind', value: 'Canary kind' },
      { path: '/zones/*/rulesets/phases/*', at: '/result/rules/*', add: { canary: 'canary' } },
      { path: '/zones/*/pagerules', status: 403, code: 10000 },
    ];
    const { status, stdout } = await answers(quirks, '--zone', zoneId);
    expect([status, Math.max(...stdout.split('\n').map((line) => line.length)) <= 80]).toEqual([0, true]);
    expect(stdout.replace(/^.*\n/, '').replace(/ +/g, ' ')).toMatchInlineSnapshot(`
"
GET /zones/{zone_id}/logpush/jobs
MEMBER FOUND
/frequency unknown word hourly
/kind unknown word *
/priority unknown member
/* unknown member

GET /zones/{zone_id}/pagerules
MEMBER FOUND
/ refused with HTTP 403, code 10000

This text has no value, name or id of yours. Read it, and attach it to your
report.
"
`);
    expect(canaries.filter((each) => stdout.toLowerCase().includes(each))).toEqual([]);
  });

  it('ends with 1 if there is an answer that it cannot read, and prints JSON', async () => {
    const quirks = [{ path: jobs, at: '/result/*/enabled', value: 'yes' }];
    const { status, stdout } = await answers(quirks, '--zone', zoneId, '--json');
    const path = '/zones/{zone_id}/logpush/jobs';
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      {
        version: 1,
        package: expect.any(String) as string,
        differences: [{ path, at: '', found: 'EDGE_UNREADABLE_REPLY' }],
      },
    ]);
  });

  it('shows what is refused of a zone without the previous WAF', async () => {
    const { status, stdout } = await answers([], '--zone', migratedZoneId);
    expect([status, stdout]).toEqual([0, expect.stringContaining('refused with HTTP 403, code ')]);
  });

  it.each<[string, string[], string]>([
    ['no zone and no account', ['--answers'], '--answers: name a zone'],
    ['a zone that does not exist', ['--answers', '--zone', 'canary.exampel'], 'canary.exampel'],
  ])('fails for %s', async (_, options, message) => {
    await serve(answersWorld);
    const { status, stderr } = await runInProcess(undefined, 'provider', 'doctor', ...options);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
