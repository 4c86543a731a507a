import fc from 'fast-check';
import { onceCase, runOnceCase } from '../support/explorer/made-once';
import { useModelOfService } from '../support/explorer/terraform';

useModelOfService();

it('a create makes a new object or fails, in whatever order resources of two configurations are planned', async () => {
  const property = fc.asyncProperty(onceCase, async (given) => {
    await runOnceCase(given);
  });
  await fc.assert(property, { numRuns: 500, endOnFailure: true });
}, 1_800_000);
