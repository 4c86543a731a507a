import type { FixtureZone } from '../../../lib/emulator';
import { accountId, pick, world } from '../../emulator/support';
import { listOf } from '../../support/edge-stack';
import { serve } from '../serve';
import { runInProcess } from '../support';
import { entryPointWith, executeManaged, ids, skipAll } from './zones';

const named = (id: string, name: string, more: Partial<FixtureZone>): FixtureZone => ({
  ...{ id, account_id: accountId, name: `${name}.example`, plan: 'enterprise' },
  ...more,
});
const [open, less, behind, unknown] = [ids.pristine, ids.validation, ids.complete, ids.messy];
const managedRules = entryPointWith(executeManaged);
const custom = {
  name: 'default',
  kind: 'zone',
  phase: 'http_request_firewall_custom',
  rules: [{ ...skipAll, action_parameters: { phases: ['http_request_firewall_managed'] } }],
};
const zones = [
  named(open, 'open', {}),
  // The previous version has the OWASP rules on, too.
  named(less, 'less', { migration_state: 'validation', ...managedRules }),
  named(behind, 'behind', { migration_state: 'complete', rulesets: [...managedRules.rulesets, custom] }),
  named(unknown, 'unknown', {}),
];

describe('the verdict of a zone', () => {
  beforeEach(async () => {
    const emulator = await serve({ ...world, zones });
    await emulator.control('POST', '/faults', {
      ...{ kind: 'result', match: { method: 'GET', path: `/zones/${unknown}/pagerules` } },
      ...{
        times: 99,
        result: [{ id: 'a'.repeat(32), targets: [], actions: [], priority: 1, status: 'paused' }],
      },
    });
  });

  const judged = async (command: string, id: string) => {
    const { status, stdout, stderr } = await runInProcess(undefined, 'waf', command, '-z', id, '--json');
    if (stdout === '') throw new Error(stderr);
    const document: unknown = JSON.parse(stdout);
    const [row = document] = listOf(pick(document, 'zones') ?? []);
    const codes = listOf(pick(row, 'reasons')).map((each) => pick(each, 'code'));
    return { status, verdict: pick(row, 'verdict'), codes };
  };

  it.each([
    [open, 0, 'eligible', []],
    [less, 1, 'needs a decision', ['waf.protection_lost']],
    [behind, 1, 'not protected', ['waf.skip_all']],
    [unknown, 1, 'needs a decision', ['waf.previous_unknown']],
  ])('is the same in a check and a survey: %s', async (id, status, verdict, codes) => {
    for (const command of ['check', 'survey'])
      expect([command, await judged(command, id)]).toEqual([
        command,
        { status, verdict, codes: expect.arrayContaining(codes) as unknown },
      ]);
  });
});
