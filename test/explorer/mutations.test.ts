import { mutations, withMutation } from '../support/explorer/mutations';
import { explore } from '../support/explorer/choices';
import { Model } from '../support/explorer/model';
import { scenarios } from '../support/explorer/scenarios';
import { useModelOfService } from '../support/explorer/terraform';

useModelOfService();

it.each(mutations)('a scenario finds a broken rule: $rule', async (mutation) => {
  const scenario = scenarios.find(({ name }) => name === mutation.scenario);
  const { violations } = await withMutation(mutation, () =>
    explore(async (choices) => scenario?.run(new Model(choices)), { deviations: scenario?.deviations ?? 2 }),
  );
  expect(violations).toHaveLength(1);
});
