import { explore } from '../support/explorer/choices';
import { Model } from '../support/explorer/model';
import { useModelOfService } from '../support/explorer/terraform';
import { scenarios } from '../support/explorer/scenarios';

useModelOfService();

it.each(scenarios)('nothing is lost in any order of calls: $name', async ({ run, deviations }) => {
  const { violations } = await explore((choices) => run(new Model(choices)), { deviations });
  expect(violations.map(({ what, trace }) => [what, ...trace].join('\n'))).toEqual([]);
});
