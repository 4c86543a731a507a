import fc from 'fast-check';
import { onceCase, runOnceCase, type OnceCase } from '../support/explorer/made-once';
import { useModelOfService } from '../support/explorer/terraform';

useModelOfService();

it('nothing is made twice, and nothing is deleted that no plan lists, in whatever order resources are planned', async () => {
  const property = fc.asyncProperty(onceCase, async (given) => {
    await runOnceCase(given);
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true, examples: [[laterName]] });
});

/** A policy whose name becomes that of one that is deleted: a plan of the apply that adopts it would never begin, and the deletion wait for it. */
const policy = { isUnknown: false, replacedFirst: false, revision: 0, adopts: false };
const laterName: OnceCase = {
  kind: 'policy',
  before: {
    a: { ...policy, key: 1, replacedFirst: true, revision: 1 },
    b: { ...policy, key: 0, replacedFirst: true, revision: 1 },
    c: undefined,
  },
  after: { a: { ...policy, key: 1 }, b: undefined, c: { ...policy, key: 0, isUnknown: true, adopts: true } },
  foreign: undefined,
  tainted: undefined,
  replaced: undefined,
  moved: undefined,
  imported: undefined,
  hasAppliedAt: false,
  parallelism: 3,
  seed: 70145108,
};
