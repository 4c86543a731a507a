import { mix } from '../../faults/support/faults';
import { countCalls, runWithKills, type Kill } from '../../faults/support/kills';
import { noDamage, runWithFaults } from '../../faults/support/rows';
import { choose, isExhaustive, seed } from '../../support/exhaustive';
import { runPlugin } from '../../support/terraform-client';

/** The built plugin with the retries that users have, and the waiting of the real clock. */
const startPlugin = () => runPlugin({ EDGE_RETRY_TIMEOUT_SECONDS: '' });
/** 60 objects in an exhaustive run, otherwise 16. */
const options = { startPlugin, zones: isExhaustive ? 12 : 3 };

describe('the built plugin', () => {
  it('creates, updates and destroys objects of all kinds in one apply each while 1 of 5 calls fails', async () => {
    const row = await runWithFaults('1 of 5 calls fails', mix(0.2, seed % 2 ** 24), options);
    expect(row).toMatchObject({ applies: 1, damage: noDamage, errors: [] });
  });

  it('completes a create that was killed at any call with the next apply, at most after imports, without duplicates', async () => {
    const kill: Kill = { operation: 'create', saved: 'what ended' };
    const calls = Array.from({ length: await countCalls(kill, options) }, (_, index) => index + 1);
    const row = await runWithKills('killed', kill, choose(calls, isExhaustive ? 5 : 2), options);
    expect(row).toMatchObject({ damage: noDamage, errors: [] });
    expect(row.applies).toBeLessThanOrEqual(2);
  });
});
